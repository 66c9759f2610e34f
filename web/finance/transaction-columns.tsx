import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { TransactionStatus } from './transaction-status.tsx'

/**
 * Columns → the server's names of their order. Outcomes are negative amounts: the largest is the
 * least.
 */
export const TRANSACTION_SORTS = {
  date: 'date',
  client: 'client',
  reference: 'reference',
  type: 'type',
  status: 'status',
  vat: 'vat',
  in: 'amountTTC',
  out: '-amountTTC',
} as const

/** The day a transaction is listed under: of the payment once paid, expected until then. */
export const dayOf = (row: Transaction) => row.paymentDate || row.expectedPaymentDate

/**
 * Head of the column of VAT: French, or of other countries, which no return deducts. @param rows
 * those on screen
 */
function vatHead(rows: readonly Pick<Transaction, 'foreignVat' | 'region' | 'vat'>[]) {
  const taxed = rows.filter(({ vat }) => vat !== 0)
  const foreign = taxed.filter(({ foreignVat }) => foreignVat)
  if (foreign.length === 0) return null
  if (foreign.length < taxed.length) return 'both'
  const [region, ...others] = new Set(foreign.map((row) => row.region))
  return others.length === 0 && (region === 'EU' || region === 'other') ? region : 'any'
}

/** @param mixed several currencies: each amount says its own, and the head none */
export function useTransactionColumns(
  {
    currency,
    mixed,
    rows = [],
  }: {
    readonly currency: string
    readonly mixed: boolean
    readonly rows?: readonly Transaction[] | undefined
  },
  shown: { readonly incomes: boolean; readonly outcomes: boolean },
): readonly Column<Transaction>[] {
  const { t } = useTranslation(['finance', 'kernel']) // field names come from the contract
  const { can } = useSession()
  const label = (field: string) => fieldLabel('transaction', field)
  const typeName = (row: Transaction) => t(`transaction.option.type.${row.type}`)
  const head = (word: string) =>
    mixed ? word : t('column.in', { name: word, currency: currency === 'EUR' ? '€' : currency })
  const vatOf = vatHead(rows)
  const money = (row: Transaction, major: number, sign: 'negative' | 'always' = 'negative') => (
    <Amount major={major} currency={row.currency} symbol={mixed} sign={sign} />
  )
  return [
    {
      id: 'date',
      head: t('column.date'),
      cell: (row) => (
        <span className="font-normal text-ink-muted">
          <DayText at={dayOf(row)} />
        </span>
      ),
      sort: dayOf,
    },
    {
      id: 'client',
      head: t('column.party'),
      cell: (row) => <bdi className="font-medium">{row.client || row.organism || <None />}</bdi>,
      sort: (row) => row.client,
      names: true,
    },
    {
      id: 'reference',
      head: t('column.object'),
      cell: (row) => <Subject row={row} link={can('perm_billing_menu')} />,
      sort: (row) => row.reference,
      className: 'text-ink-muted',
      leaves: 'opt-2',
      names: true,
    },
    {
      id: 'type',
      head: label('type'),
      cell: typeName,
      sort: typeName,
      className: 'text-ink-muted',
      leaves: 'fact',
    },
    {
      id: 'status',
      head: label('status'),
      cell: (row) => <TransactionStatus row={row} />,
      sort: (row) => row.status,
    },
    {
      id: 'vat',
      head: head(vatOf === null ? label('vat') : t(`column.foreignVat.${vatOf}`)),
      cell: (row) => (row.vat === 0 ? <None label={t('noVat')} /> : money(row, row.vat)),
      sort: (row) => row.vat,
      align: 'fig',
      leaves: 'opt-1',
      width: vatOf === null ? '104px' : '172px',
      className: 'text-ink-muted',
    },
    ...(!shown.outcomes
      ? []
      : [
          {
            id: 'out',
            head: head(t('column.out')),
            cell: (row: Transaction) => (row.operation === 'out' ? money(row, -row.amountTTC) : ''),
            sort: (row: Transaction) => (row.operation === 'out' ? row.amountTTC : 0),
            align: 'fig',
            width: '104px',
          } satisfies Column<Transaction>,
        ]),
    ...(!shown.incomes
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
            align: 'fig',
            width: '112px',
          } satisfies Column<Transaction>,
        ]),
  ]
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
