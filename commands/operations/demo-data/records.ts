import type { Day } from '#domain/kernel/time.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import type { RecordValues } from '#domain/kernel/record-decider.ts'
import type { Episode, Tale } from './tale.ts'

/** A record added on a day; fields that are left out are empty. */
export const recordAdded = (
  { commands, id, meta }: Tale,
  day: Day,
  type: RecordType,
  key: string,
  values: RecordValues,
): Episode => ({
  day,
  tell: () =>
    commands.records.add(
      type,
      id(key),
      { ...Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, field.empty])), ...values },
      meta(key, day),
    ),
})
