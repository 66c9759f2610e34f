import { type RecordType, records } from '#contract/records.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'

/** The record type of that name. @throws when there is none: a screen's mistake, found when it is first drawn */
export function typeNamed(name: string): RecordType {
  const type = records.find((one) => one.name === name)
  if (!type) throw new Error(`No record type ${name}`)
  return type
}

/** What a record is called in a panel's head and in messages. */
export const titleOf = (type: RecordType, row: Readonly<Record<string, unknown>>): string =>
  [plainText(row[type.listed[0] ?? 'id']), plainText(row['firstName'])].filter(Boolean).join(' ')
