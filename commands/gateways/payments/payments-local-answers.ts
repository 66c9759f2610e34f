import { LOCAL_PRICES } from './payments-local-plans.ts'
import {
  idOf,
  numberOf,
  priceOf,
  type SandboxState,
  type Subscription,
} from './payments-local-state.ts'

/** A request that the sandbox refuses. */
export class Problem extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Fields of a form, by their bracketed names: `metadata[userId]`. */
export type Form = URLSearchParams
const needed = (form: Form, name: string): string => {
  const value = form.get(name)
  if (value === null) throw new Problem(400, `Missing required param: ${name}`)
  return value
}

/** The answers, by method and address. */
export function sandboxAnswers(
  { state, keep, settled }: SandboxState,
  pageUrl: (page: string, id: string) => string,
): Readonly<Record<string, (form: Form, id: string) => unknown>> {
  const shown = (subscription: Subscription) => ({
    id: subscription.id,
    object: 'subscription',
    customer: subscription.customer,
    status: subscription.status,
    created: subscription.created,
    cancel_at: subscription.cancelAtPeriodEnd ? subscription.periodEnd : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    ended_at: subscription.endedAt === 0 ? null : subscription.endedAt,
    items: {
      data: [{ price: priceOf(subscription.priceId), current_period_end: subscription.periodEnd }],
    },
  })
  const list = (data: readonly unknown[]) => ({ object: 'list', has_more: false, data })

  return {
    'GET /v1/prices': () => list(LOCAL_PRICES),
    'POST /v1/customers': async (form) => {
      const userId = needed(form, 'metadata[userId]')
      const earlier = state.customers.find((customer) => customer.userId === userId)
      const customer = earlier ?? { id: idOf('cus'), userId }
      if (!earlier) state.customers.push(customer)
      await keep()
      return { id: customer.id, object: 'customer', metadata: { userId } }
    },
    'GET /v1/customers/': (_, id) => {
      const customer = state.customers.find((one) => one.id === id)
      if (customer === undefined) throw new Problem(404, 'No such customer')
      return { id, object: 'customer', metadata: { userId: customer.userId } }
    },
    'DELETE /v1/customers/': async (_, id) => {
      if (!state.customers.some((one) => one.id === id)) throw new Problem(404, 'No such customer')
      state.customers = state.customers.filter((one) => one.id !== id)
      state.sessions = state.sessions.filter(({ customer }) => customer !== id)
      state.subscriptions = state.subscriptions.filter(({ customer }) => customer !== id)
      state.invoices = state.invoices.filter(({ customer }) => customer !== id)
      state.portals = state.portals.filter(({ customer }) => customer !== id)
      await keep()
      return { id, object: 'customer', deleted: true }
    },
    'POST /v1/checkout/sessions': async (form) => {
      const session = {
        id: idOf('cs'),
        customer: needed(form, 'customer'),
        priceId: needed(form, 'line_items[0][price]'),
        locale: form.get('locale') ?? 'auto',
        successUrl: needed(form, 'success_url'),
        cancelUrl: needed(form, 'cancel_url'),
        status: 'open' as const,
      }
      if (priceOf(session.priceId) === undefined) throw new Problem(400, 'No such price')
      state.sessions.push(session)
      await keep()
      return { id: session.id, object: 'checkout.session', url: pageUrl('checkout', session.id) }
    },
    'GET /v1/checkout/sessions': (form) =>
      list(
        state.sessions
          .filter(
            ({ customer, status }) =>
              customer === form.get('customer') && status === form.get('status'),
          )
          .map(({ id, priceId }) => ({
            id,
            object: 'checkout.session',
            mode: priceOf(priceId)?.type === 'one_time' ? 'payment' : 'subscription',
            payment_status: 'paid',
            metadata: { priceId },
          })),
      ),
    'POST /v1/billing_portal/sessions': async (form) => {
      const portal = {
        id: idOf('bps'),
        customer: needed(form, 'customer'),
        locale: form.get('locale') ?? 'auto',
        returnUrl: needed(form, 'return_url'),
      }
      state.portals.push(portal)
      await keep()
      return { id: portal.id, object: 'billing_portal.session', url: pageUrl('portal', portal.id) }
    },
    'GET /v1/subscriptions': (form) => list(settled(needed(form, 'customer')).map(shown)),
    'GET /v1/invoices': (form) => {
      const customer = needed(form, 'customer')
      settled(customer)
      return list(
        state.invoices
          .filter((one) => one.customer === customer)
          .toSorted((a, b) => b.created - a.created)
          .map(({ id, created, total, priceId }) => ({
            id,
            object: 'invoice',
            number: numberOf(id),
            created,
            total,
            currency: 'eur',
            status: 'paid',
            hosted_invoice_url: pageUrl('invoice', id),
            lines: { data: [{ description: priceOf(priceId)?.product.name ?? '' }] },
          })),
      )
    },
  }
}
