import type { RowData } from '@tanstack/react-table'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Column } from './columns.ts'
import { useColumnChoice } from './column-choice.ts'
import { fitColumns } from './fitted.ts'

/** Widths of margin, columns and row actions. */
export const Widths = <T extends RowData>({
  columns,
  widths = {},
  actions,
}: {
  columns: readonly Column<T>[]
  widths?: Readonly<Record<string, string>>
  actions: boolean
}) => (
  <colgroup>
    <col style={{ width: 'var(--marge)' }} />
    {columns.map((column) => {
      const width = widths[column.id] ?? column.width
      return <col key={column.id} className={column.leaves} style={width ? { width } : undefined} />
    })}
    {actions && <col className="opt-1" style={{ width: '62px' }} />}
  </colgroup>
)

/** Room decides in a measured table; the style sheet's own order is for the others. */
function withoutOrder<T extends RowData>(column: Column<T>): Column<T> {
  const { leaves, ...rest } = column
  return leaves === undefined ? column : rest
}

const isSame = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) =>
  Object.keys(b).every((key) => Math.abs((a[key] ?? 0) - (b[key] ?? 0)) < 1)

/**
 * The columns that there is room for. Figures are never cut: a column of figures is as wide as the
 * widest. The least important columns leave before the name has less than it needs.
 */
export function useFittedColumns<T extends RowData>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<T>[],
  hasActions: boolean,
) {
  const [choice] = useColumnChoice()
  const [page, setPage] = useState({ width: 0, margin: 0 })
  const [needs, setNeeds] = useState<Readonly<Record<string, number>>>({})
  const fitted = fitColumns(columns, { ...page, actions: hasActions }, needs, choice)

  useLayoutEffect(() => {
    const { current } = table
    if (current === null || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const margin = current.querySelector('col')
      setPage((before) => {
        const width = current.clientWidth
        return before.width === width
          ? before
          : { width, margin: margin ? Number.parseFloat(getComputedStyle(margin).width) || 0 : 0 }
      })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [table])

  // Any render may bring wider figures; the same figures set nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const { current } = table
    if (current === null) return
    const found: Record<string, number> = {}
    for (const [index, { id, align }] of fitted.columns.entries()) {
      if (align !== 'fig') continue
      // The margin's column comes first.
      for (const cell of current.querySelectorAll(`tr > :nth-child(${index + 2})`))
        if (cell.scrollWidth > cell.clientWidth)
          found[id] = Math.max(
            found[id] ?? 0,
            Math.ceil(
              cell.scrollWidth + Number.parseFloat(getComputedStyle(cell).paddingInlineEnd),
            ),
          )
    }
    if (!isSame(needs, found)) setNeeds({ ...needs, ...found })
  })
  return {
    ...fitted,
    columns: fitted.columns.map(withoutOrder),
  }
}
