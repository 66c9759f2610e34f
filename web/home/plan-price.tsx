import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SubscriptionProduct } from '#contract/subscription/subscription.contract.ts'
import { Amount } from '#web/kernel/ui/values.tsx'

const PER = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  year: 'perYear',
  '': 'once',
} as const

/** Every price of a plan, and what it gives. */
export function PlanPrices({ plan: { prices, features } }: { plan: SubscriptionProduct }) {
  const { t } = useTranslation('home')
  return (
    <>
      <ul className="mt-3 grid gap-1">
        {prices.map(({ id, unitAmount, currency, interval }) => (
          <li key={id} className="text-ink-muted">
            <Amount major={unitAmount} currency={currency} className="big text-ink" />{' '}
            {t(`prices.${PER[interval]}`)}
          </li>
        ))}
      </ul>
      <ul className="mt-5 grid gap-1.5">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check size={16} className="mt-0.5 shrink-0 text-positive" />
            <bdi>{feature}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
