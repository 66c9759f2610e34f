import type { Condition, Filter, Scalar, Sort } from '#domain/kernel/ports/read-store.ts'
import type { Place } from './cursor.ts'
import { field, partsOf, tieOf } from './grammar.ts'

/**
 * A filter for the server. It is made in this file only, so that no value of a request becomes an
 * operator.
 */
export type MongoFilter = Readonly<Record<string, unknown>>

const NOTHING: MongoFilter = { _id: { $in: [] } }

/** A text without a meaning for a regular expression. */
const literal = (text: string): string => text.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)

function onCondition(path: string, condition: Condition): readonly MongoFilter[] {
  const { equals, differs, oneOf, words, ends } = partsOf(condition)
  const on = (test: unknown): MongoFilter => ({ [field(path)]: test })
  return [
    ...equals.map((value) => on({ $eq: value })),
    // On a path through a list: no element equals the value.
    ...differs.map((value) => ({ $nor: [on({ $eq: value })] })),
    ...oneOf.map((values) => on({ $in: values })),
    ...words.map((groups) =>
      any(groups.map((group) => all(group.map((word) => on({ $regex: literal(` ${word} `) }))))),
    ),
    ...ends.map(([operator, bound]) => on({ [operator]: bound })),
  ]
}

const all = (parts: readonly MongoFilter[]): MongoFilter => {
  const [only] = parts
  return parts.length === 0 ? {} : parts.length === 1 && only ? only : { $and: parts }
}
const any = (parts: readonly MongoFilter[]): MongoFilter =>
  parts.length === 0 ? NOTHING : parts.length === 1 ? all(parts) : { $or: parts }
const onConditions = (conditions: Readonly<Record<string, Condition>>): readonly MongoFilter[] =>
  Object.entries(conditions).flatMap(([path, condition]) => onCondition(path, condition))

// The whole range of each type, since a range holds within one type only.
const NUMBERS = { $gte: Number.NEGATIVE_INFINITY }
const STRINGS = { $gte: '' }
const BOOLEANS = { $gte: false }

/**
 * The condition for values that come after a given one in a sort: null, then numbers, strings,
 * booleans.
 */
function beyond(path: string, value: Scalar, direction: 1 | -1): MongoFilter {
  const later = (...conditions: readonly unknown[]) =>
    any(conditions.map((condition) => ({ [path]: condition })))
  if (direction === 1) {
    if (value === null) return { [path]: { $ne: null } }
    if (typeof value === 'number') return later({ $gt: value }, STRINGS, BOOLEANS)
    return typeof value === 'string' ? later({ $gt: value }, BOOLEANS) : later({ $gt: value })
  }
  if (value === null) return NOTHING
  if (typeof value === 'number') return later({ $lt: value }, { $eq: null })
  return typeof value === 'string'
    ? later({ $lt: value }, NUMBERS, { $eq: null })
    : later({ $lt: value }, STRINGS, NUMBERS, { $eq: null })
}

const withoutId = (sort: Sort): Sort => sort.filter(([path]) => path !== '_id')

/** Condition for all documents after the end of a page. */
function after(sort: Sort, place: Place): MongoFilter {
  const fields: readonly (readonly [string, 1 | -1, Scalar])[] = [
    ...withoutId(sort).map(
      ([path, direction], i) => [field(path), direction, place.values[i] ?? null] as const,
    ),
    ['_id', tieOf(sort), place.id],
  ]
  return any(
    fields.map(([path, direction, value], i) =>
      all([
        ...fields.slice(0, i).map(([earlier, , same]) => ({ [earlier]: { $eq: same } })),
        beyond(path, value, direction),
      ]),
    ),
  )
}

const onFilter = ({ where = {}, or, and = [] }: Filter): readonly MongoFilter[] => [
  ...onConditions(where),
  ...(or ? [any(or.map((conditions) => all(onConditions(conditions))))] : []),
  ...and.flatMap(onFilter),
]

/** Without `$search`, which the adapter does itself. Tombstones never match. */
export function mongoFilter(
  filter: Filter,
  sort: Sort = [],
  place: Place | null = null,
): MongoFilter {
  return all([
    ...onFilter(filter),
    ...(place ? [after(sort, place)] : []),
    { _deleted: { $eq: null } },
  ])
}

/** Ties are broken by `_id`, in the direction of the last field. */
export const mongoSort = (sort: Sort): Readonly<Record<string, 1 | -1>> =>
  Object.fromEntries([
    ...withoutId(sort).map(([path, direction]) => [field(path), direction] as const),
    ['_id', tieOf(sort)],
  ])
