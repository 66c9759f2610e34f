import type { RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ColumnEdge } from './column-edge.tsx'
import type { Column } from './columns.ts'
import type { LedgerProps } from './table-props.ts'
import type { LedgerState } from './use-ledger-state.ts'

/** The heads of a ledger's columns, which sort it, and the box that selects its page. */
export function LedgerHead<T extends RowData>({
  columns,
  actions,
  selection,
  state: { page, isSelected, select, sorting, sortBy },
}: LedgerProps<T> & { state: LedgerState<T> }) {
  const { t } = useTranslation('kernel')
  return (
    <thead>
      <tr>
        <th scope="col" className="mg">
          {selection ? (
            <input
              type="checkbox"
              className="check"
              aria-label={t('table.selectAll')}
              checked={page.length > 0 && page.every(isSelected)}
              onChange={(event) => select(page, event.target.checked)}
            />
          ) : (
            <span className="sr-only">{t('table.margin')}</span>
          )}
        </th>
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            first={index === 0}
            sorted={
              sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined
            }
            onSort={() => sortBy(column.id)}
          />
        ))}
        {actions && (
          <th scope="col" className="opt-1">
            <span className="sr-only">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<T extends RowData>({
  column,
  first,
  sorted,
  onSort,
}: {
  column: Column<T>
  first: boolean
  sorted: 'ascending' | 'descending' | undefined
  onSort: () => void
}) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={clsx(
        first && 'first-column',
        column.align,
        column.leaves,
        column.gap && 'xl:!ps-8',
      )}
      data-column={column.id}
      aria-sort={sorted}
    >
      {column.sort ? (
        <button type="button" onClick={onSort}>
          {column.head}
          {sorted && <Arrow size={12} />}
        </button>
      ) : (
        column.head
      )}
      <ColumnEdge id={column.id} />
    </th>
  )
}
