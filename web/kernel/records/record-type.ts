import type { Field, RecordType } from '#contract/kernel/records.ts'

/** A declared or derived field; undefined for a part of an address. */
export const fieldAt = (type: RecordType, name: string): Field | undefined =>
  type.fields[name] ?? type.derived[name]

/** The month field that is shown and entered with this year. */
export const monthOfYear = (type: RecordType, name: string): string | undefined =>
  Object.keys(type.fields).find((key) => type.fields[key]?.yearField === name)

/** The value at a dotted path. */
export const valueAt = (row: Readonly<Record<string, unknown>>, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
      row,
    )

/** Fields with a control and column of their own: a month's year is shown with its month. */
export const ownFields = (type: RecordType, names: readonly string[]): readonly string[] => {
  const isWithMonth = (name: string) => {
    const month = monthOfYear(type, name)
    return month !== undefined && names.includes(month)
  }
  return names.filter((name) => !isWithMonth(name))
}
