import { type RecordType, records } from '#contract/records.ts'

/** The record type of that name. @throws when there is none: a screen's mistake, found when it is first drawn */
export function typeNamed(name: string): RecordType {
  const type = records.find((one) => one.name === name)
  if (!type) throw new Error(`No record type ${name}`)
  return type
}
