import type { Field, RecordType } from '#contract/records.ts'
import { epochOf } from '#web/kernel/words/formats.ts'

/** How a filter compares: an exact value, or one end of a range. */
type FilterEnd = 'is' | 'from' | 'to'
export type RecordFilter = {
  /** Parameter in the address and the list's query: `kind`, `purchaseDateFrom`. */
  readonly name: string
  readonly key: string
  readonly field: Field
  readonly end: FilterEnd
}

const ENDS: Partial<Record<Field['kind'], readonly FilterEnd[]>> = {
  choice: ['is'],
  choices: ['is'],
  reference: ['is'],
  references: ['is'],
  boolean: ['is'],
  colour: ['is'],
  level: ['is'],
  day: ['from', 'to'],
  money: ['from', 'to'],
}
const SUFFIX: Readonly<Record<FilterEnd, string>> = { is: '', from: 'From', to: 'To' }

/** Every filter of a record's list, except those of the fields left out. */
export const filtersOf = (type: RecordType, without: readonly string[]): readonly RecordFilter[] =>
  Object.entries(type.fields)
    .filter(([key]) => !without.includes(key))
    .flatMap(([key, field]) =>
      (ENDS[field.kind] ?? []).map((end) => ({ name: `${key}${SUFFIX[end]}`, key, field, end })),
    )

/** The value of each filter by its name; '' is off. A day is written as `2026-11-03`, a reference to nothing as `0`. */
export type FilterValues = Readonly<Record<string, string>>

export const onFilters = (filters: readonly RecordFilter[], values: FilterValues) =>
  filters.filter(({ name }) => (values[name] ?? '') !== '')

/** Whether an address has a value that the server takes. */
function isTaken({ field }: RecordFilter, value: string): boolean {
  if (field.kind === 'day') return !Number.isNaN(epochOf(value))
  if (field.kind === 'boolean') return value === 'true' || value === 'false'
  if (field.kind === 'money' || field.kind === 'level' || field.kind === 'colour') return !Number.isNaN(Number(value))
  return field.options === undefined || field.options.includes(value)
}

/**
 * The active filters for the list's query: days in epoch milliseconds. What the server would refuse filters nothing.
 */
export const queryOf = (filters: readonly RecordFilter[], values: FilterValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    onFilters(filters, values).flatMap((filter) => {
      const { name, field } = filter
      const value = values[name] ?? ''
      return isTaken(filter, value) ? [[name, field.kind === 'day' ? String(epochOf(value)) : value]] : []
    }),
  )
