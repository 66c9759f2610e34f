import type { RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import type { Column, Group } from './columns.ts'
import { LedgerHead } from './ledger-head.tsx'
import { LedgerRow } from './ledger-row.tsx'
import { Paging } from './paging.tsx'
import { PhoneList } from './phone-list.tsx'
import type { LedgerProps } from './table-props.ts'
import { type LedgerState, useLedgerState } from './use-ledger-state.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useFittedColumns, Widths } from './widths.tsx'

/** The rows as a ledger, or as a phone's list, with their totals, selection and paging. */
export function Ledger<T extends RowData>(props: LedgerProps<T>) {
  const { source, rowId, phone, onOpen, selection } = props
  const state = useLedgerState(props)
  const isNarrow = useNarrow()
  const open = (row: T) => (onOpen ? onOpen(row) : state.openRow(rowId(row)))
  const groupTotal: GroupTotal<T> = (group, column, members) =>
    source.kind === 'paged'
      ? group.totals?.[column.id]
      : column.total?.((group.rows as readonly T[] | undefined) ?? members)
  const lastTotal = props.columns.findLast((column) => column.total)

  return (
    <>
      {isNarrow ? (
        <PhoneList
          groups={state.groups}
          rowId={rowId}
          phone={phone}
          open={open}
          total={(group, members) => lastTotal && groupTotal(group, lastTotal, members)}
        />
      ) : (
        <LedgerTable ledger={props} state={state} open={open} groupTotal={groupTotal} />
      )}
      {selection && <SelectionBar selection={selection} state={state} />}
      <Paging {...state.paging} />
    </>
  )
}

type GroupTotal<T> = (group: Group, column: Column<T>, members: readonly T[]) => ReactNode

function LedgerTable<T extends RowData>({
  ledger,
  state,
  open,
  groupTotal,
}: {
  ledger: LedgerProps<T>
  state: LedgerState<T>
  open: (row: T) => void
  groupTotal: GroupTotal<T>
}) {
  const { caption, rowId, selection } = ledger
  const { groups, select } = state
  const body = useRef<HTMLTableElement>(null)
  const fitted = useFittedColumns(body, ledger.columns, ledger.actions !== undefined)
  const { columns } = fitted
  const { actions: _, ...withoutActions } = ledger
  const props: LedgerProps<T> = { ...(fitted.actions ? ledger : withoutActions), columns }
  const { actions } = props
  const walk = useRowKeys<T>(body, {
    open,
    select: selection && ((row) => select([row], !state.isSelected(row))),
  })
  return (
    <table className="ledger" ref={body}>
      <caption className="sr-only">{caption}</caption>
      <Widths columns={columns} widths={fitted.widths} actions={actions !== undefined} />
      <LedgerHead {...props} state={state} />
      {groups.map(({ group, rows: members }) => (
        <tbody key={group?.key ?? 'all'}>
          {group && (
            <tr className="group">
              <th scope="rowgroup" className="mg !text-sm !leading-5 !font-semibold !text-ink">
                {group.name}
              </th>
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={clsx(index === 0 && 'first-column', column.align, column.leaves)}
                >
                  {index === 0 ? group.text : groupTotal(group, column, members)}
                </td>
              ))}
              {actions && <td className="opt-1" />}
            </tr>
          )}
          {members.map((row, place) => (
            <LedgerRow
              key={rowId(row)}
              ledger={props}
              state={state}
              row={row}
              above={members[place - 1]}
              open={open}
              onKeyDown={walk}
            />
          ))}
        </tbody>
      ))}
      <Foot {...props} count={state.paging.count} />
    </table>
  )
}

/** Totals of all pages, where a column has one. */
function Foot<T extends RowData>({
  columns,
  source,
  totalLabel,
  actions,
  count,
}: LedgerProps<T> & { count: number }) {
  const { t } = useTranslation('kernel')
  const isPaged = source.kind === 'paged'
  if (isPaged ? source.totals === undefined : columns.every((column) => !column.total)) return null
  const totalOf = (column: Column<T>): ReactNode => {
    const total = isPaged ? source.totals?.[column.id] : column.total?.(source.rows)
    return total != null && <span className="total inline-block py-0.5">{total}</span>
  }
  return (
    <tfoot>
      <tr>
        <td className="mg" />
        {columns.map((column, index) => (
          // The label covers the empty cells after it. A column span would also count hidden
          // columns.
          <td
            key={column.id}
            className={clsx(
              index === 0 && 'first-column !font-normal whitespace-nowrap text-ink-muted',
              column.align,
              column.leaves,
            )}
          >
            {index === 0 ? (totalLabel ?? t('table.total', { count })) : totalOf(column)}
          </td>
        ))}
        {actions && <td className="opt-1" />}
      </tr>
    </tfoot>
  )
}

/** The number of selected rows, their sum, and their actions. */
function SelectionBar<T extends RowData>({
  selection,
  state: { selectedRows, clear },
}: {
  selection: NonNullable<LedgerProps<T>['selection']>
  state: LedgerState<T>
}) {
  const { t } = useTranslation('kernel')
  if (selectedRows.length === 0) return null
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('table.selection')}>
      <span className="font-semibold">{t('table.selected', { count: selectedRows.length })}</span>
      {selection.sum && <span>{selection.sum(selectedRows)}</span>}
      <span className="flex flex-wrap gap-1">
        {selection.actions(selectedRows, clear)}
        <IconButton icon={X} size={16} label={t('table.clearSelection')} onClick={clear} />
      </span>
    </div>
  )
}
