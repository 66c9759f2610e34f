import type { RowData } from '@tanstack/react-table'
import { type RefObject, useLayoutEffect } from 'react'
import type { Column } from './columns.ts'

/** Widths of margin, columns and row actions. */
export const Widths = <T extends RowData>({
  columns,
  actions,
}: {
  columns: readonly Column<T>[]
  actions: boolean
}) => (
  <colgroup>
    <col style={{ width: 'var(--marge)' }} />
    {columns.map((column) => (
      <col
        key={column.id}
        className={column.leaves}
        style={column.width ? { width: column.width } : undefined}
      />
    ))}
    {actions && <col className="opt-1" style={{ width: '62px' }} />}
  </colgroup>
)

/** Narrower than this, a name says nothing. @unit pixels */
const NAME_WIDTH = 120

/**
 * Figures are never cut: a column of figures is as wide as the widest, and at least its minimum.
 * The other columns share the rest. Without room for names, the least important columns leave.
 */
export function useFigureWidths<T extends RowData>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<T>[],
): void {
  useLayoutEffect(() => {
    const { current } = table
    if (current === null) return
    current.classList.remove('tight')
    // The margin's column comes first.
    const cellsOf = (index: number) => current.querySelectorAll(`tr > :nth-child(${index + 2})`)
    const cols = current.querySelectorAll('col')
    let hasGrown = false
    for (const [index, { align, width }] of columns.entries()) {
      const col = cols[index + 1]
      if (align !== 'fig' || !col) continue
      col.style.width = width ?? ''
      let needed = 0
      for (const cell of cellsOf(index))
        if (cell.scrollWidth > cell.clientWidth)
          needed = Math.max(
            needed,
            cell.scrollWidth + Number.parseFloat(getComputedStyle(cell).paddingInlineEnd),
          )
      if (needed === 0) continue
      col.style.width = `${Math.ceil(needed)}px`
      hasGrown = true
    }
    const [name] = cellsOf(columns.findIndex(({ width }) => width === undefined))
    if (hasGrown && name && name.clientWidth < NAME_WIDTH) current.classList.add('tight')
  })
}
