import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarRange, ChevronDown, Plus, ReceiptText, SquareArrowOutUpRight } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { financeRoutes } from '#contract/finance.routes.ts'
import type { Transaction, TransactionFilters, TransactionSummary } from '#contract/finance.schemas.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { call, callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useOpenRow, useTableState } from '#web/kernel/table/table-state.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { useTransactionActs } from './use-transaction-acts.ts'
import { thisYear } from '#web/kernel/words/formats.ts'

const TransactionDialog = lazy(async () => ({ default: (await import('./transaction-dialog.tsx')).TransactionDialog }))
const TransactionPanel = lazy(async () => ({ default: (await import('./transaction-panel.tsx')).TransactionPanel }))

/** The list's summary. The second word is a collection: its changes make the query read again. */
const summaryQuery = (profileId: string, filters: TransactionFilters) => ({
  queryKey: ['finance', 'transaction', 'summary', profileId, filters] as const,
  queryFn: () => call(financeRoutes.summary, { body: { profileId, filters } }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

/** Columns → the server's names of their order. Outcomes are negative amounts: the largest is the least. */
const SORTS: Readonly<Record<string, string>> = {
  date: 'date',
  client: 'client',
  reference: 'reference',
  type: 'type',
  status: 'status',
  vat: 'vat',
  in: 'amountTTC',
  out: '-amountTTC',
}
/** The order that the address asks for, as the route takes it; '' is the order of the books. */
const serverSort = (sort: string): string => {
  const name = SORTS[sort.replace(/^-/, '')] ?? ''
  return sort.startsWith('-') && name !== '' ? `-${name}`.replace(/^--/, '') : name
}

/** The day a transaction is listed under: of the payment once paid, expected until then. */
const dayOf = (row: Transaction) => row.paymentDate || row.expectedPaymentDate
const signed = (row: Transaction) => (row.operation === 'in' ? 1 : -1) * row.amountTTC

/** Path `/admin/portfolio/transactions`: unpaid entries, then paid ones, the latest first (FI1). */
export function TransactionsScreen() {
  const { t } = useTranslation(['finance', 'kernel']) // field names come from the contract
  const { profileId, can } = useSession()
  const navigate = useNavigate()
  const [{ view, year, q }, setUrl] = useUrlState({ view: 'all', year: '', q: '', page: '' })
  // Another filter, another first page.
  const set = (change: Partial<Record<'view' | 'year' | 'q', string>>) => setUrl({ ...change, page: '' })
  const asked = useDeferredValue(q.trim())
  const urlWith = useUrlWith()
  const { openId, closeRow } = useOpenRow()
  /** The transaction that is changed; `in` or `out` for a new one. */
  const [edited, setEdited] = useState<Transaction | 'in' | 'out' | null>(null)
  const acts = useTransactionActs({ onEdit: setEdited })
  const operation = view === 'incomes' ? 'in' : view === 'outcomes' ? 'out' : undefined
  const filters: TransactionFilters = {
    ...(operation && { operation: { operator: 'eq', value: operation } }),
    ...(asked && { reference: { operator: 'contains', value: asked } }),
    ...(/^20\d\d$/.test(year) && { year: { operator: 'eq', value: Number(year) } }),
  }
  const place = useTableState('')
  const body = { profileId, filters, sort: serverSort(place.sort) }
  const list = usePage(
    ['finance', 'transaction', 'page', body],
    ({ limit, cursor }) =>
      callPage(financeRoutes.filtered, { body: { ...body, quantity: limit, ...(cursor && { cursor }) } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(summaryQuery(profileId, filters)).data
  const profile = summary?.profile
  // Without an expense there is nothing to see in its tab and its column; a filter may have left them out.
  const hasOutcomes = view === 'outcomes' || asked !== '' || year !== '' || (summary?.views.outcomes ?? 0) > 0
  const onPage = list.data?.rows.find((row) => row.id === openId)
  const elsewhere = useQuery({
    queryKey: ['finance', 'transaction', openId],
    queryFn: () => call(financeRoutes.get, { params: { profileId, id: openId } }),
    enabled: openId !== '' && list.data !== undefined && !onPage,
    retry: false,
  })
  const label = (field: string) => fieldLabel('transaction', field)
  const typeName = (row: Transaction) => t(`transaction.option.type.${row.type}`)
  const currency = profile?.currencies[0] ?? 'EUR'
  const mixed = (profile?.currencies.length ?? 0) > 1
  const head = (word: string) =>
    mixed ? word : t('column.in', { name: word, currency: currency === 'EUR' ? '€' : currency })
  const money = (row: Transaction, major: number, sign: 'negative' | 'always' = 'negative') => (
    <Amount major={major} currency={row.currency} symbol={mixed} sign={sign} />
  )
  /** Figures of the columns, for a group or for all that is found. */
  const totalsOf = (sums: readonly TransactionSummary['totals'][number][]) => {
    const [sum] = sums
    if (mixed || sum === undefined) return {}
    const { vat, incomes, outcomes } = sum
    return {
      vat: <Amount major={vat} currency={currency} symbol={false} />,
      out: <Amount major={-outcomes} currency={currency} symbol={false} />,
      in: <Amount major={incomes} currency={currency} symbol={false} sign="always" />,
    }
  }

  const columns: readonly Column<Transaction>[] = [
    {
      id: 'date',
      head: t('column.date'),
      cell: (row) => (
        <span className="font-normal text-ink-muted">
          <DayText at={dayOf(row)} />
        </span>
      ),
      sort: dayOf,
      width: '118px',
    },
    {
      id: 'client',
      head: label('client'),
      cell: (row) => <bdi className="font-medium">{row.client || row.organism || <None />}</bdi>,
      sort: (row) => row.client,
    },
    {
      id: 'reference',
      head: t('column.object'),
      cell: (row) => <Subject row={row} link={can('perm_billing_menu')} />,
      sort: (row) => row.reference,
      className: 'text-ink-muted',
      leaves: 'opt-2',
    },
    {
      id: 'type',
      head: label('type'),
      cell: typeName,
      sort: typeName,
      className: 'text-ink-muted',
      leaves: 'opt-1',
      width: '124px',
    },
    {
      id: 'status',
      head: label('status'),
      cell: (row) => <TransactionStatus row={row} />,
      sort: (row) => row.status,
      width: '128px',
    },
    {
      id: 'vat',
      head: head(label('vat')),
      cell: (row) => (row.vat === 0 ? <None label={t('noVat')} /> : money(row, row.vat)),
      sort: (row) => row.vat,
      align: 'fig',
      leaves: 'opt-1',
      width: '104px',
      className: 'text-ink-muted',
    },
    ...(operation === 'in' || !hasOutcomes
      ? []
      : [
          {
            id: 'out',
            head: head(t('column.out')),
            cell: (row: Transaction) => (row.operation === 'out' ? money(row, -row.amountTTC) : ''),
            sort: (row: Transaction) => (row.operation === 'out' ? row.amountTTC : 0),
            align: 'fig' as const,
            width: '118px',
          },
        ]),
    ...(operation === 'out'
      ? []
      : [
          {
            id: 'in',
            head: head(t('column.income')),
            cell: (row: Transaction) =>
              row.operation === 'in' ? (
                <span className={row.reversed ? 'line-through' : 'font-medium'}>
                  {money(row, row.amountTTC, 'always')}
                </span>
              ) : (
                ''
              ),
            sort: (row: Transaction) => (row.operation === 'in' ? row.amountTTC : 0),
            align: 'fig' as const,
            width: '128px',
          },
        ]),
  ]
  const filtered = year !== '' || q !== '' || view !== 'all'
  const none = profile?.count === 0
  const tab = (name: keyof TransactionSummary['views']) => ({
    to: urlWith({ view: name === 'all' ? '' : name, page: '' }),
    label: t(`tab.${name}`),
    current: view === name || (name === 'all' && operation === undefined),
    ...(summary && { count: summary.views[name] }),
  })
  const received = (profile?.received ?? [])
    .filter((one) => filters.year === undefined || one.year === filters.year.value)
    .reduce((sum, { amountTTC }) => sum + Math.round(amountTTC * 100), 0)
  const found = list.data?.total ?? 0
  const groupSums = (group: Transaction['group']) => (summary?.groups ?? []).filter((sums) => sums.group === group)
  const groupText = (group: Transaction['group']) => {
    const count = groupSums(group).reduce((sum, one) => sum + one.count, 0)
    return t(`group.${group}Text`, { count })
  }

  if (profileId === '')
    return <NoProfile page={t('transaction.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead
        title={t('transaction.title')}
        {...(none
          ? { ruled: true }
          : {
              sub: profile && !mixed && (
                <>
                  {year ? t('sub.year', { year }) : t('sub.all')} <Amount major={received / 100} currency={currency} />
                </>
              ),
            })}
        actions={
          <>
            {!none && (
              <CsvButton
                route={financeRoutes.filtered}
                fileName="transactions"
                input={{ body: { profileId, filters } }}
              />
            )}
            {can('perm_transaction_add') && (
              <Button icon={Plus} variant="primary" onClick={() => setEdited(operation ?? 'out')}>
                {t('entry.add')}
              </Button>
            )}
          </>
        }
      />
      {!none && (
        <Tabs
          label={t('tab.label')}
          items={[tab('all'), tab('incomes'), ...(hasOutcomes ? [tab('outcomes')] : [])]}
          end={
            <>
              <SearchBox value={q} onChange={(to) => set({ q: to })} label={t('search')} />
              <DropMenu
                className="btn btn-sm"
                label={t('year.label', { year: year || t('year.all') })}
                entries={[
                  { label: t('year.all'), chosen: year === '', onSelect: () => set({ year: '' }) },
                  ...(profile?.years ?? []).map(String).map((one) => ({
                    label: one,
                    chosen: year === one,
                    onSelect: () => set({ year: one }),
                  })),
                ]}
              >
                <CalendarRange size={15} strokeWidth={1.7} aria-hidden="true" />
                {year || t('year.all')}
                <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
              </DropMenu>
            </>
          }
        />
      )}
      <DataTable
        caption={t('caption')}
        columns={columns}
        source={{ kind: 'paged', rows: list.data?.rows, total: found, totals: totalsOf(summary?.totals ?? []) }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => row.id}
        rowName={(row) => [row.label, row.reference, row.client].filter(Boolean).join(' ')}
        // The order of the books: unpaid entries, then paid ones, each by its day.
        defaultSort=""
        // In another order the groups are scattered.
        groupBy={
          place.sort !== ''
            ? undefined
            : (row) => ({
                key: row.group,
                totals: totalsOf(groupSums(row.group)),
                name: t(`group.${row.group}`),
                // The label covers the empty cells after it.
                text: <span className="whitespace-nowrap">{groupText(row.group)}</span>,
                longName: t(`group.${row.group}`),
              })
        }
        totalLabel={t(view === 'incomes' ? 'total.incomes' : view === 'outcomes' ? 'total.outcomes' : 'total.all', {
          count: found,
        })}
        empty={{
          title: t('empty.title'),
          body: t('empty.body'),
          action: can('perm_billing_menu') && (
            <LinkButton to={paths.bills.to()} icon={ReceiptText} variant="primary">
              {t('empty.action')}
            </LinkButton>
          ),
          sample: (
            <SampleSlips
              slips={[
                {
                  title: 'Atelier Brumaire',
                  note: t('billNumber', { ref: `\u2066${thisYear()}-0001\u2069` }),
                  end: <Amount minor={312_000} sign="always" />,
                },
              ]}
            />
          ),
        }}
        onClearFilters={filtered && profile?.count ? () => set({ q: '', year: '', view: 'all' }) : undefined}
        phone={(row) => ({
          title: row.client || row.organism || row.label || row.reference,
          end: <Amount major={signed(row)} currency={row.currency} sign="always" />,
          status: <TransactionStatus row={row} />,
          note: (
            <>
              {row.reference && (
                <>
                  <Code value={row.reference} /> ·{' '}
                </>
              )}
              <DayText at={dayOf(row)} />
            </>
          ),
        })}
        actions={(row) => [
          ...(row.externalId && can('perm_billing_menu')
            ? [
                {
                  label: t('openBill'),
                  icon: SquareArrowOutUpRight,
                  onSelect: () => void navigate(paths.bill.to({ id: row.externalId })),
                },
              ]
            : []),
          { label: t('open'), icon: ReceiptText, to: urlWith({ open: row.id }) },
          ...acts(row),
        ]}
      />
      {openId !== '' && (onPage || elsewhere.isSuccess || elsewhere.isError) && (
        <Suspense fallback={null}>
          <TransactionPanel key={openId} row={onPage ?? elsewhere.data} onClose={closeRow} onEdit={setEdited} />
        </Suspense>
      )}
      {edited !== null && (
        <Suspense fallback={null}>
          <TransactionDialog
            {...(typeof edited === 'string' ? { operation: edited } : { row: edited })}
            profileId={profileId}
            currency={typeof edited === 'string' ? currency : edited.currency}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The purpose in words, with a link to the bill. */
function Subject({ row, link }: { row: Transaction; link: boolean }) {
  const { t } = useTranslation('finance')
  const words = row.label || row.reference
  if (row.externalId === '' || !row.reference) return words ? <bdi>{words}</bdi> : <None />
  const name = t('billNumber', { ref: `\u2066${row.reference}\u2069` })
  return link && row.externalId ? (
    <Link className="link" to={paths.bill.to({ id: row.externalId })}>
      {name}
    </Link>
  ) : (
    <>{name}</>
  )
}
