import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, ListFilter, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, referenceName, titleOf } from '#contract/records.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useOpenRow } from '#web/kernel/table/table-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { foldText } from '#web/kernel/words/fold-text.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { dictionariesOf, fieldLabel, recordWord } from '#web/kernel/words/record-words.ts'
import { RecordFilterChips } from './record-filter-chips.tsx'
import { type FilterValues, filtersOf, keepsRow, onFilters, queryOf } from './record-filters.ts'
import { permissionTo, type RecordScreenProps } from './record-props.ts'
import { fieldAt, ownFields, valueAt } from './record-type.ts'
import { RecordValue } from './record-value.tsx'
import { listInput, recordQuery } from './records.queries.ts'

/** The form and its libraries load while the list is read. */
const loadPanel = () => import('./record-panel.tsx')
const RecordPanel = lazy(async () => ({ default: (await loadPanel()).RecordPanel }))
const FilterBand = lazy(async () => ({ default: (await import('./record-filter-band.tsx')).RecordFilterBand }))

const NONE_FIXED: Readonly<Record<string, string>> = {}
const NONE_HIDDEN: readonly string[] = []

/** A whole screen from a record's declaration: list, search, filters, CSV, panel with form, history and deletion. */
export function RecordScreen(props: RecordScreenProps) {
  const { type, variant, hidden = NONE_HIDDEN, filter } = props
  // dictionary names are data; they are loaded here
  const { t } = useTranslation([...dictionariesOf(type)] as 'kernel'[])
  const { can } = useSession()
  const [{ q, view }, setWords] = useUrlState({ q: '', view: '' })
  const asked = useDeferredValue(q)
  const { openId } = useOpenRow()
  const fixed = useFixed(type, props.fixed)
  const list = useQuery(recordQuery(type, fixed))
  const word = (key: string) => recordWord(type, key, { variant }) ?? key
  const mayAdd = can(permissionTo(type, 'add'))
  const isRead = list.isSuccess
  useEffect(() => {
    if (isRead) void loadPanel()
  }, [isRead])
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

  const found = list.data?.filter(
    (row) =>
      (!filter?.on || filter.keeps(row)) &&
      keepsRow(filters, values, row) &&
      (asked.trim() === '' ||
        type.searched.some((path) => foldText(plainText(valueAt(row, path))).includes(foldText(asked.trim())))),
  )
  // Without any record there is nothing to search or export: only "add" is shown.
  const none = list.data?.length === 0
  const title = (row: RecordRow) => titleOf(type, row)
  const open = openId === 'new' ? null : list.data?.find((row) => row.id === openId)
  const clearFilters = () => {
    if (q) setWords({ q: '' })
    if (on > 0) setValues(Object.fromEntries(filters.map(({ name }) => [name, ''])))
    filter?.clear()
  }

  return (
    <>
      <PageHead
        title={word('title')}
        {...(none
          ? { ruled: true }
          : { sub: list.data && recordWord(type, 'count', { variant, count: list.data.length }) })}
        actions={
          !none && (
            <>
              <CsvButton
                route={recordRoutes(type).list}
                input={listInput(type, fixed, {
                  ...(filter?.on && filter.query),
                  ...queryOf(filters, values),
                  ...(q && { q }),
                })}
                fileName={type.name}
              />
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
            <SearchBox value={q} onChange={(to) => setWords({ q: to })} label={t('table.search')} />
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
            <RecordFilterChips
              type={type}
              filters={filters}
              values={values}
              rows={list.data ?? []}
              onChange={setValues}
            />
          </div>
        </Row>
      )}
      {isBandOpen && !none && list.data && (
        <Suspense fallback={null}>
          <Row className="border-t border-line bg-surface-sunken py-4" ruled={props.above !== undefined}>
            <FilterBand type={type} filters={filters} values={values} rows={list.data} onChange={setValues} />
          </Row>
        </Suspense>
      )}
      {found && found.length > 0 && props.above?.(found)}
      <DataTable
        caption={word('title')}
        columns={columns}
        source={{ kind: 'whole', rows: found }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => row.id}
        rowName={title}
        defaultSort={shownFields[0] ?? ''}
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
        onClearFilters={(q || filter?.on || on > 0) && list.data?.length ? clearFilters : undefined}
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
      {openId !== '' && (openId === 'new' || list.data) && (
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
  const defaults = useMemo(() => Object.fromEntries(filters.map(({ name }) => [`f-${name}`, ''])), [filters])
  const [words, setWords] = useUrlState(defaults)
  const set = useCallback(
    (change: FilterValues) =>
      setWords(Object.fromEntries(Object.entries(change).map(([name, value]) => [`f-${name}`, value]))),
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
      sort: (row) => sortedBy(type, key, row),
      ...(FIGURES.has(kind) ? { align: 'fig' as const } : DATES.has(kind) ? { align: 'end' as const } : {}),
      ...(index > 2 ? { leaves: 'opt-1' as const } : index > 1 ? { leaves: 'opt-2' as const } : {}),
      ...(index > 0 && { className: 'text-ink-muted' }),
      ...(WIDTHS[kind] && { width: WIDTHS[kind] }),
    }
  })
}

/** Sort value of a column: a reference's name, an address's town, year and month, a list's length. */
function sortedBy(type: RecordType, key: string, row: RecordRow): string | number {
  const field = fieldAt(type, key)
  const value = valueAt(row, key)
  if (field?.kind === 'reference') return plainText(row[referenceName(key)])
  if (field?.kind === 'address') return plainText(valueAt(row, `${key}.city`))
  if (field?.kind === 'month') return Number(row[field.yearField ?? ''] ?? 0) * 12 + Number(value ?? 0)
  if (Array.isArray(value)) return value.length
  return typeof value === 'string' ? value : Number(value ?? 0)
}
