import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  subscriptionRoutes,
  type SubscriptionProduct,
  type SubscriptionReply,
} from '#contract/subscription/subscription.contract.ts'
import { leave } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { PER } from './periods.ts'
import { paymentConfigQuery, plansQuery } from './subscription.queries.ts'

type Price = SubscriptionProduct['prices'][number]
type Period = 'month' | 'year'

/** The price of the period that was chosen; a plan that is paid once has one price alone. */
const priceIn = ({ prices }: SubscriptionProduct, period: Period): Price | undefined =>
  prices.find(({ interval }) => interval === period) ?? prices[0]

/** The plans for sale. Cards are entered at the provider alone (SU3). */
export function Plans({ of }: { of: SubscriptionReply }) {
  const { t } = useTranslation('subscription')
  const { language } = usePreferences()
  const { data, error, refetch } = useQuery(plansQuery(language))
  const config = useQuery(paymentConfigQuery()).data
  const [period, setPeriod] = useState<Period>('year')
  const hasPeriods = data?.some(({ prices }) => prices.length > 1)
  return (
    <Section
      name={t('plans.name')}
      title={t('plans.title')}
      end={
        hasPeriods && (
          <Segments
            label={t('plans.period')}
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'month', label: t('plans.month') },
              { value: 'year', label: t('plans.year') },
            ]}
          />
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton lines={5} />}
      {data && (
        <ul className="grid border-t border-line md:auto-cols-fr md:grid-flow-col">
          {data.map((product) => (
            <Plan key={product.id} product={product} price={priceIn(product, period)} of={of} />
          ))}
        </ul>
      )}
      <p className="mt-4 flex items-start gap-2 text-xs text-ink-muted">
        <Lock size={14} className="mt-0.5 shrink-0" />
        <span>
          <a className="link" href={paths.prices.to({}, { lang: language })}>
            {t('plans.public')}
          </a>{' '}
          {t('plans.safe')} {config?.provider === 'local' && t('plans.sandbox')}
        </span>
      </p>
    </Section>
  )
}

function Plan({
  product,
  price,
  of,
}: {
  product: SubscriptionProduct
  price: Price | undefined
  of: SubscriptionReply
}) {
  const { t } = useTranslation('subscription')
  const { can } = useSession()
  const { language } = usePreferences()
  const open = useWrite(subscriptionRoutes.checkout, {
    invalidates: [],
    onDone: ({ url }) => leave.to(url),
  })
  const isTheirs = product.prices.some(({ id }) => id === of.priceId)
  if (price === undefined) return null
  return (
    <li
      className={clsx(
        'flex flex-col gap-1 py-5 max-md:border-b max-md:border-line',
        'md:px-6 md:first:ps-0 md:not-last:border-e md:not-last:border-line',
        isTheirs && 'shadow-[inset_0_2px_0_var(--accent)]',
      )}
    >
      <h3 className="flex flex-wrap items-center gap-2 font-serif text-lg">
        <bdi>{product.name}</bdi>
        {isTheirs && <span className="tag text-xs">{t('plans.yours')}</span>}
      </h3>
      <p className="text-ink-muted">
        <bdi>{product.description}</bdi>
      </p>
      <p className="mt-1 text-ink-muted">
        <Amount major={price.unitAmount} currency={price.currency} className="big text-ink" />{' '}
        {t(`plans.${PER[price.interval]}`)}
      </p>
      <ul className="mt-3 mb-4 grid gap-1.5">
        {product.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check size={16} className="mt-0.5 shrink-0 text-positive" />
            <bdi>{feature}</bdi>
          </li>
        ))}
      </ul>
      {can('perm_subscription_update') && !isTheirs && (
        <Button
          className="mt-auto w-full"
          pending={open.isPending}
          onClick={() =>
            open.mutate({ body: { email: '', userLang: language, priceId: price.id } })
          }
        >
          {t('plans.choose', { plan: product.name })}
        </Button>
      )}
    </li>
  )
}
