import type { Day } from '#domain/kernel/time.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import type { Episode, Tale } from './tale.ts'

/** A record added on a day; fields that are left out are empty. */
export const recordAdded = <T extends RecordType>(
  { commands, id, meta }: Tale,
  day: Day,
  type: T,
  key: string,
  values: Partial<Wire<T>>,
): Episode => ({
  day,
  tell: () => commands.records.add(type, id(key), values, meta(key, day)),
})
