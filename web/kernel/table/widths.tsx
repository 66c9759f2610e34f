import type { RowData } from '@tanstack/react-table'
import type { Column } from './columns.ts'

/** The margin, the columns, the acts on a row. */
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
