import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Ellipsis, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { localeOf } from '#web/kernel/words/languages.ts'
import { type Column, type Group, groupsOf } from './columns.ts'
import { Paging } from './paging.tsx'
import { PhoneList } from './phone-list.tsx'
import type { DataTableProps, Shown } from './table-props.ts'
import { useOpenRow, useTableState } from './table-state.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useFigureWidths, Widths } from './widths.tsx'

const NONE_SELECTED: ReadonlyMap<string, never> = new Map<string, never>()

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
/** The rows as a ledger, or as a phone's list, with their totals, selection and paging. */
export function Ledger<T extends RowData>({
  caption,
  columns,
  source,
  rowId,
  rowName,
  phone,
  defaultSort,
  groupBy,
  indexBy,
  totalLabel,
  onOpen,
  actions,
  selection,
}: DataTableProps<T> & { source: Shown<T> }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { sorting, pagination, isPageSaid, sortBy, goTo, resize } = useTableState(defaultSort)
  const { rows } = source
  const count = source.kind === 'paged' ? source.total : rows.length
  const { openId, openRow } = useOpenRow()
  // Rows as they were when they were selected: those of another page are not read again.
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(NONE_SELECTED)
  const body = useRef<HTMLTableElement>(null)
  useFigureWidths(body, columns)

  const definitions = useMemo((): ColumnDef<typeof features, T>[] => {
    const compare = new Intl.Collator(localeOf(language), { numeric: true, sensitivity: 'base' })
    const sortFn: SortFn<typeof features, T> = (a, b, id) => {
      const [x, y] = [
        a.getValue<string | number | boolean | null>(id),
        b.getValue<string | number | boolean | null>(id),
      ]
      if (typeof x === 'string' && typeof y === 'string') return compare.compare(x, y)
      return Number(x ?? -Infinity) - Number(y ?? -Infinity)
    }
    return columns.map((column) => ({
      id: column.id,
      accessorFn: (row: T) => column.sort?.(row) ?? null,
      enableSorting: column.sort !== undefined,
      sortFn,
    }))
  }, [columns, language])

  // The requested page may not exist any more, if a filter left fewer rows.
  const pageCount = Math.max(1, Math.ceil(count / pagination.pageSize))
  const asked = Math.min(pagination.pageIndex, pageCount - 1)
  const isPaged = source.kind === 'paged'
  const table = useTable({
    features,
    columns: definitions,
    data: rows as T[], // the table never changes it
    getRowId: rowId,
    manualSorting: isPaged,
    state: { sorting },
  })
  const inOrder = table.getSortedRowModel().rows.map((row) => row.original)
  // A row that is opened by a link is shown on its page.
  const openAt = isPaged || isPageSaid ? -1 : inOrder.findIndex((row) => rowId(row) === openId)
  const pageIndex = openAt < 0 ? asked : Math.floor(openAt / pagination.pageSize)
  const from = pageIndex * pagination.pageSize
  const page = isPaged ? rows : inOrder.slice(from, from + pagination.pageSize)
  const groups = groupsOf(page, groupBy)
  const onPage = new Map(rows.map((row) => [rowId(row), row]))
  const chosen = !selection
    ? []
    : isPaged
      ? Array.from(selected, ([id, row]) => onPage.get(id) ?? row)
      : rows.filter((row) => selected.has(rowId(row)))
  const open = (row: T) => (onOpen ? onOpen(row) : openRow(rowId(row)))
  const totals = isPaged ? source.totals : undefined
  const totalOf = (column: Column<T>): ReactNode => {
    const total = isPaged ? totals?.[column.id] : column.total?.(rows)
    return total != null && <span className="total inline-block py-0.5">{total}</span>
  }
  const groupTotal = (group: Group, column: Column<T>, members: readonly T[]): ReactNode =>
    isPaged
      ? group.totals?.[column.id]
      : column.total?.((group.rows as readonly T[] | undefined) ?? members)
  const lastTotal = columns.findLast((column) => column.total)
  const hasTotals = isPaged ? totals !== undefined : columns.some((column) => column.total)
  const clear = () => setSelected(NONE_SELECTED)
  const select = (some: readonly T[], on: boolean) =>
    setSelected((before) => {
      const after = new Map(before)
      for (const row of some)
        if (on) after.set(rowId(row), row)
        else after.delete(rowId(row))
      return after
    })

  const walk = useRowKeys<T>(body, {
    open,
    select: selection && ((row) => select([row], !selected.has(rowId(row)))),
  })
  const showOpenRow = useCallback(
    (row: HTMLTableRowElement | null) => row?.scrollIntoView?.({ block: 'nearest' }),
    [],
  )

  return (
    <>
      <div className="max-md:hidden">
        <table className="ledger" ref={body}>
          <caption className="sr-only">{caption}</caption>
          <Widths columns={columns} actions={actions !== undefined} />
          <thead>
            <tr>
              <th scope="col" className="mg">
                {selection ? (
                  <input
                    type="checkbox"
                    className="check"
                    aria-label={t('table.selectAll')}
                    checked={page.length > 0 && page.every((row) => selected.has(rowId(row)))}
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
                    sorting[0]?.id === column.id
                      ? sorting[0].desc
                        ? 'descending'
                        : 'ascending'
                      : undefined
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
              {members.map((row, place) => {
                const id = rowId(row)
                return (
                  <tr
                    key={id}
                    data-row
                    ref={openId === id ? showOpenRow : undefined}
                    tabIndex={0}
                    data-current={openId === id || undefined}
                    aria-selected={selection ? selected.has(id) : undefined}
                    onKeyDown={(event) => walk(event, row)}
                    onClick={(event) => !isControl(event.target) && open(row)}
                  >
                    <td className="mg">
                      {selection && (
                        <input
                          type="checkbox"
                          className="check"
                          aria-label={t('table.select', { name: rowName(row) })}
                          checked={selected.has(id)}
                          onChange={(event) => select([row], event.target.checked)}
                        />
                      )}
                      {indexBy && <Index of={indexBy} row={row} above={members[place - 1]} />}
                    </td>
                    {columns.map((column, index) => {
                      const className = clsx(
                        index === 0 && 'first-column !font-medium',
                        column.align,
                        column.leaves,
                        column.gap && 'xl:!ps-8',
                        column.className,
                      )
                      return index === 0 ? (
                        <th key={column.id} scope="row" className={className}>
                          <span className="clip">{column.cell(row)}</span>
                        </th>
                      ) : (
                        <td key={column.id} className={className}>
                          <span className={column.align === undefined ? 'clip' : undefined}>
                            {column.cell(row)}
                          </span>
                        </td>
                      )
                    })}
                    {actions && (
                      <td className="opt-1">
                        <span className="acts flex justify-end">
                          <DropMenu
                            className="icon-btn"
                            label={t('table.rowActions', { name: rowName(row) })}
                            entries={actions(row)}
                          >
                            <Ellipsis size={17} strokeWidth={1.7} aria-hidden="true" />
                          </DropMenu>
                        </span>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          ))}
          {hasTotals && (
            <tfoot>
              <tr>
                <td className="mg" />
                {columns.map((column, index) => (
                  // The label covers the empty cells after it. A column span would also count
                  // hidden columns.
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
          )}
        </table>
      </div>
      <PhoneList
        groups={groups}
        rowId={rowId}
        phone={phone}
        open={open}
        total={(group, members) => lastTotal && groupTotal(group, lastTotal, members)}
      />
      {selection && chosen.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={t('table.selection')}>
          <span className="font-semibold">{t('table.selected', { count: chosen.length })}</span>
          {selection.sum && <span>{selection.sum(chosen)}</span>}
          <span className="flex flex-wrap gap-1">
            {selection.actions(chosen, clear)}
            <IconButton icon={X} size={16} label={t('table.clearSelection')} onClick={clear} />
          </span>
        </div>
      )}
      <Paging
        count={count}
        page={pageIndex + 1}
        size={pagination.pageSize}
        onPage={goTo}
        onSize={resize}
      />
    </>
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

const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"], [role="menuitem"]') !== null

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
      aria-sort={sorted}
    >
      {column.sort ? (
        <button type="button" onClick={onSort}>
          {column.head}
          {sorted && <Arrow size={12} strokeWidth={1.7} aria-hidden="true" />}
        </button>
      ) : (
        column.head
      )}
    </th>
  )
}
