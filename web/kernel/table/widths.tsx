import type { RowData } from '@tanstack/react-table'
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
      <col key={column.id} className={column.leaves} style={column.width ? { width: column.width } : undefined} />
    ))}
    {actions && <col className="opt-1" style={{ width: '62px' }} />}
  </colgroup>
)
