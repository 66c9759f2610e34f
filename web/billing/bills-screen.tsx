import { useQuery } from '@tanstack/react-query'
import { Building2, Calendar, ChevronDown, Grid3x3 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BILL_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill, BillSummary } from '#contract/billing/billing.schemas.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { thisYear } from '#web/kernel/words/formats.ts'
import { Amount, Code } from '#web/kernel/ui/values.tsx'
import { parseMonth } from '#web/kernel/words/year-month.ts'
import { BILL_SORTS, useBillColumns } from './bill-columns.tsx'
import { billGroups, countOf } from './bill-groups.tsx'
import { BillStatus, signOf } from './bill-state.tsx'
import { VIEWS } from './bill-list-filter.ts'
import { offerFor, useBillable, useMonthNames } from './billable.queries.ts'
import { type BillListFilters, billSummaryQuery, TOUCHED } from './bills.queries.ts'
import { SelectionActs } from './selection-acts.tsx'
import { MonthButton } from './month-button.tsx'
import { Sum, Sums, sumsOf } from './currency-sums.tsx'
import { useBillActs } from './use-bill-acts.ts'

// Dialogs need the form library, so they are loaded when they are opened; the sample, when the list
// is empty.
const BillSample = lazy(async () => ({ default: (await import('./bill-sample.tsx')).BillSample }))
const MonthDialog = lazy(async () => ({
  default: (await import('./month-dialog.tsx')).MonthDialog,
}))
const NewBillDialog = lazy(async () => ({
  default: (await import('./new-bill-dialog.tsx')).NewBillDialog,
}))

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
  const { place, view } = address
  const { year, client } = address.words
  const [{ new: making, month: monthWord, contract }, setMaking] = useUrlState({
    new: '',
    month: '',
    contract: '',
  })
  const [removing, setRemoving] = useState<Bill | null>(null)
  const { open, actions } = useBillActs({ onRemove: setRemoving })
  const nameOf = (bill: Bill) => bill.ref || t('list.draftOf', { client: bill.client })
  const remove = useWrite(billRoutes.remove, {
    invalidates: TOUCHED,
    done: () => ({ kind: 'deleted', name: removing ? nameOf(removing) : '' }),
    onDone: () => setRemoving(null),
  })

  const mayAdd = can('perm_billing_add')
  const billable = useBillable(profileId)
  const offer = billable.data ? offerFor(billable.data, {}) : null
  const names = useMonthNames()
  const make = (what: 'bill' | 'month') => setMaking({ new: what }, 'push')
  useAction(
    mayAdd && offer
      ? {
          id: 'billing.month',
          label: names.bill(offer),
          icon: Grid3x3,
          keys: 'm',
          run: () => make('month'),
        }
      : null,
  )

  const filters: BillListFilters = {
    ...(view !== 'all' && { status: view }),
    ...(/^20\d\d$/.test(year) && { year: Number(year) }),
    ...(client && { clientId: client }),
    ...(address.asked && { q: address.asked }),
    ...filtersQuery(address.conditions),
  }
  const query = { ...filters, sort: serverSort(place.sort, BILL_SORTS, '-number') }
  const page = usePage(
    ['billing', 'bill', 'page', profileId, query],
    (at) => callPage(billRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(billSummaryQuery(profileId, filters)).data
  const profile = summary?.profile
  const totals = summary?.totals ?? []
  const oneCurrency = totals.length <= 1
  const columns = useBillColumns(oneCurrency, totals[0]?.currency ?? 'EUR')
  const years = [...new Set([thisYear(), ...(profile?.years ?? [])])].sort((a, b) => b - a)
  const clients = (profile?.clients ?? []).toSorted((a, b) =>
    a.name.localeCompare(b.name, language),
  )
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

  if (profileId === '')
    return (
      <NoProfile page={t('bill.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
    )
  return (
    <ListScreen
      title={t('bill.title')}
      address={address}
      page={page}
      isEmpty={profile && profile.count === 0}
      sub={profile && <StateLine totals={profile.totals} />}
      csv={
        <CsvButton
          route={billRoutes.list}
          input={{ params: { profileId }, query: filters }}
          fileName={t('list.file')}
        />
      }
      acts={mayAdd && offer && <MonthButton offer={offer} onClick={() => make('month')} />}
      add={
        mayAdd ? { id: 'billing.new', label: t('bill.new'), onSelect: () => make('bill') } : null
      }
      tabs={{
        label: t('list.views'),
        of: VIEWS.map((one) => ({
          view: one,
          label: t(`view.${one}`),
          count: summary?.views[one],
        })),
      }}
      search={{ label: t('list.search'), narrow: true }}
      filters={{
        entity: 'bill',
        fields: BILL_LIST_FILTERS,
        currency: totals[0]?.currency ?? 'EUR',
      }}
      bar={
        <>
          <DropMenu
            className="btn btn-sm"
            label={t('list.year')}
            entries={[
              {
                label: t('list.allYears'),
                chosen: year === '',
                onSelect: () => address.narrow({ year: '' }),
              },
              ...years.map(String).map((one) => ({
                label: one,
                chosen: year === one,
                onSelect: () => address.narrow({ year: one }),
              })),
            ]}
          >
            <Calendar size={16} strokeWidth={1.7} aria-hidden="true" />
            {year || t('list.year')}
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
          </DropMenu>
          <DropMenu
            className="btn btn-sm max-w-[220px]"
            label={t('list.client')}
            entries={[
              {
                label: t('list.allClients'),
                chosen: client === '',
                onSelect: () => address.narrow({ client: '' }),
              },
              ...clients.map(({ id, name }) => ({
                label: <bdi>{name}</bdi>,
                chosen: client === id,
                onSelect: () => address.narrow({ client: id }),
              })),
            ]}
          >
            <Building2 size={16} strokeWidth={1.7} aria-hidden="true" />
            <bdi className="truncate">
              {clients.find(({ id }) => id === client)?.name ?? t('list.client')}
            </bdi>
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          </DropMenu>
        </>
      }
      columns={columns}
      totals={{
        totalHT: <Sums sums={sumsOf(totals, (sum) => sum.totalHT)} symbol={!oneCurrency} />,
        totalTTC: <Sums sums={sumsOf(totals, (sum) => sum.totalTTC)} symbol={!oneCurrency} />,
      }}
      rowId={(bill) => bill.id}
      rowName={nameOf}
      groupBy={BY_TIME.has(place.sort.replace(/^-/, '')) ? groupBy : undefined}
      totalLabel={totalLabel(summary)}
      onOpen={(bill) => open(bill)}
      actions={actions}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        sample: (
          <Suspense fallback={null}>
            <BillSample />
          </Suspense>
        ),
      }}
      phone={(bill) => ({
        title: bill.client || t('list.noClient'),
        end: <Amount major={signOf(bill) * bill.totalTTC} currency={bill.currency} />,
        status: <BillStatus bill={bill} />,
        note: bill.ref ? <Code value={bill.ref} /> : t('list.noRef'),
      })}
      selection={{
        sum: (chosen) => <Sum bills={chosen} of={(bill) => bill.totalTTC} symbol />,
        actions: (chosen) => <SelectionActs chosen={chosen} profileId={profileId} />,
      }}
      removed="bill"
    >
      <Suspense fallback={null}>
        {making === 'bill' && mayAdd && (
          <NewBillDialog
            contractId={contract}
            onClose={() => setMaking({ new: '', contract: '' })}
          />
        )}
        {making === 'month' && mayAdd && (
          <MonthDialog
            profileId={profileId}
            start={parseMonth(monthWord) ?? undefined}
            onClose={() => setMaking({ new: '', month: '' })}
          />
        )}
      </Suspense>
      <ConfirmRemoval
        open={removing !== null}
        onClose={() => setRemoving(null)}
        name={removing ? nameOf(removing) : ''}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() =>
          removing && remove.mutate({ params: { profileId: removing.profileId, id: removing.id } })
        }
      />
    </ListScreen>
  )

  function totalLabel({ months = [], totals: counted = [] }: Partial<BillSummary> = {}): string {
    const [shown, issued] = [countOf(months), countOf(counted)]
    return t(issued === shown ? 'list.total' : 'list.totalIssued', { count: issued })
  }
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
