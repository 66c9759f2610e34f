import type { Condition, Filter, Sort } from '#domain/kernel/ports/read-store.ts'
import { partsOf, tieOf } from './grammar.ts'

export type Plan = {
  readonly fields: readonly string[]
  /** The conditions that the index answers. */
  readonly answered: Readonly<Record<string, Condition>>
  /** Whether it answers all conditions and gives the documents in order, so that each is wanted. */
  readonly isWhole: boolean
}

const isEqual = (condition: Condition | undefined): boolean =>
  condition !== undefined && (typeof condition !== 'object' || condition === null)
const isRange = (condition: Condition | undefined): boolean => {
  if (condition === undefined || isEqual(condition)) return false
  const { ends, oneOf } = partsOf(condition)
  return ends.length > 0 || oneOf.length > 0
}

/** Whether documents equal in the first fields come in the order of the sort. */
function isInOrder(fields: readonly string[], equal: number, sort: Sort): boolean {
  const tie = tieOf(sort)
  const left = sort.filter(([path]) => path !== '_id' && !fields.slice(0, equal).includes(path))
  return (
    left.length === fields.length - equal &&
    left.every(([path, direction], i) => path === fields[equal + i] && direction === tie)
  )
}

/** The declared index that gives all documents of a query in its order, and others between them. */
export const indexInOrder = (
  declared: readonly (readonly string[])[],
  { where = {} }: Filter,
  sort: Sort,
): readonly string[] | null =>
  declared.find((fields) => {
    const equal = fields.findIndex((path) => !isEqual(where[path]))
    return equal > 0 && isInOrder(fields, equal, sort)
  }) ?? null

/** The declared index that answers most of a query of one owner; null when none answers any. */
export function indexFor(
  declared: readonly (readonly string[])[],
  { where = {}, or, and, search }: Filter,
  sort: Sort,
): Plan | null {
  const asked = Object.keys(where).length
  const isAlone = or === undefined && and === undefined && search === undefined
  let best: (Plan & { readonly rank: number }) | null = null
  for (const fields of declared) {
    let equal = 0
    while (isEqual(where[fields[equal] ?? ''])) equal++
    const next = fields[equal] ?? ''
    const held = isRange(where[next]) ? equal + 1 : equal
    const inOrder = isInOrder(fields, equal, sort)
    const isWhole = isAlone && held === asked && (sort.length === 0 || inOrder)
    const rank = (isWhole ? 1_000 : 0) + held
    // The owner alone names all documents.
    if (!isWhole && held < 2) continue
    if (best !== null && rank <= best.rank) continue
    const answered = Object.fromEntries(
      fields.slice(0, held).map((path) => [path, where[path] ?? null]),
    )
    best = { fields, answered, isWhole, rank }
  }
  return best
}
