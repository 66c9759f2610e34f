import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A width whose pixels can be counted: least, share of the page, most. */
export type ColumnWidth = `${number}px` | `clamp(${number}px, ${number}cqi, ${number}px)`

export type Column<T> = {
  /** Names the column in `?sort=`. */
  readonly id: string
  readonly head: string
  readonly cell: (row: T) => ReactNode
  /** Sort value; a column without one is not sortable. */
  readonly sort?: (row: T) => string | number | boolean | null
  /** `fig` for figures: right-aligned in every language. `end` for dates. */
  readonly align?: 'start' | 'end' | 'fig'
  /** Least and most of it; columns without one share the rest. */
  readonly width?: ColumnWidth
  /**
   * Order in which columns leave when space is short: `fact`, then `opt-1`, then `opt-2`. Of one
   * rank the last leaves first. Others follow; the name and the last column stay.
   */
  readonly leaves?: 'fact' | 'opt-1' | 'opt-2'
  /** Subtotal of a group and total of the filtered rows. */
  readonly total?: (rows: readonly T[]) => ReactNode
  /**
   * Says who or what the row is: others leave before its texts are cut. Of several the first one
   * always stays.
   */
  readonly names?: true
  readonly className?: string
  /** More space before it on a wide screen: a start-aligned column after figures. */
  readonly gap?: boolean
}

/** Two lines of a phone: name and amount, then status and number. */
export type PhoneRow = {
  readonly title: ReactNode
  readonly end?: ReactNode
  readonly status?: ReactNode
  readonly note?: ReactNode
}
export type Group = {
  readonly key: string
  /** Short, in the margin. */
  readonly name: ReactNode
  /** In full, on a phone. */
  readonly longName?: ReactNode
  /** Content: "2 pièces". */
  readonly text?: ReactNode
  /** Subtotal on a phone; the last column's total when absent. */
  readonly total?: ReactNode
  /** All its rows, on every page, for the subtotals. The rows on this page when absent. */
  readonly rows?: readonly unknown[]
  /** Subtotals by column, which the server sums over every page. */
  readonly totals?: Readonly<Record<string, ReactNode>>
}

/** Consecutive rows of the same group. A sort that scatters a group repeats its name. */
export function groupsOf<T extends RowData>(
  rows: readonly T[],
  groupBy: ((row: T) => Group) | undefined,
) {
  const groups: { group: Group | null; rows: T[] }[] = []
  for (const row of rows) {
    const group = groupBy?.(row) ?? null
    const last = groups.at(-1)
    if (last && last.group?.key === group?.key) last.rows.push(row)
    else
      groups.push({
        group: group && {
          ...group,
          key: groups.some((g) => g.group?.key === group.key)
            ? `${group.key} ${groups.length}`
            : group.key,
        },
        rows: [row],
      })
  }
  return groups
}
