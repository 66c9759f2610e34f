import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, ListFilter, Pencil, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, sortedFields, titleOf } from '#contract/records.ts'
import type { RecordSummary } from '#contract/records.schemas.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useOpenRow, useTableState } from '#web/kernel/table/table-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { dictionariesOf, fieldLabel, recordWord } from '#web/kernel/words/record-words.ts'
import { type FilterValues, filtersOf, onFilters, queryOf } from './record-filters.ts'
import { permissionTo, type RecordScreenProps } from './record-props.ts'
import { fieldAt, ownFields, valueAt } from './record-type.ts'
import { RecordValue } from './record-value.tsx'
import { listInput, oneRecordQuery, recordSummaryQuery } from './records.queries.ts'

/** The form and its libraries load while the list is read. */
const loadPanel = () => import('./record-panel.tsx')
const RecordPanel = lazy(async () => ({ default: (await loadPanel()).RecordPanel }))
const FilterChips = lazy(async () => ({ default: (await import('./record-filter-chips.tsx')).RecordFilterChips }))
const FilterBand = lazy(async () => ({ default: (await import('./record-filter-band.tsx')).RecordFilterBand }))

const NONE_FIXED: Readonly<Record<string, string>> = {}
const NONE_HIDDEN: readonly string[] = []
/** What a row has besides its fields. */
const NO_ROW = { id: '', version: 0, creationDate: 0, lastModificationDate: 0, createdBy: '', modifiedBy: '' }
const NO_REFERENCES: RecordSummary['references'] = {}

/** A whole screen from a record's declaration: list, search, filters, CSV, panel with form, history and deletion. */
export function RecordScreen(props: RecordScreenProps) {
  const { type, variant, hidden = NONE_HIDDEN, filter } = props
  // dictionary names are data; they are loaded here
  const { t } = useTranslation([...dictionariesOf(type)] as 'kernel'[])
  const { can } = useSession()
  const [{ q, view }, setWords] = useUrlState({ q: '', view: '', page: '' })
  const asked = useDeferredValue(q)
  const { openId } = useOpenRow()
  const fixed = useFixed(type, props.fixed)
  const word = (key: string) => recordWord(type, key, { variant }) ?? key
  const mayAdd = can(permissionTo(type, 'add'))
  const [, setOpen] = useUrlState({ open: '', view: '' })
  const openRow = (id: string, as: '' | 'form' | 'history' = '') => setOpen({ open: id, view: as }, 'push')
  const add = () => openRow('new')
  useAction(mayAdd ? { id: 'record.new', label: word('new'), icon: Plus, keys: 'n', run: add } : null)

  const left = useMemo(() => [...Object.keys(fixed), ...hidden], [fixed, hidden])
  const shownFields = ownFields(type, type.listed).filter((key) => !left.includes(key))
  const declared = columnsOf(type, shownFields)
  const columns = props.columns?.(declared) ?? declared

  const filters = useMemo(() => (filter ? [] : filtersOf(type, left)), [type, left, filter])
  const [values, setValues] = useFilterValues(filters)
  const on = onFilters(filters, values).length
  const [isBandOpen, setBandOpen] = useState(false)

  const sought = asked.trim()
  const query = {
    ...fixed,
    ...(filter?.on && filter.query),
    ...queryOf(filters, values),
    ...(sought && { q: sought }),
  }
  const usual = shownFields.find((key) => sortKey(type, key) !== null) ?? ''
  const place = useTableState(usual)
  const sort = serverSort(type, place.sort) ?? usual
  const list = usePage(
    [type.context, type.name, 'page', query, sort],
    ({ limit, cursor }) =>
      callPage(
        recordRoutes(type).list,
        listInput(type, query, { ...(sort && { sort }), limit: String(limit), ...(cursor && { cursor }) }),
      ),
    place,
  )
  const isRead = list.isSuccess
  useEffect(() => {
    if (isRead) void loadPanel()
  }, [isRead])
  const isNarrowed = Boolean(sought || filter?.on || on > 0)
  const isNaming = filters.some(({ field }) => field.references !== undefined) && (isBandOpen || on > 0)
  const whole = useQuery({ ...recordSummaryQuery(type, fixed), enabled: isNarrowed || isNaming }).data
  const sums = useQuery({ ...recordSummaryQuery(type, query), enabled: columns.some(({ total }) => total) }).data?.sums
  const count = isNarrowed ? whole?.count : list.data?.total
  const references = whole?.references ?? NO_REFERENCES
  // Without any record there is nothing to search or export: only "add" is shown.
  const none = count === 0
  const title = (row: RecordRow) => titleOf(type, row)
  const isOther = openId !== '' && openId !== 'new'
  const onPage = isOther ? list.data?.rows.find((row) => row.id === openId) : undefined
  const elsewhere = useQuery({ ...oneRecordQuery(type, openId), enabled: isOther && list.isSuccess && !onPage })
  const open = openId === 'new' ? null : (onPage ?? elsewhere.data)
  const clearFilters = () => {
    setWords({ q: '', page: '' })
    if (on > 0) setValues(Object.fromEntries(filters.map(({ name }) => [name, ''])))
    filter?.clear()
  }

  return (
    <>
      <PageHead
        title={word('title')}
        {...(none ? { ruled: true } : { sub: count !== undefined && recordWord(type, 'count', { variant, count }) })}
        actions={
          !none && (
            <>
              <CsvButton route={recordRoutes(type).list} input={listInput(type, query)} fileName={type.name} />
              {mayAdd && (
                <Button variant="primary" icon={Plus} onClick={add}>
                  {word('new')}
                </Button>
              )}
            </>
          )
        }
      />
      {!none && (
        <Row className="pb-3" ruled={props.above !== undefined && !isBandOpen}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SearchBox value={q} onChange={(to) => setWords({ q: to, page: '' })} label={t('table.search')} />
            {filter?.bar}
            {filters.length > 0 && (
              <Button
                size="sm"
                icon={ListFilter}
                aria-expanded={isBandOpen}
                onClick={() => setBandOpen(!isBandOpen)}
                end={on > 0 && <span className="count-dot">{on}</span>}
              >
                {t('fields:filter.open' as 'action.edit')}
              </Button>
            )}
            {on > 0 && (
              <Suspense fallback={null}>
                <FilterChips
                  type={type}
                  filters={filters}
                  values={values}
                  references={references}
                  onChange={setValues}
                />
              </Suspense>
            )}
          </div>
        </Row>
      )}
      {isBandOpen && !none && (
        <Suspense fallback={null}>
          <Row className="border-t border-line bg-surface-sunken py-4" ruled={props.above !== undefined}>
            <FilterBand type={type} filters={filters} values={values} references={references} onChange={setValues} />
          </Row>
        </Suspense>
      )}
      {(list.data?.total ?? 0) > 0 && props.above?.(query)}
      <DataTable
        caption={word('title')}
        columns={columns}
        source={{
          kind: 'paged',
          rows: list.data?.rows,
          total: list.data?.total ?? 0,
          ...(sums && { totals: totalsOf(columns, sums) }),
        }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => row.id}
        rowName={title}
        defaultSort={usual}
        onOpen={(row) => openRow(row.id)}
        empty={{
          title: word('empty.title'),
          body: word('empty.body'),
          action: mayAdd && (
            <Button variant="primary" icon={Plus} onClick={add}>
              {word('new')}
            </Button>
          ),
          ...(mayAdd && { actionKey: 'N' }),
          sample: props.sample,
        }}
        onClearFilters={isNarrowed && !none ? clearFilters : undefined}
        phone={(row) => ({
          title: title(row),
          ...(props.phone?.(row) ?? phoneRow(type, shownFields, row)),
        })}
        actions={(row) => [
          { label: t('action.edit'), icon: Pencil, onSelect: () => openRow(row.id, props.read ? 'form' : '') },
          { label: t('action.history'), icon: HistoryIcon, onSelect: () => openRow(row.id, 'history') },
        ]}
      />
      {list.data && <RemovedLink entity={type.name} />}
      {openId !== '' && (openId === 'new' || onPage || elsewhere.isSuccess || elsewhere.isError) && (
        <Suspense fallback={null}>
          <RecordPanel
            key={openId}
            {...props}
            fixed={fixed}
            row={open ?? null}
            missing={openId !== 'new' && !open}
            title={openId === 'new' ? word('new') : open ? title(open) : word('title')}
            view={view === 'history' ? 'history' : props.read && open && view !== 'form' ? 'read' : 'form'}
            onView={(to) => setOpen({ view: to === 'history' || (to === 'form' && props.read) ? to : '' })}
            onClose={() => setOpen({ open: '', view: '' })}
          />
        </Suspense>
      )}
    </>
  )
}

/** The fixed filter; records of a profile are those of the active one. */
function useFixed(type: RecordType, given: RecordScreenProps['fixed']): Readonly<Record<string, string>> {
  const { profileId } = useSession()
  return useMemo(
    () => (type.scope === 'profile' ? { ...given, profileId: String(profileId) } : (given ?? NONE_FIXED)),
    [type, given, profileId],
  )
}

/** Filters in the address, each as `f-` and its name: a field may have the name of one of the list's own parameters. */
function useFilterValues(
  filters: ReturnType<typeof filtersOf>,
): readonly [FilterValues, (change: FilterValues) => void] {
  const defaults = useMemo(
    () => Object.fromEntries([['page', ''], ...filters.map(({ name }) => [`f-${name}`, ''])]),
    [filters],
  )
  const [words, setWords] = useUrlState(defaults)
  const set = useCallback(
    (change: FilterValues) =>
      setWords({
        page: '',
        ...Object.fromEntries(Object.entries(change).map(([name, value]) => [`f-${name}`, value])),
      }),
    [setWords],
  )
  return [Object.fromEntries(filters.map(({ name }) => [name, words[`f-${name}`] ?? ''])), set]
}

/** A row on a phone: beside its name the first amount, then the next two fields. */
function phoneRow(type: RecordType, shown: readonly string[], row: RecordRow) {
  const rest = shown.filter((key) => !type.named.includes(key))
  const money = rest.find((key) => fieldAt(type, key)?.kind === 'money')
  const [status, note] = rest.filter((key) => key !== money)
  const cell = (key: string) => <RecordValue type={type} row={row} name={key} />
  return {
    ...(money !== undefined && { end: cell(money) }),
    ...(status !== undefined && {
      status: <span className="block truncate text-sm text-ink-muted">{cell(status)}</span>,
    }),
    ...(note !== undefined && { note: cell(note) }),
  }
}

/** Widths of kinds with a known length; the other columns share the rest. */
const WIDTHS: Readonly<Record<string, string>> = {
  siren: '132px',
  siret: '168px',
  money: '132px',
  integer: '112px',
  decimal: '112px',
  percent: '96px',
  duration: '112px',
  year: '96px',
  month: '140px',
  day: '132px',
  instant: '148px',
  boolean: '112px',
  currency: '96px',
  image: '96px',
  vatNumber: '168px',
  email: '224px',
  phone: '140px',
}
const FIGURES: ReadonlySet<string> = new Set(['money', 'integer', 'decimal', 'percent', 'duration'])
const DATES: ReadonlySet<string> = new Set(['day', 'instant', 'year', 'month'])

function columnsOf(type: RecordType, shown: readonly string[]): readonly Column<RecordRow>[] {
  return shown.map((key, index) => {
    const kind = fieldAt(type, key)?.kind ?? 'text'
    return {
      id: key,
      head: fieldLabel(type, key),
      cell: (row) => <RecordValue row={row} name={key} type={type} />,
      ...(sortKey(type, key) !== null && { sort: (row: RecordRow) => sortedBy(type, key, row) }),
      ...(FIGURES.has(kind) ? { align: 'fig' as const } : DATES.has(kind) ? { align: 'end' as const } : {}),
      ...(index > 2 ? { leaves: 'opt-1' as const } : index > 1 ? { leaves: 'opt-2' as const } : {}),
      ...(index > 0 && { className: 'text-ink-muted' }),
      ...(WIDTHS[kind] && { width: WIDTHS[kind] }),
    }
  })
}

/** A row's value in a sorted column. The server sorts: it only says that the column can be sorted. */
const sortedBy = (type: RecordType, key: string, row: RecordRow): string | number => {
  const value = valueAt(row, key)
  return typeof value === 'number' ? value : plainText(value)
}

/** The server's name of a column's order; null when it has none. */
const sortKey = (type: RecordType, column: string): string | null => {
  const key = column.split('.', 1)[0] ?? column
  return sortedFields(type).includes(key) ? key : null
}

/** The order that the address asks for, as the route takes it; null for one that there is not. */
function serverSort(type: RecordType, sort: string): string | null {
  const key = sortKey(type, sort.replace(/^-/, ''))
  return key !== null && sort.startsWith('-') ? `-${key}` : key
}

/** Totals of the columns that have one, of the only currency: the sums stand for a row. */
function totalsOf(columns: readonly Column<RecordRow>[], sums: RecordSummary['sums']): Record<string, ReactNode> {
  const [sum] = sums
  if (sum === undefined || sums.length > 1) return {}
  const row = { ...NO_ROW, ...sum.amounts, currency: sum.currency }
  return Object.fromEntries(columns.flatMap(({ id, total }) => (total ? [[id, total([row])]] : [])))
}
