import type { Condition, Range, Scalar, Sort } from '#domain/kernel/ports/read-store.ts'

const FIELD = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/

/**
 * @throws TypeError outside the declared grammar: a bug or an attack must not look like a search
 * without results
 */
export function field(path: string): string {
  if (!FIELD.test(path))
    throw new TypeError(`${JSON.stringify(path)} is no field to filter or sort by`)
  return path
}

function scalar(value: unknown): Scalar {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  )
    return value
  throw new TypeError('A filter compares with a text, a number, a boolean or null')
}

function list(value: unknown, operator: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new TypeError(`${operator} takes a list`)
}

type End = readonly [operator: keyof Range, bound: Scalar]
/** A condition, checked, by what each of its operators asks for. */
export type Parts = {
  readonly equals: readonly Scalar[]
  readonly differs: readonly Scalar[]
  readonly oneOf: readonly (readonly Scalar[])[]
  readonly words: readonly (readonly (readonly string[])[])[]
  readonly ends: readonly End[]
}
const NOTHING: Parts = { equals: [], differs: [], oneOf: [], words: [], ends: [] }

/** @throws TypeError outside the declared grammar */
export function partsOf(condition: Condition): Parts {
  if (typeof condition !== 'object' || condition === null)
    return { ...NOTHING, equals: [scalar(condition)] }
  return Object.entries(condition).reduce<Parts>((parts, [operator, wanted]: [string, unknown]) => {
    if (wanted === undefined) return parts
    switch (operator) {
      case '$ne':
        return { ...parts, differs: [...parts.differs, scalar(wanted)] }
      case '$in':
        return { ...parts, oneOf: [...parts.oneOf, list(wanted, operator).map(scalar)] }
      case '$words': {
        const groups = list(wanted, operator).map((group) => list(group, operator).map(String))
        return { ...parts, words: [...parts.words, groups] }
      }
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return { ...parts, ends: [...parts.ends, [operator, scalar(wanted)]] }
      default:
        throw new TypeError(`${JSON.stringify(operator)} is no operator of the filter grammar`)
    }
  }, NOTHING)
}

/** A sort ends with `_id`, which no two documents share. */
export const upToId = (sort: Sort): Sort => {
  const id = sort.findIndex(([path]) => path === '_id')
  return id === -1 ? sort : sort.slice(0, id + 1)
}
/** The direction in which ties are broken. */
export const tieOf = (sort: Sort): 1 | -1 => sort.at(-1)?.[1] ?? 1
