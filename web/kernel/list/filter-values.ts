import {
  type Condition,
  type Conditions,
  type FilterField,
  type FilterFields,
  type FilterValue,
  type Operator,
  OPERATORS_OF,
} from '#contract/kernel/list-filters.ts'

type Entry = string | number | boolean | null | readonly string[]
/**
 * A field's condition while it is typed: `to` is the end of `between`, `several` the values of
 * `in`.
 */
export type FilterRow = {
  readonly operator: Operator
  readonly value: Entry
  readonly to: Entry
  readonly several: readonly string[]
}
export type FilterRows = Readonly<Record<string, FilterRow>>

/** Operators with a control: several countries or currencies are left to the API. */
export const offeredOperators = (field: FilterField): readonly Operator[] =>
  OPERATORS_OF[field.kind].filter((operator) => operator !== 'in' || field.kind !== 'code')

/** Value of an empty control of the kind. */
const emptyOf = ({ kind }: FilterField): Entry =>
  kind === 'day' ? 0 : kind === 'money' || kind === 'number' ? null : ''

export const newRow = (field: FilterField): FilterRow => ({
  operator: offeredOperators(field)[0] ?? 'eq',
  value: emptyOf(field),
  to: emptyOf(field),
  several: [],
})

export const rowOf = (field: FilterField, { operator, value }: Condition): FilterRow => {
  const values: readonly FilterValue[] = Array.isArray(value) ? value : [value]
  const [first, last] = values.map((one) => (typeof one === 'boolean' ? String(one) : one))
  return operator === 'in'
    ? { ...newRow(field), operator, several: values.map(String) }
    : {
        ...newRow(field),
        operator,
        value: first ?? emptyOf(field),
        ...(last !== undefined && { to: last }),
      }
}

/** A control's value on the wire; null while it is none. */
function valueOf({ kind }: FilterField, entry: Entry): FilterValue | null {
  if (kind === 'flag') return entry === 'true' ? true : entry === 'false' ? false : null
  if (typeof entry === 'number')
    return Number.isNaN(entry) || (kind === 'day' && entry === 0) ? null : entry
  return typeof entry === 'string' && entry.trim() !== '' ? entry.trim() : null
}

function conditionOf(field: FilterField, row: FilterRow): Condition | null {
  const { operator } = row
  if (operator === 'in') return row.several.length === 0 ? null : { operator, value: row.several }
  const value = valueOf(field, row.value)
  if (value === null) return null
  if (operator !== 'between') return { operator, value }
  const to = valueOf(field, row.to)
  return to === null ? null : { operator, value: [value, to] }
}

/** The conditions of the rows that are filled in. */
export const conditionsOf = (
  fields: FilterFields,
  rows: Readonly<Record<string, FilterRow | undefined>>,
): Conditions =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => {
      const field = fields[name]
      const condition = field && row ? conditionOf(field, row) : null
      return condition === null ? [] : [[name, condition]]
    }),
  )
