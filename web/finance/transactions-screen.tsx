import { useQuery } from '@tanstack/react-query'
import { CalendarRange, ChevronDown, ReceiptText, SquareArrowOutUpRight } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { LARGEST_PAGE } from '#contract/endpoint.ts'
import { financeRoutes } from '#contract/finance.routes.ts'
import type { Transaction } from '#contract/finance.schemas.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { callAll } from '#web/kernel/data/client.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { foldText } from '#web/kernel/words/fold-text.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useOpenRow } from '#web/kernel/table/table-state.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { thisYear } from '#web/kernel/words/formats.ts'

const TransactionPanel = lazy(async () => ({ default: (await import('./transaction-panel.tsx')).TransactionPanel }))

/** The profile's books. The words after the first are collections: their changes make the query read again. */
export const transactionsQuery = (profileId: string) => ({
  queryKey: ['finance', 'transaction', 'all', profileId] as const,
  queryFn: () => callAll(financeRoutes.latest, { params: { profileId, count: LARGEST_PAGE } }),
  enabled: profileId !== '',
})

/** The day a transaction is listed under: of the payment once paid, expected until then. */
const dayOf = (row: Transaction) => row.paymentDate || row.expectedPaymentDate
const yearOf = (row: Transaction) => String(new Date(dayOf(row)).getUTCFullYear())
const signed = (row: Transaction) => (row.operation === 'in' ? 1 : -1) * row.amountTTC
/** Reversed transactions count in no sum. */
const counted = (rows: readonly Transaction[], operation: Transaction['operation']) =>
  rows.filter((row) => !row.reversed && row.operation === operation)
const sumOf = (rows: readonly Transaction[], of: (row: Transaction) => number) =>
  rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) / 100

/** Path `/admin/portfolio/transactions`: unpaid entries, then paid ones, the latest first (FI1). */
export function TransactionsScreen() {
  const { t } = useTranslation(['finance', 'kernel']) // field names come from the contract
  const { profileId, can } = useSession()
  const navigate = useNavigate()
  const [{ view, year, q }, set] = useUrlState({ view: 'all', year: '', q: '' })
  const asked = useDeferredValue(q.trim())
  const urlWith = useUrlWith()
  const { openId, closeRow } = useOpenRow()
  const list = useQuery(transactionsQuery(profileId))

  const ofYear = list.data?.filter((row) => year === '' || yearOf(row) === year)
  const matching = ofYear?.filter(
    (row) => asked === '' || foldText(`${row.reference} ${row.client}`).includes(foldText(asked)),
  )
  const operation = view === 'incomes' ? 'in' : view === 'outcomes' ? 'out' : undefined
  const found = matching?.filter((row) => operation === undefined || row.operation === operation)
  const years = useMemo(() => [...new Set((list.data ?? []).map(yearOf))].sort().reverse(), [list.data])
  const label = (field: string) => fieldLabel('transaction', field)
  const typeName = (row: Transaction) => t(`transaction.option.type.${row.type}`)
  const currency = list.data?.[0]?.currency ?? 'EUR'
  const mixed = list.data?.some((row) => row.currency !== currency) ?? false
  const head = (word: string) =>
    mixed ? word : t('column.in', { name: word, currency: currency === 'EUR' ? '€' : currency })
  const money = (row: Transaction, major: number, sign: 'negative' | 'always' = 'negative') => (
    <Amount major={major} currency={row.currency} symbol={mixed} sign={sign} />
  )
  const total =
    (of: (rows: readonly Transaction[]) => number, sign: 'negative' | 'always' = 'negative') =>
    (rows: readonly Transaction[]) =>
      mixed ? null : <Amount major={of(rows)} currency={currency} symbol={false} sign={sign} />

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
      cell: (row) => <bdi className="font-medium">{row.client || <None />}</bdi>,
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
      total: total((rows) =>
        sumOf(
          rows.filter((row) => !row.reversed),
          (row) => (row.operation === 'in' ? row.vat : -row.vat),
        ),
      ),
    },
    ...(operation === 'in'
      ? []
      : [
          {
            id: 'out',
            head: head(t('column.out')),
            cell: (row: Transaction) => (row.operation === 'out' ? money(row, -row.amountTTC) : ''),
            sort: (row: Transaction) => (row.operation === 'out' ? row.amountTTC : 0),
            align: 'fig' as const,
            width: '118px',
            total: total((rows) => -sumOf(counted(rows, 'out'), (row) => row.amountTTC)),
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
            total: total((rows) => sumOf(counted(rows, 'in'), (row) => row.amountTTC), 'always'),
          },
        ]),
  ]
  const filtered = year !== '' || q !== '' || view !== 'all'
  const none = list.data?.length === 0
  const open = list.data?.find((row) => row.id === openId)
  const tab = (name: 'all' | 'incomes' | 'outcomes', rows: readonly Transaction[] | undefined) => ({
    to: urlWith({ view: name === 'all' ? '' : name, page: '' }),
    label: t(`tab.${name}`),
    current: view === name || (name === 'all' && operation === undefined),
    ...(rows && { count: rows.length }),
  })
  const received =
    ofYear &&
    sumOf(
      counted(ofYear, 'in').filter((row) => row.status === 'paid'),
      (row) => row.amountTTC,
    )

  if (profileId === '')
    return <NoProfile page={t('transaction.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead
        title={t('transaction.title')}
        {...(none
          ? { ruled: true }
          : {
              sub: list.data && !mixed && (
                <>
                  {year ? t('sub.year', { year }) : t('sub.all')} <Amount major={received ?? 0} currency={currency} />
                </>
              ),
            })}
        actions={
          !none && (
            <CsvButton
              route={financeRoutes.filtered}
              fileName="transactions"
              input={{
                body: {
                  profileId,
                  filters: {
                    ...(operation && { operation: { operator: 'eq', value: operation } }),
                    ...(asked && { reference: { operator: 'contains', value: asked } }),
                    ...(year && {
                      paymentDate: {
                        operator: 'between',
                        value: [Date.UTC(Number(year), 0, 1), Date.UTC(Number(year), 11, 31)],
                      },
                    }),
                  },
                },
              }}
            />
          )
        }
      />
      {!none && (
        <Tabs
          label={t('tab.label')}
          items={[
            tab('all', matching),
            tab('incomes', matching && matching.filter((row) => row.operation === 'in')),
            tab('outcomes', matching && matching.filter((row) => row.operation === 'out')),
          ]}
          end={
            <>
              <SearchBox value={q} onChange={(to) => set({ q: to })} label={t('search')} />
              <DropMenu
                className="btn btn-sm"
                label={t('year.label', { year: year || t('year.all') })}
                entries={[
                  { label: t('year.all'), chosen: year === '', onSelect: () => set({ year: '' }) },
                  ...years.map((one) => ({ label: one, chosen: year === one, onSelect: () => set({ year: one }) })),
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
        source={{ kind: 'whole', rows: found }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => row.id}
        rowName={(row) => `${row.reference} ${row.client}`.trim()}
        // The order of the books: unpaid entries, then paid ones, each by its day.
        defaultSort=""
        groupBy={(row) => ({
          key: row.group,
          rows: found?.filter((one) => one.group === row.group) ?? [],
          name: t(`group.${row.group}`),
          // The label covers the empty cells after it.
          text: (
            <span className="whitespace-nowrap">
              {t(`group.${row.group}Text`, { count: found?.filter((one) => one.group === row.group).length ?? 0 })}
            </span>
          ),
          longName: t(`group.${row.group}`),
        })}
        totalLabel={t(view === 'incomes' ? 'total.incomes' : view === 'outcomes' ? 'total.outcomes' : 'total.all', {
          count: found?.length ?? 0,
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
        onClearFilters={filtered && list.data?.length ? () => set({ q: '', year: '', view: 'all' }) : undefined}
        phone={(row) => ({
          title: row.client || row.reference,
          end: <Amount major={signed(row)} currency={row.currency} sign="always" />,
          status: <TransactionStatus row={row} />,
          note: (
            <>
              <Code value={row.reference} /> · <DayText at={dayOf(row)} />
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
        ]}
      />
      {openId !== '' && list.data && (
        <Suspense fallback={null}>
          <TransactionPanel key={openId} row={open} onClose={closeRow} />
        </Suspense>
      )}
    </>
  )
}

/** The purpose in words, with a link to the bill. */
function Subject({ row, link }: { row: Transaction; link: boolean }) {
  const { t } = useTranslation('finance')
  if (row.type !== 'invoice' || !row.reference) return row.reference ? <bdi>{row.reference}</bdi> : <None />
  const name = t('billNumber', { ref: `\u2066${row.reference}\u2069` })
  return link && row.externalId ? (
    <Link className="link" to={paths.bill.to({ id: row.externalId })}>
      {name}
    </Link>
  ) : (
    <>{name}</>
  )
}
