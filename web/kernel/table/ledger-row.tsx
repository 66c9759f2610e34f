import type { RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import type { Column } from './columns.ts'
import type { LedgerProps } from './table-props.ts'
import type { LedgerState } from './use-ledger-state.ts'

const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"], [role="menuitem"]') !== null

/** A row that a link opens is scrolled to. */
const scrollTo = (row: HTMLTableRowElement | null) => row?.scrollIntoView?.({ block: 'nearest' })

/** A row with its margin, its cells and its menu. */
export function LedgerRow<T extends RowData>({
  ledger: { columns, rowId, rowName, indexBy, actions, selection },
  state: { openId, isSelected, select },
  row,
  above,
  open,
  onKeyDown,
}: {
  ledger: LedgerProps<T>
  state: LedgerState<T>
  row: T
  /** The row before it in its group. */
  above: T | undefined
  open: (row: T) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: T) => void
}) {
  const { t } = useTranslation('kernel')
  const isOpen = rowId(row) === openId
  return (
    <tr
      data-row
      ref={isOpen ? scrollTo : undefined}
      tabIndex={0}
      data-current={isOpen || undefined}
      aria-selected={selection ? isSelected(row) : undefined}
      onKeyDown={(event) => onKeyDown(event, row)}
      onClick={(event) => !isControl(event.target) && open(row)}
    >
      <td className="mg">
        {selection && (
          <input
            type="checkbox"
            className="check"
            aria-label={t('table.select', { name: rowName(row) })}
            checked={isSelected(row)}
            onChange={(event) => select([row], event.target.checked)}
          />
        )}
        {indexBy && <Index of={indexBy} row={row} above={above} />}
      </td>
      {columns.map((column, index) => (
        <Cell key={column.id} column={column} first={index === 0} row={row} />
      ))}
      {actions && (
        <td className="opt-1">
          <span className="acts flex justify-end">
            <DropMenu
              className="icon-btn"
              label={t('table.rowActions', { name: rowName(row) })}
              entries={actions(row)}
            >
              <Ellipsis size={17} />
            </DropMenu>
          </span>
        </td>
      )}
    </tr>
  )
}

function Cell<T>({ column, first, row }: { column: Column<T>; first: boolean; row: T }) {
  const className = clsx(
    first && 'first-column !font-medium',
    column.align,
    column.leaves,
    column.gap && 'xl:!ps-8',
    column.className,
  )
  return first ? (
    <th scope="row" className={className}>
      <span className="clip">{column.cell(row)}</span>
    </th>
  ) : (
    <td className={className}>
      <span className={column.align === undefined ? 'clip' : undefined}>{column.cell(row)}</span>
    </td>
  )
}

/**
 * The row's letter, once for all rows that share it. The names themselves tell it to a screen
 * reader.
 */
function Index<T>({ of, row, above }: { of: (row: T) => string; row: T; above: T | undefined }) {
  const text = of(row)
  if (above !== undefined && of(above) === text) return null
  return (
    <span className="font-serif text-lg text-ink-muted" aria-hidden="true">
      {text}
    </span>
  )
}
