import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { TurnoverPiece } from '#contract/finance/finance.schemas.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'

export type Basis = 'receipts' | 'invoiced'
export type TurnoverMonth = {
  readonly basis: Basis
  readonly year: number
  readonly month: number
  readonly currency: string
}

/**
 * The details of one bar: its payments, or its bills and credit notes. Undefined until they are
 * read.
 */
function usePieces({ basis, year, month, currency }: TurnoverMonth, limit: number) {
  const { profileId } = useSession()
  return useQuery({
    // The words are collections: their changes make the query read again.
    queryKey: [
      'dashboard',
      'bill',
      'transaction',
      'pieces',
      profileId,
      basis,
      year,
      month,
      currency,
      limit,
    ],
    queryFn: () =>
      callPage(financeRoutes.pieces, {
        params: { profileId, year, month },
        query: { basis, currency, limit },
      }),
  }).data
}

/** The first pieces of a month under its bar, and how many more there are. */
export function FirstPieces({ of, limit }: { of: TurnoverMonth; limit: number }) {
  const { t } = useTranslation('dashboard')
  const pieces = usePieces(of, limit)
  if (pieces === undefined || pieces.rows.length === 0) return null
  const left = pieces.total - pieces.rows.length
  return (
    <ul className="mt-2 border-t border-line pt-2">
      {pieces.rows.map((piece) => (
        <li key={piece.id} className="py-0.5">
          <PieceLine piece={piece} currency={of.currency} />
        </li>
      ))}
      {left > 0 && (
        <li className="pt-1 text-xs text-ink-subtle">{t('chart.andMore', { count: left })}</li>
      )}
    </ul>
  )
}

function PieceLine({ piece, currency }: { piece: TurnoverPiece; currency: string }) {
  const { can } = useSession()
  const name = (
    <>
      <bdi>{piece.client}</bdi> {piece.reference && <Code value={piece.reference} />}
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
  of,
  onClose,
}: {
  title: string
  of: TurnoverMonth
  onClose: () => void
}) {
  const { t } = useTranslation('dashboard')
  const pieces = usePieces(of, LARGEST_PAGE)
  const left = (pieces?.total ?? 0) - (pieces?.rows.length ?? 0)
  return (
    <section className="mt-4 border-t border-line pt-2" aria-label={title}>
      <div className="flex items-center justify-between">
        <h3 className="h2">{title}</h3>
        <IconButton icon={X} size={16} label={t('chart.close')} onClick={onClose} />
      </div>
      {pieces?.rows.length === 0 && <p className="text-sm text-ink-muted">{t('chart.nothing')}</p>}
      <ul>
        {pieces?.rows.map((piece) => (
          <li key={piece.id} className="flex gap-3 py-1">
            <span className="w-[58px] shrink-0 text-sm leading-[22px] text-ink-subtle">
              <DayText at={piece.date} />
            </span>
            <div className="min-w-0 grow">
              <PieceLine piece={piece} currency={of.currency} />
            </div>
          </li>
        ))}
        {left > 0 && (
          <li className="py-1 text-sm text-ink-subtle">{t('chart.andMore', { count: left })}</li>
        )}
      </ul>
    </section>
  )
}
