import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Calendar,
  ChevronDown,
  Copy,
  FileDown,
  Grid3x3,
  Plus,
  SquareArrowOutUpRight,
  Trash2,
  Undo2,
  Banknote,
} from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing.routes.ts'
import type { Bill, BillSummary } from '#contract/billing.schemas.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column, Group } from '#web/kernel/table/columns.ts'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useTableState } from '#web/kernel/table/table-state.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { currencySymbol, thisYear } from '#web/kernel/words/formats.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { parseMonth } from '#web/kernel/words/year-month.ts'
import { BillStatus, signOf } from './bill-state.tsx'
import { pdfOf } from './bill-files.ts'
import { isView, listDay, VIEWS, yearOf } from './bill-list-filter.ts'
import { offerFor, useBillable, useMonthNames } from './billable.queries.ts'
import { type BillListFilters, billSummaryQuery, TOUCHED } from './bills.queries.ts'
import { SelectionActs } from './selection-acts.tsx'
import { MonthButton } from './month-button.tsx'
import { Sum, Sums, sumsOf } from './currency-sums.tsx'
import { useDuplicate } from './duplicate.ts'

// Dialogs need the form library, so they are loaded when they are opened; the sample, when the list is empty.
const BillSample = lazy(async () => ({ default: (await import('./bill-sample.tsx')).BillSample }))
const MonthDialog = lazy(async () => ({ default: (await import('./month-dialog.tsx')).MonthDialog }))
const NewBillDialog = lazy(async () => ({ default: (await import('./new-bill-dialog.tsx')).NewBillDialog }))

/** Columns → the server's names of their order. */
const SORTS: Readonly<Record<string, string>> = {
  ref: 'number',
  client: 'client',
  issueDate: 'issueDate',
  dueDate: 'dueDate',
  state: 'status',
  totalHT: 'totalHT',
  totalTTC: 'totalTTC',
}
const DEFAULT_SORT = '-ref'
/** Columns in whose order a month's bills stay together. */
const BY_TIME: ReadonlySet<string> = new Set(['ref', 'issueDate'])

/** The bills of the active profile, by month, the drafts first. */
export function BillsScreen() {
  const { t } = useTranslation(['billing', 'kernel'])
  const { language } = usePreferences()
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const [{ view: viewWord, year, client, q, new: making, month: monthWord, contract }, setFilter] = useUrlState({
    view: 'all',
    year: '',
    client: '',
    q: '',
    new: '',
    month: '',
    contract: '',
    page: '',
  })
  // Another filter, another first page.
  const narrow = (change: Partial<Record<'view' | 'year' | 'client' | 'q', string>>) =>
    setFilter({ ...change, page: '' })
  const urlWith = useUrlWith()
  const [removing, setRemoving] = useState<Bill | null>(null)
  const duplicate = useDuplicate()
  const nameOf = (bill: Bill) => bill.ref || t('list.draftOf', { client: bill.client })
  const remove = useWrite(billRoutes.remove, {
    invalidates: TOUCHED,
    done: () => ({ kind: 'deleted', name: removing ? nameOf(removing) : '' }),
    onDone: () => setRemoving(null),
  })

  const view = isView(viewWord) ? viewWord : 'all'
  const mayAdd = can('perm_billing_add')
  const billable = useBillable(profileId)
  const offer = billable.data ? offerFor(billable.data, {}) : null
  const names = useMonthNames()
  const make = (what: 'bill' | 'month') => setFilter({ new: what }, 'push')
  useAction(mayAdd ? { id: 'billing.new', label: t('bill.new'), icon: Plus, keys: 'n', run: () => make('bill') } : null)
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

  const asked = useDeferredValue(q).trim()
  const filters: BillListFilters = {
    ...(view !== 'all' && { status: view }),
    ...(/^20\d\d$/.test(year) && { year: Number(year) }),
    ...(client && { clientId: client }),
    ...(asked && { q: asked }),
  }
  const place = useTableState(DEFAULT_SORT)
  const query = { ...filters, sort: serverSort(place.sort) }
  const page = usePage(
    ['billing', 'bill', 'page', profileId, query],
    (at) => callPage(billRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(billSummaryQuery(profileId, filters)).data
  const profile = summary?.profile
  const totals = summary?.totals ?? []
  const oneCurrency = totals.length <= 1
  const currency = totals[0]?.currency ?? 'EUR'
  const years = [...new Set([thisYear(), ...(profile?.years ?? [])])].sort((a, b) => b - a)
  const clients = (profile?.clients ?? []).toSorted((a, b) => a.name.localeCompare(b.name, language))

  const columns = useMemo((): readonly Column<Bill>[] => {
    const money = (bill: Bill, amount: number) => (
      <Amount major={signOf(bill) * amount} currency={bill.currency} symbol={!oneCurrency} />
    )
    const head = (words: string) => (oneCurrency ? `${words}, ${currencySymbol(currency)}` : words)
    return [
      {
        id: 'ref',
        head: t('list.ref'),
        sort: (bill) => bill.ref,
        width: '144px',
        cell: (bill) =>
          bill.ref ? <Code value={bill.ref} /> : <span className="font-normal text-ink-subtle">{t('list.noRef')}</span>,
      },
      {
        id: 'client',
        head: t('list.client'),
        sort: (bill) => bill.client,
        className: 'font-medium',
        cell: (bill) => (bill.client ? <bdi>{bill.client}</bdi> : <None label={t('list.noClient')} />),
      },
      {
        id: 'issueDate',
        head: t('list.issueDate'),
        sort: (bill) => listDay(bill),
        align: 'end',
        width: '104px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => <DayText at={bill.status === 'issued' ? bill.issueDate : 0} />,
      },
      {
        id: 'dueDate',
        head: t('list.dueDate'),
        sort: (bill) => (bill.status === 'issued' ? bill.dueDate : 0),
        align: 'end',
        width: '104px',
        className: 'text-ink-muted',
        cell: (bill) =>
          bill.status !== 'issued' ? (
            <None />
          ) : bill.state === 'late' ? (
            <span className="font-medium text-negative">
              <DayText at={bill.dueDate} />
            </span>
          ) : (
            <DayText at={bill.dueDate} />
          ),
      },
      {
        id: 'state',
        head: t('list.state'),
        sort: (bill) => bill.state,
        width: 'clamp(168px, 22cqi, 264px)',
        gap: true,
        cell: (bill) => <BillStatus bill={bill} />,
      },
      {
        id: 'totalHT',
        head: head(t('list.net')),
        sort: (bill) => signOf(bill) * bill.totalHT,
        align: 'fig',
        width: '116px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => money(bill, bill.totalHT),
      },
      {
        id: 'totalTTC',
        head: head(t('list.gross')),
        sort: (bill) => signOf(bill) * bill.totalTTC,
        align: 'fig',
        width: '122px',
        className: 'font-medium',
        cell: (bill) => money(bill, bill.totalTTC),
      },
    ]
  }, [t, oneCurrency, currency])

  const groupBy = useMemo(
    () =>
      groupsOf(summary?.months ?? [], language, !oneCurrency, {
        draft: t('list.toFinish'),
        drafts: (count) => t('list.drafts', { count }),
        pieces: (count) => t('list.pieces', { count }),
        preparing: t('list.preparing'),
      }),
    [summary, language, oneCurrency, t],
  )
  const none = profile?.count === 0
  const open = (bill: Bill, query: Record<string, string> = {}) => void navigate(paths.bill.to({ id: bill.id }, query))

  const actions = (bill: Bill): readonly MenuEntry[] => {
    const draft = bill.status === 'draft'
    const payable = !draft && bill.type !== 'creditNote'
    const may = can('perm_billing_update')
    return [
      { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(bill) },
      {
        label: t(draft ? 'act.preview' : 'act.download'),
        icon: FileDown,
        onSelect: () => void pdfOf(bill, draft ? 'open' : 'save'),
      },
      ...(payable && may && bill.outstanding > 0
        ? [{ label: t('act.pay'), icon: Banknote, onSelect: () => open(bill, { do: 'payment' }) }]
        : []),
      ...(payable && mayAdd && bill.creditedAmount < bill.totalTTC
        ? [{ label: t('act.credit'), icon: Undo2, onSelect: () => open(bill, { do: 'credit' }) }]
        : []),
      ...(mayAdd && bill.type !== 'creditNote'
        ? [{ label: t('act.duplicate'), icon: Copy, onSelect: () => duplicate.run(bill) }]
        : []),
      ...(draft && can('perm_billing_delete')
        ? ([
            'line',
            { label: t('act.remove'), icon: Trash2, tone: 'danger', onSelect: () => setRemoving(bill) },
          ] as const)
        : []),
    ]
  }

  if (profileId === '')
    return <NoProfile page={t('bill.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead
        title={t('bill.title')}
        {...(none ? { ruled: true } : { sub: profile && <StateLine totals={profile.totals} /> })}
        actions={
          !none && (
            <>
              <CsvButton
                route={billRoutes.list}
                input={{ params: { profileId }, query: filters }}
                fileName={t('list.file')}
              />
              {mayAdd && (
                <>
                  {offer && <MonthButton offer={offer} onClick={() => make('month')} />}
                  <Button variant="primary" icon={Plus} onClick={() => make('bill')}>
                    {t('bill.new')}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      {!none && (
        <Tabs
          label={t('list.views')}
          items={VIEWS.map((one) => ({
            to: urlWith({ view: one === 'all' ? '' : one, page: '' }),
            label: t(`view.${one}`),
            ...(summary && { count: summary.views[one] }),
            current: one === view,
          }))}
          end={
            <>
              <SearchBox value={q} onChange={(to) => narrow({ q: to })} label={t('list.search')} narrow />
              <DropMenu
                className="btn btn-sm"
                label={t('list.year')}
                entries={[
                  { label: t('list.allYears'), chosen: year === '', onSelect: () => narrow({ year: '' }) },
                  ...years.map((one) => ({
                    label: String(one),
                    chosen: year === String(one),
                    onSelect: () => narrow({ year: String(one) }),
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
                  { label: t('list.allClients'), chosen: client === '', onSelect: () => narrow({ client: '' }) },
                  ...clients.map(({ id, name }) => ({
                    label: <bdi>{name}</bdi>,
                    chosen: client === id,
                    onSelect: () => narrow({ client: id }),
                  })),
                ]}
              >
                <Building2 size={16} strokeWidth={1.7} aria-hidden="true" />
                <bdi className="truncate">{clients.find(({ id }) => id === client)?.name ?? t('list.client')}</bdi>
                <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
              </DropMenu>
            </>
          }
        />
      )}
      <DataTable
        caption={t('bill.title')}
        columns={columns}
        // Another filter, another selection.
        key={JSON.stringify(filters)}
        source={{
          kind: 'paged',
          rows: page.data?.rows,
          total: page.data?.total ?? 0,
          totals: {
            totalHT: <Sums sums={sumsOf(totals, (sum) => sum.totalHT)} symbol={!oneCurrency} />,
            totalTTC: <Sums sums={sumsOf(totals, (sum) => sum.totalTTC)} symbol={!oneCurrency} />,
          },
        }}
        error={page.error}
        onRetry={page.refetch}
        rowId={(bill) => bill.id}
        rowName={nameOf}
        defaultSort={DEFAULT_SORT}
        groupBy={BY_TIME.has(place.sort.replace(/^-/, '')) ? groupBy : undefined}
        totalLabel={totalLabel(summary)}
        onOpen={(bill) => open(bill)}
        actions={actions}
        empty={{
          title: t('empty.title'),
          body: t('empty.body'),
          action: mayAdd && (
            <Button variant="primary" icon={Plus} onClick={() => make('bill')}>
              {t('bill.new')}
            </Button>
          ),
          ...(mayAdd && { actionKey: 'N' }),
          sample: (
            <Suspense fallback={null}>
              <BillSample />
            </Suspense>
          ),
        }}
        onClearFilters={profile?.count ? () => narrow({ view: 'all', year: '', client: '', q: '' }) : undefined}
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
      />
      <RemovedLink entity="bill" />
      <Suspense fallback={null}>
        {making === 'bill' && mayAdd && (
          <NewBillDialog contractId={contract} onClose={() => setFilter({ new: '', contract: '' })} />
        )}
        {making === 'month' && mayAdd && (
          <MonthDialog
            profileId={profileId}
            start={parseMonth(monthWord) ?? undefined}
            onClose={() => setFilter({ new: '', month: '' })}
          />
        )}
      </Suspense>
      <ConfirmRemoval
        open={removing !== null}
        onClose={() => setRemoving(null)}
        name={removing ? nameOf(removing) : ''}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ params: { profileId: removing.profileId, id: removing.id } })}
      />
    </>
  )

  function totalLabel({ months = [], totals: counted = [] }: Partial<BillSummary> = {}): string {
    const [shown, issued] = [countOf(months), countOf(counted)]
    return t(issued === shown ? 'list.total' : 'list.totalIssued', { count: issued })
  }
}

const countOf = (sums: readonly { readonly count: number }[]) => sums.reduce((count, sum) => count + sum.count, 0)

/** The order that the address asks for, as the route takes it. */
const serverSort = (sort: string): string => {
  const name = SORTS[sort.replace(/^-/, '')]
  return name === undefined ? '-number' : sort.startsWith('-') ? `-${name}` : name
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

/** By month. A group's figures are those of the whole month, on every page. */
function groupsOf(
  months: BillSummary['months'],
  language: string,
  symbol: boolean,
  words: { draft: string; drafts: (count: number) => string; pieces: (count: number) => string; preparing: string },
): (bill: Bill) => Group {
  const sums = Map.groupBy(months, ({ month }) => month)
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const current = thisYear()
  return (bill) => {
    const key = bill.status === 'draft' ? '' : new Date(bill.issueDate).toISOString().slice(0, 7)
    const own = sums.get(key) ?? []
    const count = countOf(own)
    const gross = sumsOf(own, (sum) => sum.totalTTC)
    const about = {
      total: own.length > 0 ? <Sums sums={gross} symbol /> : undefined,
      totals: {
        totalHT: <Sums sums={sumsOf(own, (sum) => sum.totalHT)} symbol={symbol} />,
        totalTTC: <Sums sums={gross} symbol={symbol} />,
      },
    }
    if (key === '')
      return { key: 'draft', name: words.draft, longName: words.preparing, text: words.drafts(count), ...about }
    const year = yearOf(bill) === current ? '' : ` ${yearOf(bill)}`
    return {
      key,
      name: short.format(listDay(bill)) + year,
      longName: long.format(listDay(bill)) + year,
      text: words.pieces(count),
      ...about,
    }
  }
}
