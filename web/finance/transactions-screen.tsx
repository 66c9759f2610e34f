import { useQuery } from '@tanstack/react-query'
import { CalendarRange, ChevronDown, ReceiptText, SquareArrowOutUpRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { type Conditions, TRANSACTION_FILTERS } from '#contract/kernel/list-filters.ts'
import type { Transaction, TransactionSummary } from '#contract/finance/finance.schemas.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { useOpened } from '#web/kernel/list/use-opened.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { paths } from '#web/screens.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlWith } from '#web/kernel/data/url-state.ts'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { dayOf, TRANSACTION_SORTS, useTransactionColumns } from './transaction-columns.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { transactionQuery, transactionSummaryQuery } from './transactions.queries.ts'
import { ChosenActs, ChosenSum } from './chosen-transactions.tsx'
import { useTransactionActs } from './use-transaction-acts.ts'
import { thisYear } from '#web/kernel/words/formats.ts'

const TransactionDialog = lazy(async () => ({
  default: (await import('./transaction-dialog.tsx')).TransactionDialog,
}))
const TransactionPanel = lazy(async () => ({
  default: (await import('./transaction-panel.tsx')).TransactionPanel,
}))

const VIEWS = ['all', 'incomes', 'outcomes', 'unattached'] as const
const OPERATIONS = {
  all: undefined,
  incomes: 'in',
  outcomes: 'out',
  unattached: undefined,
} as const
const UNATTACHED = { attached: { operator: 'eq', value: false } } as const
/** The tabs show incomes and outcomes apart, and what lacks a document. */
const { operation: _, attached: __, ...FILTERS } = TRANSACTION_FILTERS
const signed = (row: Transaction) => (row.operation === 'in' ? 1 : -1) * row.amountTTC

/** Path `/admin/portfolio/transactions`: unpaid entries, then paid ones, the latest first (FI1). */
export function TransactionsScreen() {
  const { t } = useTranslation(['finance', 'kernel']) // field names come from the contract
  const { profileId, can } = useSession()
  const navigate = useNavigate()
  const address = useListAddress({ views: VIEWS, words: ['year'], filters: FILTERS })
  const { view, place } = address
  const { year } = address.words
  const urlWith = useUrlWith()
  /** The transaction that is changed; `in` or `out` for a new one. */
  const [edited, setEdited] = useState<Transaction | 'in' | 'out' | null>(null)
  const acts = useTransactionActs({ onEdit: setEdited })
  const operation = OPERATIONS[view]
  const filters: Conditions = {
    ...address.conditions,
    ...(operation && { operation: { operator: 'eq', value: operation } }),
    ...(view === 'unattached' && UNATTACHED),
    ...(/^20\d\d$/.test(year) && { year: { operator: 'eq', value: Number(year) } }),
  }
  const asked = { filters, ...(address.asked && { q: address.asked }) }
  const sort = serverSort(place.sort, TRANSACTION_SORTS, undefined)
  const body = { profileId, ...asked, ...(sort && { sort }) }
  const list = usePage(
    ['finance', 'transaction', 'page', body],
    ({ limit, cursor }) =>
      callPage(financeRoutes.filtered, {
        body: { ...body, quantity: limit, ...(cursor && { cursor }) },
      }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(transactionSummaryQuery(profileId, asked)).data
  const profile = summary?.profile
  // Without an expense there is nothing to see in its tab and its column; a filter may have left
  // them out.
  const hasOutcomes = address.isNarrowed || (summary?.views.outcomes ?? 0) > 0
  const isShown = {
    all: true,
    incomes: true,
    outcomes: hasOutcomes,
    unattached: view === 'unattached' || (summary?.views.unattached ?? 0) > 0,
  }
  const opened = useOpened(list.data?.rows, (id) => transactionQuery(profileId, id))
  const currency = profile?.currencies[0] ?? 'EUR'
  const mixed = (profile?.currencies.length ?? 0) > 1
  const columns = useTransactionColumns(
    { currency, mixed },
    { incomes: operation !== 'out', outcomes: operation !== 'in' && hasOutcomes },
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
  const received = (profile?.received ?? [])
    .filter((one) => filters['year'] === undefined || one.year === filters['year'].value)
    .reduce((sum, { amountTTC }) => sum + Math.round(amountTTC * 100), 0)
  const groupSums = (group: Transaction['group']) =>
    (summary?.groups ?? []).filter((sums) => sums.group === group)
  const groupText = (group: Transaction['group']) =>
    t(`group.${group}Text`, { count: groupSums(group).reduce((sum, one) => sum + one.count, 0) })

  if (profileId === '')
    return (
      <NoProfile
        page={t('transaction.title')}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  return (
    <ListScreen
      title={t('transaction.title')}
      caption={t('caption')}
      address={address}
      page={list}
      isEmpty={profile && profile.count === 0}
      sub={
        profile &&
        !mixed && (
          <>
            {year ? t('sub.year', { year }) : t('sub.all')}{' '}
            <Amount major={received / 100} currency={currency} />
          </>
        )
      }
      csv={
        <CsvButton
          route={financeRoutes.filtered}
          fileName="transactions"
          input={{ body: { profileId, ...asked } }}
        />
      }
      add={
        can('perm_transaction_add')
          ? {
              id: 'transactions.new',
              label: t('entry.add'),
              onSelect: () => setEdited(operation ?? 'out'),
            }
          : null
      }
      tabs={{
        label: t('tab.label'),
        of: VIEWS.filter((one) => isShown[one]).map((one) => ({
          view: one,
          label: t(`tab.${one}`),
          count: summary?.views[one],
        })),
      }}
      search={{ label: t('search') }}
      filters={{ entity: 'transaction', fields: FILTERS, currency }}
      bar={
        <DropMenu
          className="btn btn-sm"
          label={t('year.label', { year: year || t('year.all') })}
          entries={[
            {
              label: t('year.all'),
              chosen: year === '',
              onSelect: () => address.narrow({ year: '' }),
            },
            ...(profile?.years ?? []).map(String).map((one) => ({
              label: one,
              chosen: year === one,
              onSelect: () => address.narrow({ year: one }),
            })),
          ]}
        >
          <CalendarRange size={15} strokeWidth={1.7} aria-hidden="true" />
          {year || t('year.all')}
          <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
        </DropMenu>
      }
      columns={columns}
      totals={totalsOf(summary?.totals ?? [])}
      rowId={(row) => row.id}
      rowName={(row) => [row.label, row.reference, row.client].filter(Boolean).join(' ')}
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
      totalLabel={t(`total.${view === 'unattached' ? 'all' : view}`, {
        count: list.data?.total ?? 0,
      })}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        also: can('perm_billing_menu') && (
          <LinkButton to={paths.bills.to()} icon={ReceiptText}>
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
      selection={{
        sum: (chosen) => <ChosenSum chosen={chosen} />,
        actions: (chosen, clear) => <ChosenActs chosen={chosen} onDone={clear} />,
      }}
      removed="transaction"
    >
      {opened.isKnown && (
        <Suspense fallback={null}>
          <TransactionPanel
            key={opened.openId}
            row={opened.row}
            onClose={opened.closeRow}
            onEdit={setEdited}
          />
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
    </ListScreen>
  )
}
