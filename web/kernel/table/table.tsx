import {
  type ColumnDef,
  type RowData,
  type RowSelectionState,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Ellipsis, X } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmptyStateProps } from '#web/kernel/ui/states.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { localeOf } from '#web/kernel/words/languages.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { Paging, SIZES } from './paging.tsx'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { EmptyState, ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'

export type Column<T> = {
  /** Names the column in `?sort=`. */
  readonly id: string
  readonly head: string
  readonly cell: (row: T) => ReactNode
  /** Its sort value; a column without one is not sortable. */
  readonly sort?: (row: T) => string | number | boolean | null
  /** `fig` for figures: right-aligned in every language. `end` for dates. */
  readonly align?: 'start' | 'end' | 'fig'
  /** CSS width; columns without one share the rest. */
  readonly width?: string
  /**
   * Order in which columns are hidden when space is short: `fact`, then `opt-1`, then `opt-2`. Name, status and total
   * stay.
   */
  readonly leaves?: 'fact' | 'opt-1' | 'opt-2'
  /** Subtotal of a group and total of the filtered rows. */
  readonly total?: (rows: readonly T[]) => ReactNode
  readonly className?: string
  /** More space before it on a wide screen: a start-aligned column after figures. */
  readonly gap?: boolean
}

/** Two lines of a phone: name and amount, then status and number. */
export type PhoneRow = {
  readonly title: ReactNode
  readonly end?: ReactNode
  readonly status?: ReactNode
  readonly note?: ReactNode
}
export type Group = {
  readonly key: string /** Short, in the margin. */
  readonly name: ReactNode /** In full, on a phone. */
  readonly longName?: ReactNode /** Its content: "2 pièces". */
  readonly text?: ReactNode /** Subtotal on a phone; the last column's total when absent. */
  readonly total?: ReactNode /** All its rows, on every page, for the subtotals. The rows on this page when absent. */
  readonly rows?: readonly unknown[]
}

export type DataTableProps<T extends RowData> = {
  /** The table's name for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<T>[]
  /** The rows after the screen's filters; undefined while loading. */
  readonly rows: readonly T[] | undefined
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly rowId: (row: T) => string
  /** Label of a row for screen readers: for its checkbox and menu. */
  readonly rowName: (row: T) => string
  /** Shown when there are no rows at all. */
  readonly empty: EmptyStateProps
  /** With it, a filter is active: an empty list says "nothing matches" and offers to clear it. */
  readonly onClearFilters?: (() => void) | undefined
  readonly phone: (row: T) => PhoneRow
  /** `id` or `-id` for descending; '' keeps the given order. */
  readonly defaultSort: string
  readonly groupBy?: (row: T) => Group
  /** Says what the totals cover. */
  readonly totalLabel?: string
  /** Opens a row; without it, `?open=<id>` is set and the screen shows its panel. */
  readonly onOpen?: (row: T) => void
  readonly actions?: (row: T) => readonly MenuEntry[]
  /** Turns on checkboxes. */
  readonly selection?: {
    readonly sum?: (rows: readonly T[]) => ReactNode
    readonly actions: (rows: readonly T[], clear: () => void) => ReactNode
  }
}

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})
const ROWS = 10
const NO_ROWS: readonly never[] = []

/**
 * The ledger. Sort, page, size and the open row are in the address (`?sort=-dueDate&page=2&size=25&open=…`). J/K or
 * arrow keys move between rows, Enter opens, Space selects.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  if (props.error)
    return (
      <div className="border-t border-line-strong">
        <ErrorState error={props.error} onRetry={props.onRetry} />
      </div>
    )
  if (!props.rows)
    return (
      <TableSkeleton
        columns={props.columns}
        caption={props.caption}
        marked={props.selection !== undefined}
        actions={props.actions !== undefined}
      />
    )
  if (props.rows.length === 0)
    return props.onClearFilters ? <NoMatch onClear={props.onClearFilters} /> : <EmptyState {...props.empty} />
  return <Ledger {...props} rows={props.rows} />
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

/** `?open=`: which row's panel is open. */
export function useOpenRow() {
  const [{ open }, set] = useUrlState({ open: '' })
  return { openId: open, openRow: (id: string) => set({ open: id }, 'push'), closeRow: () => set({ open: '' }) }
}

function useTableState(defaultSort: string) {
  const [state, set] = useUrlState({ sort: defaultSort, page: '1', size: String(ROWS) })
  const size = SIZES.includes(Number(state.size)) ? Number(state.size) : ROWS
  const page = Math.max(1, Math.trunc(Number(state.page)) || 1)
  return {
    sorting: state.sort === '' ? [] : [{ id: state.sort.replace(/^-/, ''), desc: state.sort.startsWith('-') }],
    pagination: { pageIndex: page - 1, pageSize: size },
    sortBy: (id: string) => set({ sort: state.sort === id ? `-${id}` : id, page: '1' }),
    goTo: (to: number) => set({ page: String(to) }),
    resize: (to: number) => set({ size: String(to), page: '1' }),
  }
}

function Ledger<T extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  rowName,
  phone,
  defaultSort,
  groupBy,
  totalLabel,
  onOpen,
  actions,
  selection,
}: DataTableProps<T> & { rows: readonly T[] }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { sorting, pagination, sortBy, goTo, resize } = useTableState(defaultSort)
  const { openId, openRow } = useOpenRow()
  const [selected, setSelected] = useState<RowSelectionState>({})
  const body = useRef<HTMLTableElement>(null)

  const definitions = useMemo((): ColumnDef<typeof features, T>[] => {
    const compare = new Intl.Collator(localeOf(language), { numeric: true, sensitivity: 'base' })
    const inOrder: SortFn<typeof features, T> = (a, b, id) => {
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
      sortFn: inOrder,
    }))
  }, [columns, language])

  // The requested page may not exist any more, if a filter left fewer rows.
  const pageCount = Math.max(1, Math.ceil(rows.length / pagination.pageSize))
  const shownPage = { ...pagination, pageIndex: Math.min(pagination.pageIndex, pageCount - 1) }
  const table = useTable({
    features,
    columns: definitions,
    data: (rows ?? NO_ROWS) as T[], // the table never changes it
    getRowId: rowId,
    state: { sorting, pagination: shownPage, rowSelection: selected },
    onRowSelectionChange: setSelected,
    autoResetPageIndex: false,
  })

  const page = table.getRowModel().rows.map((row) => row.original)
  const groups = groupsOf(page, groupBy)
  const chosen = selection ? rows.filter((row) => selected[rowId(row)]) : []
  const open = (row: T) => (onOpen ? onOpen(row) : openRow(rowId(row)))
  const hasTotals = columns.some((column) => column.total)
  const clear = () => setSelected({})
  const select = (ids: readonly string[], on: boolean) =>
    setSelected((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))),
      ...(on && Object.fromEntries(ids.map((id) => [id, true as const]))),
    }))

  const walk = (event: KeyboardEvent<HTMLElement>, row: T) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const list = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    const at = list.indexOf(event.currentTarget)
    const key = event.key.toLowerCase()
    if (key === 'enter') open(row)
    else if (key === ' ' && selection) select([rowId(row)], !selected[rowId(row)])
    else if (key === 'j' || key === 'arrowdown') list[at + 1]?.focus()
    else if (key === 'k' || key === 'arrowup') list[at - 1]?.focus()
    else if (key === 'home') list[0]?.focus()
    else if (key === 'end') list.at(-1)?.focus()
    else return
    event.preventDefault()
  }

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
                    checked={page.length > 0 && page.every((row) => selected[rowId(row)])}
                    onChange={(event) => select(page.map(rowId), event.target.checked)}
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
                  sorted={sorting[0]?.id === column.id ? (sorting[0].desc ? 'descending' : 'ascending') : undefined}
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
                    <td key={column.id} className={clsx(index === 0 && 'c1', column.align, column.leaves)}>
                      {index === 0 ? group.text : column.total?.((group.rows as readonly T[] | undefined) ?? members)}
                    </td>
                  ))}
                  {actions && <td className="opt-1" />}
                </tr>
              )}
              {members.map((row) => {
                const id = rowId(row)
                return (
                  <tr
                    key={id}
                    data-row
                    tabIndex={0}
                    data-current={openId === id || undefined}
                    aria-selected={selection ? Boolean(selected[id]) : undefined}
                    onKeyDown={(event) => walk(event, row)}
                    onClick={(event) => !isControl(event.target) && open(row)}
                  >
                    <td className="mg">
                      {selection && (
                        <input
                          type="checkbox"
                          className="check"
                          aria-label={t('table.select', { name: rowName(row) })}
                          checked={Boolean(selected[id])}
                          onChange={(event) => select([id], event.target.checked)}
                        />
                      )}
                    </td>
                    {columns.map((column, index) => {
                      const className = clsx(
                        index === 0 && 'c1 !font-medium',
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
                          <span className={column.align === undefined ? 'clip' : undefined}>{column.cell(row)}</span>
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
                  // The label covers the empty cells after it. A column span would also count hidden columns.
                  <td
                    key={column.id}
                    className={clsx(
                      index === 0 && 'c1 !font-normal whitespace-nowrap text-ink-muted',
                      column.align,
                      column.leaves,
                    )}
                  >
                    {index === 0
                      ? (totalLabel ?? t('table.total', { count: rows.length }))
                      : column.total && <span className="total inline-block py-0.5">{column.total(rows)}</span>}
                  </td>
                ))}
                {actions && <td className="opt-1" />}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <PhoneList groups={groups} rowId={rowId} phone={phone} open={open} columns={columns} />
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
        count={rows.length}
        page={shownPage.pageIndex + 1}
        size={pagination.pageSize}
        onPage={goTo}
        onSize={resize}
      />
    </>
  )
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menu"], [role="menuitem"]') !== null

/** Widths of margin, columns and row actions. */
const Widths = <T extends RowData>({ columns, actions }: { columns: readonly Column<T>[]; actions: boolean }) => (
  <colgroup>
    <col style={{ width: 'var(--marge)' }} />
    {columns.map((column) => (
      <col key={column.id} className={column.leaves} style={column.width ? { width: column.width } : undefined} />
    ))}
    {actions && <col className="opt-1" style={{ width: '62px' }} />}
  </colgroup>
)

/** Consecutive rows of the same group. A sort that scatters a group repeats its name. */
function groupsOf<T extends RowData>(rows: readonly T[], groupBy: ((row: T) => Group) | undefined) {
  const groups: { group: Group | null; rows: T[] }[] = []
  for (const row of rows) {
    const group = groupBy?.(row) ?? null
    const last = groups.at(-1)
    if (last && last.group?.key === group?.key) last.rows.push(row)
    else
      groups.push({
        group: group && {
          ...group,
          key: groups.some((g) => g.group?.key === group.key) ? `${group.key} ${groups.length}` : group.key,
        },
        rows: [row],
      })
  }
  return groups
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
      className={clsx(first && 'c1', column.align, column.leaves, column.gap && 'xl:!ps-8')}
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

function PhoneList<T extends RowData>({
  groups,
  rowId,
  phone,
  open,
  columns,
}: {
  groups: readonly { group: Group | null; rows: readonly T[] }[]
  rowId: (row: T) => string
  phone: (row: T) => PhoneRow
  open: (row: T) => void
  columns: readonly Column<T>[]
}) {
  const total = columns.findLast((column) => column.total)?.total
  return (
    <div className="border-t border-line-strong md:hidden">
      <Row>
        {groups.map(({ group, rows }) => (
          <section key={group?.key ?? 'all'} className={group ? 'pt-4' : undefined}>
            {group && (
              <h2 className="flex items-baseline justify-between border-b border-line-strong pb-1.5">
                <span className="h2 inline-block first-letter:uppercase">{group.longName ?? group.name}</span>
                <span className="text-sm text-ink-muted">
                  {group.total ?? total?.((group.rows as readonly T[] | undefined) ?? rows)}
                </span>
              </h2>
            )}
            <ul className="phone-list">
              {rows.map((row) => {
                const { title, end, status, note } = phone(row)
                return (
                  <li key={rowId(row)}>
                    <button type="button" className="row" onClick={() => open(row)}>
                      <span className="truncate font-medium">
                        <bdi>{title}</bdi>
                      </span>
                      <span className="text-end font-medium">{end}</span>
                      <span className="min-w-0">{status}</span>
                      <span className="text-end text-xs leading-[18px] text-ink-subtle">{note}</span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </Row>
    </div>
  )
}

const BONES = [62, 96, 58, 74, 110, 50, 84, 70]

/** Eight placeholder rows at the columns' widths. */
function TableSkeleton<T extends RowData>({
  columns,
  caption,
  marked,
  actions,
}: {
  columns: readonly Column<T>[]
  caption: string
  marked: boolean
  actions: boolean
}) {
  const { t } = useTranslation('kernel')
  return (
    <Loading label={t('table.loading', { name: caption })}>
      <table className="ledger max-md:hidden">
        <Widths columns={columns} actions={actions} />
        <thead>
          <tr>
            <th className="mg" />
            {columns.map((column, index) => (
              <th
                key={column.id}
                className={clsx(index === 0 && 'c1', column.align, column.leaves, column.gap && 'xl:!ps-8')}
              >
                {column.head}
              </th>
            ))}
            {actions && <th className="opt-1" />}
          </tr>
        </thead>
        <tbody>
          {BONES.map((width, line) => (
            <tr key={width}>
              <td className="mg">{marked && <span className="bone ms-auto w-4" />}</td>
              {columns.map((column, index) => (
                <td key={column.id} className={clsx(index === 0 && 'c1', column.leaves, column.gap && 'xl:!ps-8')}>
                  <span
                    className={clsx('bone', column.align && 'ms-auto')}
                    style={{ width: `${BONES[(line + index * 3) % BONES.length]}px`, maxWidth: '100%' }}
                  />
                </td>
              ))}
              {actions && <td className="opt-1" />}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="md:hidden">
        <Row>
          {BONES.slice(0, 5).map((width) => (
            <Fragment key={width}>
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-line py-4">
                <span className="bone" style={{ width: `${width + 40}px` }} />
                <span className="bone" style={{ width: '70px' }} />
                <span className="bone" style={{ width: `${width}px` }} />
                <span className="bone ms-auto" style={{ width: '54px' }} />
              </div>
            </Fragment>
          ))}
        </Row>
      </div>
    </Loading>
  )
}
