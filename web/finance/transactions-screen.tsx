import { CalendarRange, FileInput, ReceiptText, SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction, TransactionSummary } from '#contract/finance/finance.schemas.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import type { Group } from '#web/kernel/table/columns.ts'
import { liveOf } from '#web/kernel/data/queries.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { NarrowMenu } from '#web/kernel/list/narrow-menu.tsx'
import { useListAddress } from '#web/kernel/list/use-list-address.ts'
import { useOpened } from '#web/kernel/list/use-opened.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { paths } from '#web/screens.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { dayOf, useTransactionColumns } from './transaction-columns.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { transactionQuery } from './transactions.queries.ts'
import { ChosenActs, ChosenSum } from './chosen-transactions.tsx'
import { transactionActs } from './transaction-acts.ts'
import { useTransactionActs } from './use-transaction-acts.ts'
import { FILTERS, OPERATIONS, VIEWS } from './transaction-views.ts'
import { useTransactions } from './use-transactions.ts'
import { thisYear } from '#web/kernel/words/formats.ts'
import { late } from '#web/kernel/ui/late.tsx'

const TransactionDialog = late(
  async () => (await import('./transaction-dialog.tsx')).TransactionDialog,
)
const TransactionImport = late(
  async () => (await import('./transaction-import.tsx')).TransactionImport,
)
const TransactionPanel = late(
  async () => (await import('./transaction-panel.tsx')).TransactionPanel,
)

const signed = (row: Transaction) => (row.operation === 'in' ? 1 : -1) * row.amountTTC

/** Path `/admin/portfolio/transactions`: unpaid entries, then paid ones, the latest first (FI1). */
export function TransactionsScreen() {
  const { t } = useTranslation(['finance', 'kernel']) // field names come from the contract
  const { profileId, can } = useSession()
  const address = useListAddress({ views: VIEWS, words: ['year'], filters: FILTERS })
  const { view, place } = address
  const { year } = address.words
  const { search, page, summary, currency, mixed, views, ...books } = useTransactions(
    profileId,
    address,
  )
  const opened = useOpened(page.data?.rows, (id) => transactionQuery(profileId, id))
  const [edited, setEdited] = useEdited(opened.row)
  const actions = useMenu(setEdited)
  const operation = OPERATIONS[view]
  const columns = useTransactionColumns(
    { currency, mixed, rows: page.data?.rows },
    {
      incomes: operation !== 'out',
      outcomes: operation !== 'in' && views.includes('outcomes'),
    },
  )
  const groupBy = useGroups(summary, currency, mixed)
  const imports = useImport({ profileId, currency })

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
      page={page}
      isEmpty={books.isEmpty}
      sub={
        summary &&
        !mixed && (
          <>
            {year ? t('sub.year', { year }) : t('sub.all')}{' '}
            <Amount major={books.received} currency={currency} />
          </>
        )
      }
      csv={
        <CsvButton
          route={financeRoutes.filtered}
          fileName="transactions"
          input={{ body: { profileId, ...search } }}
        />
      }
      acts={imports.button}
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
        of: views.map((one) => ({
          view: one,
          label: t(`tab.${one}`),
          count: summary?.views[one],
        })),
      }}
      search={{ label: t('search') }}
      filters={{ entity: 'transaction', fields: FILTERS, currency }}
      bar={
        <NarrowMenu
          icon={CalendarRange}
          label={t('year.label', { year: year || t('year.all') })}
          all={t('year.all')}
          value={year}
          choices={books.years.map((one) => ({ value: String(one), name: String(one) }))}
          onChoose={(one) => address.narrow({ year: one })}
        />
      }
      columns={columns}
      totals={totalsOf(summary?.totals ?? [], currency, mixed)}
      rowId={(row) => row.id}
      rowName={(row) => [row.label, row.reference, row.client].filter(Boolean).join(' ')}
      // In another order the groups are scattered.
      groupBy={place.sort === '' ? groupBy : undefined}
      totalLabel={t(`total.${view === 'unattached' ? 'all' : view}`, {
        count: page.data?.total ?? 0,
      })}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        also: (
          <>
            {imports.button}
            {can('perm_billing_menu') && (
              <LinkButton to={paths.bills.to()} icon={ReceiptText}>
                {t('empty.action')}
              </LinkButton>
            )}
          </>
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
      phone={phoneRow}
      actions={actions}
      selection={{
        sum: (chosen) => <ChosenSum chosen={chosen} />,
        actions: (chosen, clear) => <ChosenActs chosen={chosen} onDone={clear} />,
      }}
      removed="transaction"
    >
      {imports.dialog}
      {opened.isKnown && (
        <TransactionPanel
          key={opened.openId}
          row={opened.row}
          onClose={opened.closeRow}
          onEdit={setEdited}
        />
      )}
      {edited !== null && (
        <TransactionDialog
          {...(typeof edited === 'string'
            ? { operation: edited === 'photo' ? 'out' : edited, isPhoto: edited === 'photo' }
            : { row: liveOf(edited, [...(page.data?.rows ?? []), opened.row]) })}
          profileId={profileId}
          currency={typeof edited === 'string' ? currency : edited.currency}
          onClose={() => setEdited(null)}
        />
      )}
    </ListScreen>
  )
}

type Edited = Transaction | 'in' | 'out' | 'photo' | null

/**
 * The transaction that is changed. `in` or `out` begins a new one, `photo` an outcome with its
 * receipt first. The address may begin each.
 *
 * @param opened the row that the address opens
 */
function useEdited(opened: Transaction | undefined): readonly [Edited, (to: Edited) => void] {
  const { can } = useSession()
  const [chosen, setChosen] = useState<Edited>(null)
  const [{ new: begun, do: doing }, setAddress] = useUrlState({ new: '', do: '' })
  const added = begun === 'in' || begun === 'out' || begun === 'photo' ? begun : null
  const isChanged = doing === 'edit' && opened && transactionActs(opened, can).edit === 'available'
  return [
    chosen ?? added ?? (isChanged ? opened : null),
    (to) => {
      setChosen(to)
      if (begun !== '' || doing !== '') setAddress({ new: '', do: '' })
    },
  ]
}

/** The import of a bank's statement or a supplier's invoice, also into empty books. */
function useImport(account: { readonly profileId: string; readonly currency: string }) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  return {
    button: can('perm_transaction_add') && (
      <Button icon={FileInput} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
    ),
    dialog: isOpen && <TransactionImport account={account} onClose={() => setOpen(false)} />,
  }
}

/** Figures of the columns, for a group or for all that is found. */
function totalsOf(sums: readonly Sums[], currency: string, mixed: boolean) {
  const [sum] = sums
  if (mixed || sum === undefined) return {}
  return {
    vat: <Amount major={sum.vat} currency={currency} symbol={false} />,
    out: <Amount major={-sum.outcomes} currency={currency} symbol={false} />,
    in: <Amount major={sum.incomes} currency={currency} symbol={false} sign="always" />,
  }
}
type Sums = TransactionSummary['totals'][number]

/** The unpaid entries and the paid ones, each with its figures. */
function useGroups(summary: TransactionSummary | undefined, currency: string, mixed: boolean) {
  const { t } = useTranslation('finance')
  return ({ group }: Transaction): Group => {
    const sums = (summary?.groups ?? []).filter((one) => one.group === group)
    const count = sums.reduce((all, one) => all + one.count, 0)
    return {
      key: group,
      totals: totalsOf(sums, currency, mixed),
      name: t(`group.${group}`),
      // The label covers the empty cells after it.
      text: <span className="whitespace-nowrap">{t(`group.${group}Text`, { count })}</span>,
      longName: t(`group.${group}`),
    }
  }
}

const phoneRow = (row: Transaction) => ({
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
})

/** The menu of a row: its bill, its panel, and what may be done with it. */
function useMenu(onEdit: (row: Transaction) => void) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const navigate = useNavigate()
  const urlWith = useUrlWith()
  const acts = useTransactionActs({ onEdit })
  return (row: Transaction): readonly MenuEntry[] => [
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
  ]
}
