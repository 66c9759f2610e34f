import { isLanguage, type Language } from '#domain/kernel/languages.values.ts'
import Stripe from 'stripe'
import { type GatewayLine, GatewayRests, gatewayLine } from '#commands/kernel/gateway-line.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import {
  type Plan,
  type PlanStatus,
  subscriptionRefusal,
} from '#domain/subscription/subscription.ts'
import type { Payments, PlanPrice, PlanProduct } from './payments.ts'

const TIMEOUT_MS = 10_000
/** Highest age of a signature. @unit seconds */
const SIGNED_WITHIN_S = 300
const PAGE = 100
const INTERVALS = ['day', 'week', 'month', 'year'] as const

/** The provider's pages have no Arabic: there they follow the browser. */
const LOCALES = {
  fr: 'fr',
  en: 'en',
  ar: 'auto',
  es: 'es',
  de: 'de',
  it: 'it',
} as const satisfies Readonly<Record<Language, string>>

const STATUSES: Readonly<Record<string, PlanStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'overdue',
  unpaid: 'inactive',
  paused: 'inactive',
  incomplete: 'inactive',
  incomplete_expired: 'ended',
  canceled: 'ended',
}
/** Among several subscriptions, the most generous one counts. */
const RANK: readonly PlanStatus[] = ['active', 'overdue', 'inactive', 'ended']

const msOf = (seconds: number | null | undefined): number => (seconds ?? 0) * 1000

/** Why the provider did not do it, without its text, which may quote the customer. */
const reasonOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : 'unexpected'

/** A customer who is removed already. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404

const priceOf = ({ id, unit_amount, currency, type, recurring }: Stripe.Price): PlanPrice => ({
  id,
  unitAmount: unit_amount ?? 0,
  currency: currency.toUpperCase(),
  type: type === 'recurring' ? 'recurring' : 'one_time',
  interval: INTERVALS.find((interval) => interval === recurring?.interval) ?? '',
  intervalCount: recurring?.interval_count ?? 0,
  trialPeriodDays: recurring?.trial_period_days ?? 0,
})

/**
 * Words of a product. Other languages are in its metadata: `name_en`, `description_en`, and
 * `features_en`, separated by a bar.
 */
function productOf(product: Stripe.Product, language: string): Omit<PlanProduct, 'prices'> {
  const { id, name, description, images, marketing_features, metadata } = product
  const features = metadata[`features_${language}`]?.split('|')
  return {
    id,
    name: metadata[`name_${language}`] ?? name,
    description: metadata[`description_${language}`] ?? description ?? '',
    image: images[0] ?? '',
    features: features ?? marketing_features.flatMap((feature) => feature.name ?? []),
  }
}

function planOf(subscription: Stripe.Subscription): Plan {
  const { status, items, cancel_at, cancel_at_period_end, ended_at } = subscription
  const item = items.data[0]
  const periodEnd = msOf(item?.current_period_end)
  const cancelsOn = msOf(cancel_at) || (cancel_at_period_end ? periodEnd : 0)
  return {
    priceId: item?.price.id ?? '',
    // A state of a later version of the provider gives nothing.
    status: STATUSES[status] ?? 'inactive',
    renewsOn: cancelsOn === 0 ? periodEnd : 0,
    cancelsOn,
    endedOn: msOf(ended_at),
  }
}

/**
 * Payments by Stripe.
 *
 * A webhook is only a notice: what it says of a subscription is not read. The product asks for the
 * present state instead, so that late, doubled and reordered webhooks do no harm.
 *
 * @param client as made by `new Stripe(…)`; the local provider's client is the same one with
 * another transport
 */
export function stripePayments({
  client,
  provider,
  publicKey,
  webhookSecret,
  now,
  metrics,
}: {
  readonly client: Stripe
  readonly provider: Payments['provider']
  readonly publicKey: string
  readonly webhookSecret: string
  /** @unit epoch milliseconds */
  readonly now: () => number
  readonly metrics?: Metrics
}): Payments & { readonly line: GatewayLine } {
  const line = gatewayLine('payments', {
    timeoutMs: TIMEOUT_MS,
    isOutage: (error) => !(error instanceof Stripe.errors.StripeInvalidRequestError),
    ...(metrics && { metrics }),
  })
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await line.run(work)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const reason = error instanceof GatewayRests ? 'rests' : reasonOf(error)
      throw Object.assign(subscriptionRefusal('PAYMENTS_UNAVAILABLE', { reason }), { cause: error })
    }
  }
  const localeOf = (language: string) => (isLanguage(language) ? LOCALES[language] : 'auto')

  /** A payment once and for all; null without one. */
  async function forGood(customer: string): Promise<Plan | null> {
    const sessions = await client.checkout.sessions.list({
      customer,
      status: 'complete',
      limit: PAGE,
    })
    const paid = sessions.data.find(
      ({ mode, payment_status }) => mode === 'payment' && payment_status === 'paid',
    )
    const priceId = paid?.metadata?.['priceId']
    return priceId === undefined
      ? null
      : { priceId, status: 'active', renewsOn: 0, cancelsOn: 0, endedOn: 0 }
  }

  return {
    provider,
    publicKey,
    line,
    products: (language) =>
      ask(async () => {
        const products = new Map<string, Omit<PlanProduct, 'prices'> & { prices: PlanPrice[] }>()
        const prices = await client.prices.list({
          active: true,
          limit: PAGE,
          expand: ['data.product'],
        })
        for (const price of prices.data) {
          const { product } = price
          if (typeof product === 'string' || product.deleted || !product.active) continue
          const sold = products.get(product.id) ?? { ...productOf(product, language), prices: [] }
          products.set(product.id, sold)
          sold.prices.push(priceOf(price))
        }
        const cheapest = ({ prices: of }: PlanProduct) =>
          Math.min(...of.map(({ unitAmount }) => unitAmount))
        return [...products.values()].sort((a, b) => cheapest(a) - cheapest(b))
      }),
    openCustomer: ({ userId, email }) =>
      ask(async () => {
        const fields = { metadata: { userId }, ...(email !== '' && { email }) }
        return (await client.customers.create(fields, { idempotencyKey: `customer-${userId}` })).id
      }),
    checkout: ({ customerId, userId, price, language, paidUrl, leftUrl }) =>
      ask(async () => {
        const metadata = { userId, priceId: price.id }
        const session = await client.checkout.sessions.create({
          mode: price.type === 'recurring' ? 'subscription' : 'payment',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: price.id, quantity: 1 }],
          locale: localeOf(language),
          success_url: paidUrl,
          cancel_url: leftUrl,
          metadata,
          ...(price.type === 'recurring'
            ? { subscription_data: { metadata } }
            : { invoice_creation: { enabled: true } }),
        })
        return session.url ?? leftUrl
      }),
    portal: ({ customerId, language, returnUrl }) =>
      ask(async () => {
        const portalParams = {
          customer: customerId,
          locale: localeOf(language),
          return_url: returnUrl,
        }
        return (await client.billingPortal.sessions.create(portalParams)).url
      }),
    planOf: (customer) =>
      ask(async () => {
        const [forever, { data }] = await Promise.all([
          forGood(customer),
          client.subscriptions.list({ customer, status: 'all', limit: PAGE }),
        ])
        if (forever) return forever
        const newest = data.toSorted((a, b) => b.created - a.created).map(planOf)
        return newest.toSorted((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status))[0] ?? null
      }),
    closeCustomer: (customer) =>
      ask(async () => {
        try {
          await client.customers.del(customer)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
    invoicesOf: (customer) =>
      ask(async () => {
        const { data } = await client.invoices.list({ customer, limit: PAGE })
        return data.map((invoice) => ({
          id: invoice.id,
          number: invoice.number ?? '',
          label: invoice.lines.data[0]?.description ?? '',
          at: msOf(invoice.created),
          total: invoice.total,
          currency: invoice.currency.toUpperCase(),
          paid: invoice.status === 'paid',
          url: invoice.hosted_invoice_url ?? '',
        }))
      }),
    async userOfWebhook(body, signature) {
      // Signed, but perhaps no event: its shape is not believed, and not every event has a
      // customer.
      const { customer } = Object(Object(Object(verified(body, signature)).data).object) as {
        customer?: unknown
      }
      if (typeof customer !== 'string') return null
      return ask(async () => {
        try {
          const found = await client.customers.retrieve(customer)
          const userId = found.deleted ? undefined : found.metadata['userId']
          return userId === undefined ? null : { userId, customerId: customer }
        } catch (error) {
          // An event of another installation would stay unknown, so it is not sent again.
          if (isMissing(error)) return null
          throw error
        }
      })
    },
  }

  function verified(body: Uint8Array, signature: string): unknown {
    try {
      const raw = Buffer.from(body)
      const event: unknown = client.webhooks.constructEvent(
        raw,
        signature,
        webhookSecret,
        SIGNED_WITHIN_S,
        undefined,
        now(),
      )
      // The client looks at its age alone: one signed for later could be replayed until then.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (msOf(signedAt) > now() + msOf(SIGNED_WITHIN_S)) throw new Error('Signed for later')
      return event
    } catch (error) {
      throw Object.assign(subscriptionRefusal('WEBHOOK_REFUSED'), { cause: error })
    }
  }
}
