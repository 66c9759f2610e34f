import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { billRoutes } from '#contract/billing.routes.ts'
import { LARGEST_PAGE } from '#contract/endpoint.ts'
import { financeRoutes } from '#contract/finance.routes.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { callAll } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'

export type Basis = 'receipts' | 'invoiced'
/** One payment or bill in a month's bar. @unit amount: major units without VAT */
export type Piece = {
  readonly id: string
  readonly at: number
  readonly client: string
  readonly ref: string
  readonly amount: number
  readonly billId: string
}

const monthOf = (at: number) => new Date(at).getUTCMonth() + 1
const yearOf = (at: number) => new Date(at).getUTCFullYear()

/**
 * The details of the bars, by month: payments of the year, or its bills and credit notes. @param wanted false until the
 * user looks at a bar: the chart itself does not need them
 */
export function usePieces(
  basis: Basis,
  year: number,
  currency: string,
  wanted: boolean,
): ReadonlyMap<number, readonly Piece[]> {
  const { profileId, can } = useSession()
  const payments = useQuery({
    queryKey: ['finance', 'transaction', 'all', profileId],
    queryFn: () => callAll(financeRoutes.latest, { params: { profileId, count: LARGEST_PAGE } }),
    enabled: wanted && basis === 'receipts' && can('perm_transaction_menu'),
  })
  const bills = useQuery({
    queryKey: ['billing', 'bill', 'dashboard', profileId],
    queryFn: () => callAll(billRoutes.list, { params: { profileId } }),
    enabled: wanted && basis === 'invoiced' && can('perm_billing_menu'),
  })
  const pieces: readonly Piece[] =
    basis === 'receipts'
      ? (payments.data ?? [])
          .filter(
            (row) =>
              row.currency === currency &&
              !row.reversed &&
              (row.operation === 'in' ? row.collected : row.type === 'refund'),
          )
          .map((row) => ({
            id: row.id,
            at: row.operation === 'in' ? row.collectDate : row.paymentDate,
            client: row.client,
            ref: row.reference,
            amount: row.operation === 'in' ? row.amount : -row.amount,
            billId: row.externalId,
          }))
      : (bills.data ?? [])
          .filter((bill) => bill.status === 'issued' && bill.currency === currency)
          .map((bill) => ({
            id: bill.id,
            at: bill.issueDate,
            client: bill.client,
            ref: bill.ref,
            amount: bill.type === 'creditNote' ? -Math.abs(bill.totalHT) : bill.totalHT,
            billId: bill.id,
          }))
  const months = new Map<number, Piece[]>()
  for (const piece of pieces)
    if (piece.at && yearOf(piece.at) === year)
      months.set(monthOf(piece.at), [...(months.get(monthOf(piece.at)) ?? []), piece])
  for (const list of months.values()) list.sort((a, b) => b.at - a.at)
  return months
}

export function PieceLine({ piece, currency }: { piece: Piece; currency: string }) {
  const { can } = useSession()
  const name = (
    <>
      <bdi>{piece.client}</bdi> {piece.ref && <Code value={piece.ref} />}
    </>
  )
  return (
    <div className="leader">
      {piece.billId && can('perm_billing_menu') ? (
        <Link className="link min-w-0 truncate" to={paths.bill.to({ id: piece.billId })}>
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate">{name}</span>
      )}
      <span className="num amt">
        <Amount major={piece.amount} currency={currency} />
      </span>
    </div>
  )
}

/** The details of the chosen month, under the chart. */
export function Behind({
  title,
  pieces,
  currency,
  onClose,
}: {
  title: string
  pieces: readonly Piece[]
  currency: string
  onClose: () => void
}) {
  const { t } = useTranslation('dashboard')
  return (
    <section className="mt-4 border-t border-line pt-2" aria-label={title}>
      <div className="flex items-center justify-between">
        <h3 className="h2">{title}</h3>
        <IconButton icon={X} size={16} label={t('chart.close')} onClick={onClose} />
      </div>
      {pieces.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('chart.nothing')}</p>
      ) : (
        <ul>
          {pieces.map((piece) => (
            <li key={piece.id} className="flex gap-3 py-1">
              <span className="w-[58px] shrink-0 text-sm leading-[22px] text-ink-subtle">
                <DayText at={piece.at} />
              </span>
              <div className="min-w-0 grow">
                <PieceLine piece={piece} currency={currency} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
