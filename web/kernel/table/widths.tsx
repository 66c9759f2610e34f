import type { RowData } from '@tanstack/react-table'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
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

/** Cells that never fit (a word wider than the page) end the widening. */
const MOST_PASSES = 5

type Needs = Readonly<Record<string, number>>
/** Whether the found widths are known, give or take a point. */
const isKnown = (known: Needs, found: Needs) =>
  Object.entries(found).every(([id, width]) => (known[id] ?? 0) + 1 > width)

const endOf = (cell: Element) => Number.parseFloat(getComputedStyle(cell).paddingInlineEnd)
const startOf = (cell: Element) => Number.parseFloat(getComputedStyle(cell).paddingInlineStart)

/** The space at which a line was broken. @unit pixels */
const BREAK_WIDTH = 4

/** Room of a cell's text on one line, also where it is cut or has two. @unit pixels */
function textWidth(cell: Element): number {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const box = cell.getBoundingClientRect()
  const isRtl = getComputedStyle(cell).direction === 'rtl'
  let widest = 0
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    const { left, right, width } = range.getBoundingClientRect()
    const lines = Array.from(range.getClientRects(), (line) => line.width + BREAK_WIDTH)
    const whole = lines.reduce((sum, line) => sum + line, -BREAK_WIDTH)
    // A text for readers of screens is a point.
    // A cut name of the other direction goes beyond the start of its cell.
    if (width > 1)
      widest = Math.max(widest, isRtl ? box.right - left : right - box.left, startOf(cell) + whole)
  }
  return Math.ceil(widest + endOf(cell))
}

/** Room of a figure that is cut; else 0. @unit pixels */
const cutWidth = (cell: Element): number =>
  cell.scrollWidth > cell.clientWidth ? Math.ceil(cell.scrollWidth + endOf(cell)) : 0

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
  const grown = useRef(0)
  const [needs, setNeeds] = useState<Needs>({})
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

  // Other columns and another width are measured again.
  const shape = `${page.width} ${columns.map(({ id }) => id).join(' ')}`
  useLayoutEffect(() => void (grown.current = 0), [shape])
  // Any render may bring wider figures; the same figures set nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const { current } = table
    if (current === null || page.width === 0 || grown.current === MOST_PASSES) return
    const found: Record<string, number> = {}
    for (const [index, { id, align, width }] of fitted.columns.entries()) {
      if (align !== 'fig' && width !== undefined) continue
      // The margin's column comes first.
      const cells = current.querySelectorAll(
        `${align === 'fig' ? 'tr' : ':is(thead tr, tbody tr:not(.group))'} > :nth-child(${index + 2})`,
      )
      const measured = align === 'fig' ? cutWidth : textWidth
      found[id] = Math.max(needs[id] ?? 0, ...Array.from(cells, measured))
    }
    if (isKnown(needs, found)) return
    grown.current += 1
    setNeeds({ ...needs, ...found })
  })
  return {
    ...fitted,
    columns: fitted.columns.map(withoutOrder),
  }
}
