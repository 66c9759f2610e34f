import { RecordScreen } from './record-screen.tsx'
import { typeNamed } from './record-type.ts'

/** The screen of a plain record, made from its declaration alone (`recordScreen` of a manifest). */
export function PlainRecordScreen({ record }: { record: string }) {
  const type = typeNamed(record)
  return <RecordScreen type={type} words={type.context} />
}
