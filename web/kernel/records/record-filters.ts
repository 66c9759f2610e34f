import type { Field, RecordRow, RecordType } from '#contract/records.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
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

/** Whether a row matches all active filters. */
export const keepsRow = (filters: readonly RecordFilter[], values: FilterValues, row: RecordRow) =>
  onFilters(filters, values).every((filter) => passes(filter, values[filter.name] ?? '', row[filter.key]))

function passes({ field, end }: RecordFilter, wanted: string, value: unknown): boolean {
  if (end === 'is') {
    if (field.kind === 'boolean') return Boolean(value) === (wanted === 'true')
    if (Array.isArray(value)) return value.includes(wanted)
    return plainText(value) === wanted
  }
  const bound = field.kind === 'day' ? epochOf(wanted) : Number(wanted)
  // An invalid day filters nothing; an amount of 0 is an amount.
  if (Number.isNaN(bound)) return true
  if (field.kind === 'day' && !value) return false
  return end === 'from' ? Number(value) >= bound : Number(value) <= bound
}

/** The active filters for the list's query: days in epoch milliseconds. */
export const queryOf = (filters: readonly RecordFilter[], values: FilterValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    onFilters(filters, values).map(({ name, field }) => {
      const value = values[name] ?? ''
      return [name, field.kind === 'day' ? String(epochOf(value)) : value]
    }),
  )
