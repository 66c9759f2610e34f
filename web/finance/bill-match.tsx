import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { notifyFailure, notifySuccess } from '#web/kernel/data/toasts.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { foldText } from '#contract/kernel/fold-text.values.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

const MOST = 5
const WRITTEN = ['finance', 'billing', 'dashboard', 'documents']

/** Bills that still owe exactly what came in. */
const candidatesQuery = ({ id, profileId, amountTTC, currency }: Transaction) => ({
  queryKey: ['finance', 'transaction', 'bill', 'candidates', id, amountTTC, currency] as const,
  queryFn: () =>
    call(billRoutes.list, {
      params: { profileId },
      query: {
        limit: MOST,
        sort: 'dueDate',
        filters: JSON.stringify({
          outstanding: { operator: 'eq', value: amountTTC },
          currency: { operator: 'eq', value: currency },
        }),
      },
    }),
})

/** Why a bill may be what was paid. */
function evidenceOf(row: Transaction, bill: Bill) {
  const words = foldText(`${row.label} ${row.reference} ${row.bankReference}`)
  return {
    reference: bill.ref !== '' && words.includes(foldText(bill.ref)),
    client:
      bill.client !== '' && `${words} ${foldText(row.organism)}`.includes(foldText(bill.client)),
    /** Positive after the day it was due. @unit days */
    gap: Math.round((row.paymentDate - bill.dueDate) / DAY_MS),
  }
}
type Evidence = ReturnType<typeof evidenceOf>
const weightOf = ({ reference, client, gap }: Evidence): number =>
  (reference ? 10_000 : 0) + (client ? 1_000 : 0) - Math.min(Math.abs(gap), 999)

/**
 * An income by hand that resembles the payment of a bill: its reasons, and one click to link them
 * (FI5).
 */
export function BillMatch({ row, onLinked }: { row: Transaction; onLinked: () => void }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { language } = usePreferences()
  const { can } = useSession()
  const queries = useQueryClient()
  const { id, profileId } = row
  const isOpen =
    row.operation === 'in' && row.status === 'paid' && row.externalId === '' && !row.reversed
  const mayLink =
    isOpen &&
    (['perm_billing_menu', 'perm_billing_update', 'perm_transaction_delete'] as const).every(
      (one) => can(one),
    )
  const bills = useQuery({
    ...candidatesQuery(row),
    enabled: mayLink,
    meta: { refusal: 'silent' },
  }).data
  const readAgain = () =>
    Promise.all(WRITTEN.map((context) => queries.invalidateQueries({ queryKey: [context] })))
  const unlink = async (bill: Bill, paymentId: string) => {
    await call(billRoutes.unpaid, { params: { profileId, id: bill.id }, body: { paymentId } })
    notifySuccess(t('match.unlinked'))
    await readAgain()
  }
  const link = useMutation({
    mutationFn: async (bill: Bill) => {
      const { paymentDate: date, paymentMethod: method, bankReference } = row
      const body = { date, method, bankReference, transactionId: id }
      const { paymentId } = await call(billRoutes.paid, {
        params: { profileId, id: bill.id },
        body,
      })
      return { bill, paymentId }
    },
    onSuccess: ({ bill, paymentId }) => {
      onLinked()
      notifySuccess(t('match.done', { ref: bill.ref }), {
        action: {
          label: t('match.unlink'),
          run: () => void unlink(bill, paymentId).catch(notifyFailure),
        },
      })
    },
    onSettled: readAgain,
  })
  if (!mayLink || bills === undefined || bills.length === 0) return null
  const found = bills
    .map((bill) => ({ bill, evidence: evidenceOf(row, bill) }))
    .toSorted((a, b) => weightOf(b.evidence) - weightOf(a.evidence))
  const days = new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  })
  const wordsOf = ({ reference, client, gap }: Evidence) =>
    [
      t('match.amount'),
      ...(reference ? [t('match.reference')] : []),
      ...(client ? [t('match.client')] : []),
      gap === 0
        ? t('match.onDay')
        : t(gap > 0 ? 'match.after' : 'match.before', { days: days.format(Math.abs(gap)) }),
    ].join(' · ')
  return (
    <section className="mt-5" aria-label={t('match.title')}>
      <h3 className="label">{t('match.title')}</h3>
      <ul className="m-0 list-none border-t border-line p-0">
        {found.map(({ bill, evidence }) => (
          <li key={bill.id} className="border-b border-line py-2">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <Link className="link" to={paths.bill.to({ id: bill.id })}>
                  {t('billNumber', { ref: `\u2066${bill.ref}\u2069` })}
                </Link>
                <span className="block truncate text-sm">
                  <bdi>{bill.client}</bdi>
                </span>
              </span>
              <span className="num amt">
                <Amount major={bill.outstanding} currency={bill.currency} />
              </span>
            </div>
            <p className="mt-0.5 text-xs text-ink-subtle">{wordsOf(evidence)}</p>
            <Button
              size="sm"
              icon={Link2}
              className="mt-1.5"
              pending={link.isPending && link.variables.id === bill.id}
              onClick={() => link.mutate(bill)}
            >
              {t('match.link')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-ink-subtle">{t('match.consequence')}</p>
    </section>
  )
}
