import type { RowData } from '@tanstack/react-table'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/kernel/ui/states.tsx'
import { Ledger } from './ledger.tsx'
import { TableSkeleton } from './skeleton.tsx'
import type { DataTableProps } from './table-props.ts'

/**
 * The ledger. Sort, page, size and the open row are in the address
 * (`?sort=-dueDate&page=2&size=25&open=…`). J/K or arrow keys move between rows, Enter opens, Space
 * selects.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { source } = props
  if (props.error)
    return (
      <div className="border-t border-line-strong">
        <ErrorState error={props.error} onRetry={props.onRetry} />
      </div>
    )
  const { rows } = source
  if (!rows)
    return (
      <TableSkeleton
        columns={props.columns}
        caption={props.caption}
        marked={props.selection !== undefined}
        actions={props.actions !== undefined}
      />
    )
  if (rows.length === 0)
    return props.onClearFilters ? (
      <NoMatch onClear={props.onClearFilters} />
    ) : (
      <EmptyState {...props.empty} />
    )
  return <Ledger {...props} source={{ ...source, rows }} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('kernel')
  return (
    <Row className="border-t border-line-strong py-12">
      <h2 className="lead">{t('table.noMatch')}</h2>
      <Button className="mt-4" icon={X} onClick={onClear}>
        {t('table.clearFilters')}
      </Button>
    </Row>
  )
}
