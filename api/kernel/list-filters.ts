import type {
  Condition as Asked,
  Conditions,
  FilterField,
  FilterFields,
  FilterKind,
  FilterValue,
} from '#contract/kernel/list-filters.ts'
import type { Bound, Condition, Filter, Range } from '#domain/kernel/ports/read-store.ts'
import { type Currency, toMinor } from '#domain/kernel/money.ts'
import { addDays, dayIn, dayOfEpoch, epochOfDay, startOfDay } from '#domain/kernel/time.ts'
import { foldText } from '#domain/kernel/fold-text.values.ts'

/**
 * Where a document has a field: its path, several that are searched, or how its value is stored.
 */
export type StoredField =
  | string
  | {
      readonly at: string
      /** Fields that a text is searched in. */
      readonly searched?: readonly string[]
      /** The stored value; by the kind of the field when absent. */
      readonly stored?: (value: FilterValue) => Bound
      /** Stored in place of nothing. It is outside of every range. */
      readonly none?: Bound
    }
  /** A condition of its own. */
  | ((asked: Asked, timeZone: string) => Filter)

const isInstant = (field: FilterField): boolean => field.kind === 'day' && field.of === 'instant'

export const valuesOf = ({ value }: Asked): readonly FilterValue[] =>
  // Array.isArray does not narrow read-only lists
  Array.isArray(value) ? value : [value as FilterValue]

/** Storage of a kind's values unless the field says otherwise. Amounts are of one currency. */
function storedAs(
  kind: FilterKind,
  currency: Currency,
  timeZone: string,
): (value: FilterValue) => Bound {
  if (kind === 'money')
    return (value) => toMinor(Number(value), currency) ?? Math.round(Number(value))
  if (kind === 'day') return (value) => dayOfEpoch(Number(value), timeZone)
  // References to nothing are stored as an empty text.
  return kind === 'reference' ? (value) => (value === 0 ? '' : value) : (value) => value
}

/** Stored form of no value. Amounts and numbers cannot tell none from 0. */
const NONE: Partial<Readonly<Record<FilterKind, Bound>>> = { day: '' }

function conditionOf(
  condition: Asked,
  stored: (value: FilterValue) => Bound,
  none: Bound | undefined,
): Condition {
  const values = valuesOf(condition).map(stored)
  const [first = '', last = first] = values
  const { operator } = condition
  const aboveNone = none === undefined ? {} : { $gt: none }
  switch (operator) {
    case 'ne':
      return { $ne: first }
    case 'in':
      return { $in: values }
    case 'between':
      return { $gte: first, $lte: last }
    case 'gt':
      return { $gt: first }
    case 'gte':
      return { $gte: first }
    case 'lt':
      return { ...aboveNone, $lt: first } satisfies Range
    case 'lte':
      return { ...aboveNone, $lte: first } satisfies Range
    case 'eq':
    case 'contains':
      return first
  }
}

/** Instants of the days that a condition names, in a time zone. */
function conditionOnInstant(at: string, condition: Asked, timeZone: string): Filter {
  const days = valuesOf(condition).map((value) => dayOfEpoch(Number(value), timeZone))
  const [first = '', last = first] = days
  const $gte = startOfDay(first, timeZone)
  /** The instant after the last day of those that are named. */
  const $lt = startOfDay(addDays(last, 1), timeZone)
  switch (condition.operator) {
    case 'ne':
      return { or: [{ [at]: { $lt: $gte } }, { [at]: { $gte: $lt } }] }
    case 'gt':
      return { where: { [at]: { $gte: $lt } } }
    case 'gte':
      return { where: { [at]: { $gte } } }
    // 0 is no instant.
    case 'lt':
      return { where: { [at]: { $gt: 0, $lt: $gte } } }
    case 'lte':
      return { where: { [at]: { $gt: 0, $lt } } }
    case 'eq':
    case 'between':
    case 'in':
    case 'contains':
      return { where: { [at]: { $gte, $lt } } }
  }
}

/** A condition on a day. */
export const conditionOnDay = (condition: Asked, timeZone: string): Condition =>
  conditionOf(condition, storedAs('day', 'EUR', timeZone), NONE.day)

/** Where documents have by whom and when they were made and changed. */
export const STORED_AUDIT = {
  creationDate: 'creationDate',
  lastModificationDate: 'lastModificationDate',
  createdBy: 'createdBy',
  modifiedBy: 'modifiedBy',
} as const

/**
 * The conditions as filters of the read store. Amounts are of the currency that a condition names,
 * or of the euro.
 *
 * @param timeZone of the user, by whose days instants are told
 */
export function filtersOf(
  conditions: Conditions,
  fields: FilterFields,
  stored: Readonly<Record<string, StoredField>>,
  timeZone: string,
): readonly Filter[] {
  const named = conditions['currency']
  const of = named?.operator === 'eq' ? String(named.value) : 'EUR'
  return Object.entries(conditions).flatMap(([name, chosen]): Filter[] => {
    const field = fields[name]
    const place = stored[name]
    if (chosen === undefined || field === undefined || place === undefined) return []
    if (typeof place === 'function') return [place(chosen, timeZone)]
    const path = typeof place === 'string' ? { at: place } : place
    if (chosen.operator === 'contains')
      return [{ search: { fields: path.searched ?? [path.at], text: String(chosen.value) } }]
    if (isInstant(field)) return [conditionOnInstant(path.at, chosen, timeZone)]
    const { kind } = field
    const condition = conditionOf(
      chosen,
      path.stored ?? storedAs(kind, of, timeZone),
      path.none ?? NONE[kind],
    )
    return [{ where: { [path.at]: condition } }]
  })
}

/**
 * Whether an answered row meets the conditions, for lists that no read model has as they are shown.
 */
export const meets =
  (conditions: Conditions, fields: FilterFields, timeZone: string) =>
  (row: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(conditions).every(([name, condition]) => {
      const field = fields[name]
      if (condition === undefined || field === undefined) return true
      const value = row[name]
      const compared =
        isInstant(field) && value ? epochOfDay(dayIn(Number(value), timeZone)) : value
      return holds(condition, field.kind, compared)
    })

function holds(condition: Asked, kind: FilterKind, value: unknown): boolean {
  const { operator } = condition
  const values = valuesOf(condition)
  const [first = '', last = first] = values
  if (operator === 'contains') {
    const text = typeof value === 'string' ? foldText(value) : ''
    return foldText(String(first))
      .split(/\s+/)
      .every((word) => text.includes(word))
  }
  if (operator === 'eq' || operator === 'in') return values.some((one) => one === value)
  if (operator === 'ne') return value !== first
  // A day that is not there is 0, and an amount null: neither lies in a range.
  if (typeof value !== 'number' || (kind === 'day' && value === 0)) return false
  const [low, high] = [Number(first), Number(last)]
  if (operator === 'between') return low <= value && value <= high
  if (operator === 'gt') return value > low
  if (operator === 'gte') return value >= low
  return operator === 'lt' ? value < low : value <= low
}
