import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { percentText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { minorOf } from './minor-units.ts'
import { daysLate } from './bill-state.tsx'

type Item = {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly tone?: 'negative'
}

/**
 * The formula explains the penalty only when nothing was paid in between: each payment starts
 * another sum.
 */
const isOneSum = ({ penaltyRate, penaltyDays, penaltyBase, penaltyAmount, currency }: Bill) =>
  Math.abs(
    Math.round((minorOf(penaltyBase, currency) * penaltyRate * penaltyDays) / 36_500) -
      minorOf(penaltyAmount, currency),
  ) <= 1

/** Amounts owed and received, and penalties, in a ruled strip. */
export function BillAmounts({ bill, now }: { bill: Bill; now: number }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const money = (major: number) => <Amount major={major} currency={bill.currency} />
  const days = Math.round((bill.dueDate - now) / DAY_MS)
  const items: readonly Item[] =
    bill.type === 'creditNote'
      ? [
          { label: t('amount.credit'), value: money(-bill.totalTTC) },
          { label: t('amount.creditNet'), value: money(-bill.totalHT) },
        ]
      : [
          {
            label: t(bill.outstanding === bill.totalTTC ? 'amount.toPay' : 'amount.billed'),
            value: money(bill.totalTTC),
          },
          { label: t('amount.received'), value: money(bill.paidAmount) },
          ...(bill.creditedAmount > 0
            ? [{ label: t('amount.credited'), value: money(bill.creditedAmount) }]
            : []),
          ...(bill.refundedAmount > 0
            ? [{ label: t('amount.refunded'), value: money(bill.refundedAmount) }]
            : []),
          ...(bill.toRefund > 0
            ? [
                {
                  label: t('amount.toRefund'),
                  value: money(bill.toRefund),
                  tone: 'negative' as const,
                },
              ]
            : []),
          ...((bill.paidAmount > 0 || bill.creditedAmount > 0) && bill.outstanding > 0
            ? [{ label: t('amount.left'), value: money(bill.outstanding) }]
            : []),
          ...(bill.penaltyAmount > 0
            ? [
                {
                  label: t('amount.penalty'),
                  value: money(bill.penaltyAmount),
                  note: isOneSum(bill) ? (
                    <>
                      <bdi>{percentText(language, bill.penaltyRate)}</bdi> ×{' '}
                      {t('fact.days', { count: bill.penaltyDays, figure: bill.penaltyDays })} ÷ 365
                      × {money(bill.penaltyBase)}
                    </>
                  ) : (
                    t('amount.penaltyParts', {
                      rate: percentText(language, bill.penaltyRate),
                      count: bill.penaltyDays,
                    })
                  ),
                },
              ]
            : []),
          ...(bill.penaltyIndemnity > 0
            ? [
                {
                  label: t('amount.indemnity'),
                  value: money(bill.penaltyIndemnity),
                  note: t('amount.indemnityNote'),
                },
              ]
            : []),
          ...(bill.penaltyAmount === 0 && bill.outstanding > 0 && bill.dueDate > 0
            ? [
                {
                  label: t('amount.dueDate'),
                  value: <DayText at={bill.dueDate} />,
                  note:
                    days < 0
                      ? t('amount.lateBy', { count: daysLate(bill.dueDate, now) })
                      : days === 0
                        ? t('amount.today')
                        : t('amount.in', { count: days }),
                },
              ]
            : []),
        ]
  return (
    <dl className="grid grid-cols-2 md:grid-flow-col md:auto-cols-fr md:grid-cols-none">
      {items.map((item, index) => (
        // The order of the strip is fixed, so an index is a stable key.
        <div
          key={index}
          className={clsx(
            'py-3.5',
            index > 0 && 'md:border-s md:border-line md:ps-5',
            index % 2 === 1 && 'max-md:border-s max-md:border-line max-md:ps-4',
            index > 1 && 'max-md:border-t max-md:border-line',
          )}
        >
          <dt className="text-xs text-ink-muted">{item.label}</dt>
          <dd
            className={clsx(
              'mt-0.5 text-lg font-semibold',
              item.tone === 'negative' && 'text-negative',
            )}
          >
            {item.value}
          </dd>
          {item.note && <dd className="text-xs text-ink-subtle">{item.note}</dd>}
        </div>
      ))}
    </dl>
  )
}
