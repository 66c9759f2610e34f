type Row = Readonly<Record<string, unknown>>
/**
 * A change of a row in a list. `row` counts from 1 in the later list; for a removed row, in the
 * earlier one.
 */
export type RowChange =
  | { readonly what: 'added' | 'removed'; readonly row: number; readonly values: Row }
  | {
      readonly what: 'changed'
      readonly row: number
      readonly field: string
      readonly from: unknown
      readonly to: unknown
    }

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Pairs of equal rows in the order of both lists, as many as possible (longest common subsequence).
 */
function unchanged(
  from: readonly Row[],
  to: readonly Row[],
): readonly (readonly [number, number])[] {
  const length = Array.from({ length: from.length + 1 }, () =>
    Array.from({ length: to.length + 1 }, () => 0),
  )
  const at = (i: number, j: number) => length[i]?.[j] ?? 0
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      // both are in range
      length[i]![j] = same(from[i], to[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < from.length && j < to.length; )
    if (same(from[i], to[j])) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  return pairs
}

/**
 * Compares two states of a list, row by row. Between unchanged rows, rows at the same place were
 * changed; the others were removed or added.
 */
export function rowChanges(from: readonly Row[], to: readonly Row[]): readonly RowChange[] {
  const changes: RowChange[] = []
  let [i, j] = [0, 0]
  for (const [endFrom, endTo] of [...unchanged(from, to), [from.length, to.length] as const]) {
    for (; i < endFrom && j < endTo; i++, j++)
      changes.push(...fieldChanges(from[i] ?? {}, to[j] ?? {}, j + 1))
    for (; i < endFrom; i++) changes.push({ what: 'removed', row: i + 1, values: from[i] ?? {} })
    for (; j < endTo; j++) changes.push({ what: 'added', row: j + 1, values: to[j] ?? {} })
    i = endFrom + 1
    j = endTo + 1
  }
  return changes
}

const fieldChanges = (from: Row, to: Row, row: number): readonly RowChange[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !same(from[field], to[field]))
    .map((field) => ({ what: 'changed', row, field, from: from[field], to: to[field] }))
