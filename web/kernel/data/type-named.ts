import { records } from '#contract/kernel/all-records.ts'
import type { RecordType } from '#contract/kernel/records.ts'

export { titleOf } from '#contract/kernel/records.ts'

/**
 * The record type of a name. @throws when there is none: a screen's mistake, found at its first
 * render
 */
export function typeNamed(name: string): RecordType {
  const type = records.find((one) => one.name === name)
  if (!type) throw new Error(`No record type ${name}`)
  return type
}
