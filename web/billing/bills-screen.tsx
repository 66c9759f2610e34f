import { useQuery } from '@tanstack/react-query'
import { Building2, Calendar, Grid3x3 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BILL_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { BillSummary } from '#contract/billing/billing.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { NarrowMenu } from '#web/kernel/list/narrow-menu.tsx'
import { type ListAddress, serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import type { ReadFirst } from '#web/kernel/shell/first-page.ts'
import { ROWS } from '#web/kernel/table/table-state.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { type CallInput, callPage } from '#web/kernel/data/client.ts'
import { firstPageQuery, usePage } from '#web/kernel/data/pages.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { thisYear } from '#web/kernel/words/formats.ts'
import { parseMonth } from '#web/kernel/words/year-month.ts'
import { BILL_SORTS, useBillColumns } from './bill-columns.tsx'
import { billGroups, countOf } from './bill-groups.tsx'
import { BillStatus, signOf } from './bill-state.tsx'
import { VIEWS } from './bill-list-filter.ts'
import { billableQuery, offerFor, useBillable, useMonthNames } from './billable.queries.ts'
import { type BillListFilters, billSummaryQuery, TOUCHED } from './bills.queries.ts'
import { SelectionActs } from './selection-acts.tsx'
import { MonthButton } from './month-button.tsx'
import { Sum, Sums, sumsOf } from './currency-sums.tsx'
import { useBillActs } from './use-bill-acts.ts'
import { useDocumentList } from './use-document-list.tsx'
import { late } from '#web/kernel/ui/late.tsx'

// Dialogs need the form library, so they are loaded when they are opened; the sample, when the list
// is empty.
const BillSample = late(async () => (await import('./bill-sample.tsx')).BillSample)
const MonthDialog = late(async () => (await import('./month-dialog.tsx')).MonthDialog)
const NewBillDialog = late(async () => (await import('./new-bill-dialog.tsx')).NewBillDialog)

const SeriesDialog = late(async () => (await import('./series-dialog.tsx')).SeriesDialog)

/** Columns in whose order a month's bills stay together. */
const BY_TIME: ReadonlySet<string> = new Set(['ref', 'issueDate'])

/** The bills of the active profile, by month, the drafts first. */
export function BillsScreen() {
  const { t } = useTranslation(['billing', 'kernel'])
  const { language } = usePreferences()
  const { can, profileId } = useSession()
  const address = useListAddress({
    views: VIEWS,
    words: ['year', 'client'],
    filters: BILL_LIST_FILTERS,
    usualSort: '-ref',
  })
  const { place } = address
  const [{ new: making, month, contract }, setMaking] = useUrlState({
    new: '',
    month: '',
    contract: '',
  })
  const { filters, page, summary } = useFoundBills(profileId, address)
  const profile = summary?.profile
  const documents = useDocumentList({
    context: 'billing',
    entity: 'bill',
    address,
    page,
    summary,
    views: VIEWS,
    viewName: (view) => t(`view.${view}`),
    fields: BILL_LIST_FILTERS,
    remove: billRoutes.remove,
    touched: TOUCHED,
    amountOf: (bill) => signOf(bill) * bill.totalTTC,
    status: (bill) => <BillStatus bill={bill} />,
  })
  const { oneCurrency } = documents
  const { open, actions } = useBillActs({ onRemove: documents.setRemoving })
  const columns = useBillColumns(oneCurrency, documents.currency)
  const groupBy = useMemo(
    () =>
      billGroups(summary?.months ?? [], language, !oneCurrency, {
        draft: t('list.toFinish'),
        drafts: (count) => t('list.drafts', { count }),
        pieces: (count) => t('list.pieces', { count }),
        preparing: t('list.preparing'),
      }),
    [summary, language, oneCurrency, t],
  )
  const mayAdd = can('perm_billing_add')
  const make = (what: 'bill' | 'month' | 'numbers') => setMaking({ new: what }, 'push')
  const [shown, issued] = [countOf(summary?.months ?? []), countOf(summary?.totals ?? [])]

  if (profileId === '') return documents.noProfile
  return (
    <ListScreen
      {...documents.list}
      isEmpty={profile && profile.count === 0}
      sub={profile && <StateLine totals={profile.totals} />}
      csv={
        <CsvButton
          route={billRoutes.list}
          input={{ params: { profileId }, query: filters }}
          fileName={t('list.file')}
        />
      }
      acts={
        <>
          <Button variant="quiet" onClick={() => make('numbers')}>
            {t('series.act')}
          </Button>
          {mayAdd && <BillMonth profileId={profileId} onMake={() => make('month')} />}
        </>
      }
      add={
        mayAdd ? { id: 'billing.new', label: t('bill.new'), onSelect: () => make('bill') } : null
      }
      bar={<YearAndClient address={address} profile={profile} />}
      columns={columns}
      groupBy={BY_TIME.has(place.sort.replace(/^-/, '')) ? groupBy : undefined}
      totalLabel={t(issued === shown ? 'list.total' : 'list.totalIssued', { count: issued })}
      onOpen={(bill) => open(bill)}
      actions={actions}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        sample: <BillSample />,
      }}
      selection={{
        sum: (chosen) => <Sum bills={chosen} of={(bill) => bill.totalTTC} symbol />,
        actions: (chosen) => <SelectionActs chosen={chosen} profileId={profileId} />,
      }}
    >
      {making === 'bill' && mayAdd && (
        <NewBillDialog contractId={contract} onClose={() => setMaking({ new: '', contract: '' })} />
      )}
      {making === 'numbers' && (
        <SeriesDialog profileId={profileId} onClose={() => setMaking({ new: '' })} />
      )}
      {making === 'month' && mayAdd && (
        <MonthDialog
          profileId={profileId}
          start={parseMonth(month) ?? undefined}
          onClose={() => setMaking({ new: '', month: '' })}
        />
      )}
      {documents.removal}
    </ListScreen>
  )
}

type Address = ListAddress<(typeof VIEWS)[number], 'year' | 'client'>

const USUAL_SORT = '-number'
/** The list of bills, as `usePage` takes it. */
const billList = (
  profileId: string,
  query: BillListFilters & {
    readonly sort: NonNullable<CallInput<typeof billRoutes.list>['query']>['sort']
  },
) =>
  [
    ['billing', 'bill', 'page', profileId, query],
    (at: object) =>
      callPage(billRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
  ] as const

export const readFirst: ReadFirst = (queries, { profileId, can }) => [
  queries.prefetchQuery(firstPageQuery(...billList(profileId, { sort: USUAL_SORT }), ROWS)),
  queries.prefetchQuery(billSummaryQuery(profileId, {})),
  ...(can('perm_timesheet_menu') ? [queries.prefetchQuery(billableQuery(profileId))] : []),
]

/** The bills that the address names, and what the server sums of them. */
function useFoundBills(profileId: string, address: Address) {
  const { view, place, conditions } = address
  const { year, client } = address.words
  const filters: BillListFilters = {
    ...(view !== 'all' && { status: view }),
    ...(/^20\d\d$/.test(year) && { year: Number(year) }),
    ...(client && { clientId: client }),
    ...(address.asked && { q: address.asked }),
    ...filtersQuery(conditions),
  }
  const query = { ...filters, sort: serverSort(place.sort, BILL_SORTS, USUAL_SORT) }
  const page = usePage(...billList(profileId, query), { ...place, enabled: profileId !== '' })
  return { filters, page, summary: useQuery(billSummaryQuery(profileId, filters)).data }
}

/** Bills the month that has days to bill; nothing without one. */
function BillMonth({ profileId, onMake }: { profileId: string; onMake: () => void }) {
  const names = useMonthNames()
  const { t } = useTranslation('billing')
  const { data: billable, isLoading } = useBillable(profileId)
  const offer = billable ? offerFor(billable, {}) : null
  useAction(
    offer && {
      id: 'billing.month',
      label: names.bill(offer),
      icon: Grid3x3,
      keys: 'm',
      run: onMake,
    },
  )
  if (isLoading)
    return (
      <span className="btn invisible" aria-hidden="true">
        {t('bill.new')}
      </span>
    )
  return offer && <MonthButton offer={offer} onClick={onMake} />
}

/** The year and the client that narrow the list. */
function YearAndClient({
  address,
  profile,
}: {
  address: Address
  profile: BillSummary['profile'] | undefined
}) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { year, client } = address.words
  const years = [...new Set([thisYear(), ...(profile?.years ?? [])])].sort((a, b) => b - a)
  const clients = (profile?.clients ?? []).toSorted((a, b) =>
    a.name.localeCompare(b.name, language),
  )
  return (
    <>
      <NarrowMenu
        icon={Calendar}
        label={t('list.year')}
        all={t('list.allYears')}
        value={year}
        choices={years.map((one) => ({ value: String(one), name: String(one) }))}
        onChoose={(one) => address.narrow({ year: one })}
      />
      <NarrowMenu
        icon={Building2}
        label={t('list.client')}
        all={t('list.allClients')}
        value={client}
        choices={clients.map(({ id, name }) => ({ value: id, name }))}
        onChoose={(one) => address.narrow({ client: one })}
      />
    </>
  )
}

/** "16 620,00 € à encaisser, dont 3 120,00 € en retard". */
function StateLine({ totals }: { totals: BillSummary['profile']['totals'] }) {
  const { t } = useTranslation('billing')
  const owed = totals.filter(({ outstanding }) => outstanding > 0)
  const late = owed.filter(({ lateAmount }) => lateAmount > 0)
  if (owed.length === 0) return t('list.nothingOwed')
  return (
    <>
      <Sums sums={sumsOf(owed, (sum) => sum.outstanding)} symbol /> {t('list.owed')}
      {late.length > 0 && (
        <>
          {t('list.ofWhich')}{' '}
          <span className="font-medium text-negative">
            <Sums sums={sumsOf(late, (sum) => sum.lateAmount)} symbol /> {t('list.late')}
          </span>
        </>
      )}
    </>
  )
}
