import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Pencil } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, titleOf } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { type ListAddress, serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { foldText } from '#contract/kernel/fold-text.values.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { dictionariesOf, recordWord } from '#web/kernel/words/record-words.ts'
import { loadRecordPanel, OpenedRecord, useOpenedRecord } from './opened-record.tsx'
import { columnsOf, phoneRow, sortKey, totalsOf } from './record-columns.tsx'
import { choiceWord, filtersBut } from './record-filters.ts'
import { permissionTo } from '#web/kernel/data/ability.ts'
import type { RecordScreenProps } from './record-props.ts'
import { ownFields } from './record-type.ts'
import { listInput, recordSummaryQuery } from './records.queries.ts'

const NONE_FIXED: Readonly<Record<string, string>> = {}
const NONE_HIDDEN: readonly string[] = []

/**
 * A whole screen from a record's declaration: list, search, filters, CSV, panel with form, history
 * and deletion.
 */
export function RecordScreen(props: RecordScreenProps) {
  const { type, variant, hidden = NONE_HIDDEN, filter } = props
  // dictionary names are data; they are loaded here
  const { t } = useTranslation([...dictionariesOf(type)] as 'kernel'[])
  const { can } = useSession()
  const [, setOpen] = useUrlState({ open: '', view: '' })
  const fixed = useFixed(type, props.fixed)
  const word = (key: string) => recordWord(type, key, { variant }) ?? key
  const mayAdd = !props.isMadeElsewhere && can(permissionTo(type, 'add'))
  const openRow = (id: string, as: '' | 'form' | 'history' = '') =>
    setOpen({ open: id, view: as }, 'push')

  const left = useMemo(() => [...Object.keys(fixed), ...hidden], [fixed, hidden])
  const shownFields = ownFields(type, type.listed).filter((key) => !left.includes(key))
  const declared = columnsOf(type, shownFields)
  const columns = props.columns?.(declared) ?? declared
  const usual = shownFields.find((key) => sortKey(type, key) !== null) ?? ''
  const sorts = Object.fromEntries(
    columns.flatMap(({ id }) => (sortKey(type, id) ? [[id, sortKey(type, id) ?? '']] : [])),
  )

  const fields = useMemo(() => filtersBut(type, left), [type, left])
  const address = useListAddress({
    words: filter?.words ?? NONE_HIDDEN,
    filters: fields,
    usualSort: usual,
  })
  const query = {
    ...fixed,
    ...(filter?.on && filter.query),
    ...filtersQuery(address.conditions),
    ...(address.asked && { q: address.asked }),
  }
  const sort = serverSort(address.place.sort, sorts, usual)
  const { list, count, sums } = useRecordList(type, {
    fixed,
    query,
    sort,
    address,
    isSummed: columns.some(({ total }) => total),
  })
  const title = (row: RecordRow) => titleOf(type, row)
  // A list in the order of its names is read as an address book.
  const byName = (sort === usual || sort === `-${usual}`) && type.fields[usual]?.kind === 'text'
  const opened = useOpenedRecord(type, list.data?.rows)

  return (
    <ListScreen
      title={word('title')}
      address={address}
      page={list}
      // Without any record there is nothing to search or export: only "add" is shown.
      isEmpty={count === 0}
      sub={count !== undefined && recordWord(type, 'count', { variant, count })}
      csv={
        <CsvButton
          route={recordEndpoints(type).list}
          input={listInput(type, query)}
          fileName={type.name}
        />
      }
      add={mayAdd ? { id: 'record.new', label: word('new'), onSelect: () => openRow('new') } : null}
      search={{ label: t('table.search') }}
      filters={{
        entity: type.name,
        fields,
        option: (field, value) => choiceWord(type, field, value),
      }}
      ruled={props.above !== undefined}
      bar={filter?.bar}
      above={(list.data?.total ?? 0) > 0 && props.above?.(query)}
      columns={columns}
      totals={sums && totalsOf(columns, sums)}
      rowId={(row) => row.id}
      rowName={title}
      onOpen={(row) => openRow(row.id)}
      indexBy={byName ? (row) => initialOf(plainText(row[usual])) : undefined}
      empty={{
        title: word('empty.title'),
        body: word('empty.body'),
        sample: props.sample,
        also: props.also,
      }}
      phone={(row) => ({
        title: title(row),
        ...(props.phone?.(row) ?? phoneRow(type, shownFields, row)),
      })}
      actions={(row) => [
        {
          label: t('action.edit'),
          icon: Pencil,
          onSelect: () => openRow(row.id, props.read ? 'form' : ''),
        },
        {
          label: t('action.history'),
          icon: HistoryIcon,
          onSelect: () => openRow(row.id, 'history'),
        },
      ]}
      {...(list.data && { removed: type.name })}
    >
      <OpenedRecord {...props} fixed={fixed} opened={opened} />
    </ListScreen>
  )
}

/** The rows of the list's page, how many there are without the user's filters, and their sums. */
function useRecordList(
  type: RecordType,
  {
    fixed,
    query,
    sort,
    address,
    isSummed,
  }: {
    fixed: Readonly<Record<string, string>>
    query: Readonly<Record<string, string>>
    sort: string
    address: Pick<ListAddress, 'place' | 'isNarrowed'>
    isSummed: boolean
  },
) {
  const list = usePage(
    [type.context, type.name, 'page', query, sort],
    ({ limit, cursor }) =>
      callPage(
        recordEndpoints(type).list,
        listInput(type, query, {
          ...(sort && { sort }),
          limit: String(limit),
          ...(cursor && { cursor }),
        }),
      ),
    address.place,
  )
  const isRead = list.isSuccess
  useEffect(() => {
    if (isRead) void loadRecordPanel()
  }, [isRead])
  const whole = useQuery({ ...recordSummaryQuery(type, fixed), enabled: address.isNarrowed }).data
  const summary = useQuery({ ...recordSummaryQuery(type, query), enabled: isSummed }).data
  return {
    list,
    count: address.isNarrowed ? whole?.count : list.data?.total,
    sums: summary?.sums,
  }
}

/** The letter that a name stands under in an index. */
const initialOf = (name: string) => (/^./u.exec(foldText(name))?.[0] ?? '').toUpperCase()

/** The fixed filter; records of a profile are those of the active one. */
function useFixed(
  type: RecordType,
  given: RecordScreenProps['fixed'],
): Readonly<Record<string, string>> {
  const { profileId } = useSession()
  return useMemo(
    () =>
      type.scope === 'profile' ? { ...given, profileId: String(profileId) } : (given ?? NONE_FIXED),
    [type, given, profileId],
  )
}
