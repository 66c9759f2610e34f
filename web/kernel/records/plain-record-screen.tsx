import { RecordScreen } from './record-screen.tsx'
import { typeNamed } from '../data/type-named.ts'

/** The screen of a plain record, derived from its declaration (`recordScreen` of a manifest). */
export function PlainRecordScreen({ record }: { record: string }) {
  return <RecordScreen type={typeNamed(record)} />
}
