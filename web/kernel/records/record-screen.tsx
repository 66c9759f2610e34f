import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, ListFilter, Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, titleOf } from '#contract/records.ts'
import type { RecordSummary } from '#contract/records.schemas.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { useOpened } from '#web/kernel/list/use-opened.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { dictionariesOf, recordWord } from '#web/kernel/words/record-words.ts'
import { columnsOf, phoneRow, sortKey, totalsOf } from './record-columns.tsx'
import { type FilterValues, filtersOf, onFilters, queryOf } from './record-filters.ts'
import { permissionTo, type RecordScreenProps } from './record-props.ts'
import { ownFields } from './record-type.ts'
import { listInput, oneRecordQuery, recordSummaryQuery } from './records.queries.ts'

/** The form and its libraries load while the list is read. */
const loadPanel = () => import('./record-panel.tsx')
const RecordPanel = lazy(async () => ({ default: (await loadPanel()).RecordPanel }))
const FilterChips = lazy(async () => ({ default: (await import('./record-filter-chips.tsx')).RecordFilterChips }))
const FilterBand = lazy(async () => ({ default: (await import('./record-filter-band.tsx')).RecordFilterBand }))

const NONE_FIXED: Readonly<Record<string, string>> = {}
const NONE_HIDDEN: readonly string[] = []
const isRow = (id: string) => id !== 'new'
/** A filter's word in the address: a field may have the name of one of the list's own words. */
const inAddress = (name: string) => `f-${name}`
const NO_REFERENCES: RecordSummary['references'] = {}

/** A whole screen from a record's declaration: list, search, filters, CSV, panel with form, history and deletion. */
export function RecordScreen(props: RecordScreenProps) {
  const { type, variant, hidden = NONE_HIDDEN, filter } = props
  // dictionary names are data; they are loaded here
  const { t } = useTranslation([...dictionariesOf(type)] as 'kernel'[])
  const { can } = useSession()
  const [{ view }, setOpen] = useUrlState({ open: '', view: '' })
  const fixed = useFixed(type, props.fixed)
  const word = (key: string) => recordWord(type, key, { variant }) ?? key
  const mayAdd = can(permissionTo(type, 'add'))
  const openRow = (id: string, as: '' | 'form' | 'history' = '') => setOpen({ open: id, view: as }, 'push')

  const left = useMemo(() => [...Object.keys(fixed), ...hidden], [fixed, hidden])
  const shownFields = ownFields(type, type.listed).filter((key) => !left.includes(key))
  const declared = columnsOf(type, shownFields)
  const columns = props.columns?.(declared) ?? declared
  const usual = shownFields.find((key) => sortKey(type, key) !== null) ?? ''
  const sorts = Object.fromEntries(
    columns.flatMap(({ id }) => (sortKey(type, id) ? [[id, sortKey(type, id) ?? '']] : [])),
  )

  const filters = useMemo(() => (filter ? [] : filtersOf(type, left)), [type, left, filter])
  const words = [...(filter?.words ?? NONE_HIDDEN), ...filters.map(({ name }) => inAddress(name))]
  const address = useListAddress({ words, usualSort: usual })
  const values = Object.fromEntries(filters.map(({ name }) => [name, address.words[inAddress(name)] ?? '']))
  const setValues = (change: FilterValues) =>
    address.narrow(Object.fromEntries(Object.entries(change).map(([name, value]) => [inAddress(name), value])))
  const on = onFilters(filters, values).length
  const [isBandOpen, setBandOpen] = useState(false)

  const query = {
    ...fixed,
    ...(filter?.on && filter.query),
    ...queryOf(filters, values),
    ...(address.asked && { q: address.asked }),
  }
  const sort = serverSort(address.place.sort, sorts, usual)
  const list = usePage(
    [type.context, type.name, 'page', query, sort],
    ({ limit, cursor }) =>
      callPage(
        recordRoutes(type).list,
        listInput(type, query, { ...(sort && { sort }), limit: String(limit), ...(cursor && { cursor }) }),
      ),
    address.place,
  )
  const isRead = list.isSuccess
  useEffect(() => {
    if (isRead) void loadPanel()
  }, [isRead])
  const isNaming = filters.some(({ field }) => field.references !== undefined) && (isBandOpen || on > 0)
  const whole = useQuery({ ...recordSummaryQuery(type, fixed), enabled: address.isNarrowed || isNaming }).data
  const sums = useQuery({ ...recordSummaryQuery(type, query), enabled: columns.some(({ total }) => total) }).data?.sums
  const count = address.isNarrowed ? whole?.count : list.data?.total
  const references = whole?.references ?? NO_REFERENCES
  // Without any record there is nothing to search or export: only "add" is shown.
  const none = count === 0
  const title = (row: RecordRow) => titleOf(type, row)
  const { openId, row: open, isKnown } = useOpened(list.data?.rows, (id) => oneRecordQuery(type, id), isRow)

  return (
    <ListScreen
      title={word('title')}
      address={address}
      page={list}
      isEmpty={none}
      sub={count !== undefined && recordWord(type, 'count', { variant, count })}
      csv={<CsvButton route={recordRoutes(type).list} input={listInput(type, query)} fileName={type.name} />}
      add={mayAdd ? { id: 'record.new', label: word('new'), onSelect: () => openRow('new') } : null}
      search={{ label: t('table.search') }}
      ruled={props.above !== undefined && !isBandOpen}
      bar={
        <>
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
              <FilterChips type={type} filters={filters} values={values} references={references} onChange={setValues} />
            </Suspense>
          )}
        </>
      }
      above={
        <>
          {isBandOpen && !none && (
            <Suspense fallback={null}>
              <Row className="border-t border-line bg-surface-sunken py-4" ruled={props.above !== undefined}>
                <FilterBand
                  type={type}
                  filters={filters}
                  values={values}
                  references={references}
                  onChange={setValues}
                />
              </Row>
            </Suspense>
          )}
          {(list.data?.total ?? 0) > 0 && props.above?.(query)}
        </>
      }
      columns={columns}
      totals={sums && totalsOf(columns, sums)}
      rowId={(row) => row.id}
      rowName={title}
      onOpen={(row) => openRow(row.id)}
      empty={{ title: word('empty.title'), body: word('empty.body'), sample: props.sample }}
      phone={(row) => ({ title: title(row), ...(props.phone?.(row) ?? phoneRow(type, shownFields, row)) })}
      actions={(row) => [
        { label: t('action.edit'), icon: Pencil, onSelect: () => openRow(row.id, props.read ? 'form' : '') },
        { label: t('action.history'), icon: HistoryIcon, onSelect: () => openRow(row.id, 'history') },
      ]}
      {...(list.data && { removed: type.name })}
    >
      {(openId === 'new' || isKnown) && (
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
    </ListScreen>
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
