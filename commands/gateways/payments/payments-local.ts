import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { LOCAL_PRICES, type LocalPrice } from './payments-local-plans.ts'

/** Times are epoch seconds, as in the real provider's answers. */
const Customer = z.object({ id: z.string(), userId: z.string() })
const Session = z.object({
  id: z.string(),
  customer: z.string(),
  priceId: z.string(),
  locale: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  status: z.enum(['open', 'complete']),
})
const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  priceId: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  created: z.int(),
  periodEnd: z.int(),
  cancelAtPeriodEnd: z.boolean(),
  endedAt: z.int(),
})
const Invoice = z.object({
  id: z.string(),
  customer: z.string(),
  priceId: z.string(),
  created: z.int(),
  total: z.int(),
})
const Portal = z.object({
  id: z.string(),
  customer: z.string(),
  locale: z.string(),
  returnUrl: z.string(),
})
const State = z.object({
  secret: z.string(),
  customers: z.array(Customer),
  sessions: z.array(Session),
  subscriptions: z.array(Subscription),
  invoices: z.array(Invoice),
  portals: z.array(Portal),
})
type State = z.output<typeof State>
type Subscription = z.output<typeof Subscription>

type SandboxCheckout = {
  readonly price: LocalPrice
  readonly locale: string
  readonly open: boolean
  readonly leftUrl: string
}
type SandboxPortal = {
  readonly locale: string
  readonly returnUrl: string
  readonly plan: {
    readonly price: LocalPrice
    readonly status: Subscription['status']
    readonly periodEndMs: number
    readonly cancels: boolean
  } | null
}

type SandboxInvoice = {
  readonly number: string
  readonly price: LocalPrice
  readonly createdMs: number
  /** @unit cents */
  readonly total: number
}

/** Gives a signed webhook to the product, as the real provider does over the network. */
type Deliver = (body: Uint8Array, signature: string) => Promise<unknown>

/** The provider's part that its pages use; the product reaches it through `fetch` alone. */
export interface PaymentSandbox {
  /** What a user's browser opens. null for an unknown address */
  checkout(id: string): SandboxCheckout | null
  portal(id: string): SandboxPortal | null
  invoice(id: string): SandboxInvoice | null
  /** @returns where the browser goes next; null for an unknown address */
  payCheckout(id: string, act: 'pay' | 'pay-untold'): Promise<string | null>
  changePlan(id: string, act: 'cancel' | 'renew' | 'fail' | 'end'): Promise<boolean>
  /**
   * Where its pages are, and where webhooks go. Until then webhooks are lost, as they may be in the
   * world.
   */
  connect(to: { readonly publicUrl: URL; readonly deliver: Deliver }): void
  readonly webhookSecret: string
  /** The HTTP interface, for the client's transport. */
  readonly fetch: typeof fetch
}

const FILE = 'payments-sandbox.json'
const DAY_S = 86_400
const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S } as const

const idOf = (kind: string): string => `${kind}_${randomBytes(16).toString('hex')}`
const numberOf = (invoiceId: string): string => invoiceId.slice(-8).toUpperCase()
const priceOf = (id: string): LocalPrice | undefined =>
  LOCAL_PRICES.find((price) => price.id === id)

function readState(file: string): State {
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error
    return {
      secret: `whsec_${randomBytes(24).toString('base64url')}`,
      customers: [],
      sessions: [],
      subscriptions: [],
      invoices: [],
      portals: [],
    }
  }
}

class Problem extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Fields of a form, by their bracketed names: `metadata[userId]`. */
type Form = URLSearchParams
const needed = (form: Form, name: string): string => {
  const value = form.get(name)
  if (value === null) throw new Problem(400, `Missing required param: ${name}`)
  return value
}

/**
 * A payment provider on this machine, for an installation without one: no card is asked for and no
 * money moves. It speaks the part of Stripe's HTTP interface that the product uses, signs its
 * webhooks alike, and has pages for the checkout and the portal. It keeps no name and no address of
 * a user.
 *
 * @source docs.stripe.com/api: names of fields and addresses
 * @param now epoch milliseconds; periods end by it
 */
export function openPaymentSandbox(dataDir: string, now: () => number): PaymentSandbox {
  const file = join(dataDir, FILE)
  const state = readState(file)
  const nowS = () => Math.floor(now() / 1000)
  let connected: Parameters<PaymentSandbox['connect']>[0] | null = null
  let writing = Promise.resolve()

  /** Writes one after the other; the file is whole at any time. */
  function keep(): Promise<void> {
    writing = writing
      .catch(() => {}) // the failure was thrown to its own caller
      .then(async () => {
        const handle = await open(`${file}.part`, 'w', 0o600)
        try {
          await handle.writeFile(JSON.stringify(state))
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(`${file}.part`, file)
      })
    return writing
  }

  /** Ends or renews what is due, as the real provider does by itself. */
  function settle(subscription: Subscription): void {
    const interval = priceOf(subscription.priceId)?.recurring?.interval
    if (interval === undefined) return
    while (subscription.status === 'active' && subscription.periodEnd <= nowS()) {
      if (subscription.cancelAtPeriodEnd) {
        subscription.status = 'canceled'
        subscription.endedAt = subscription.periodEnd
      } else {
        invoice(subscription.customer, subscription.priceId, subscription.periodEnd)
        subscription.periodEnd += PERIOD_S[interval]
      }
    }
  }
  const settled = (customer: string): readonly Subscription[] => {
    const own = state.subscriptions.filter((subscription) => subscription.customer === customer)
    own.forEach(settle)
    return own
  }
  const invoice = (customer: string, priceId: string, created: number): void => {
    const total = priceOf(priceId)?.unit_amount ?? 0
    state.invoices.push({ id: idOf('in'), customer, priceId, created, total })
  }

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

  /** The answers, by method and address. */
  const answers: Readonly<Record<string, (form: Form, id: string) => unknown>> = {
    'GET /v1/prices': () => list(LOCAL_PRICES),
    'POST /v1/customers': async (form) => {
      const userId = needed(form, 'metadata[userId]')
      const known = state.customers.find((customer) => customer.userId === userId)
      const customer = known ?? { id: idOf('cus'), userId }
      if (!known) state.customers.push(customer)
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
  const pageUrl = (page: string, id: string): string =>
    `${connected?.publicUrl.origin ?? ''}/sandbox/${page}/${id}`

  async function answer(method: string, url: URL, body: string): Promise<unknown> {
    const exact = answers[`${method} ${url.pathname}`]
    const form = new URLSearchParams(method === 'GET' ? url.search : body)
    if (exact) return exact(form, '')
    const at = url.pathname.lastIndexOf('/') + 1
    const one = answers[`${method} ${url.pathname.slice(0, at)}`]
    if (one === undefined) throw new Problem(404, 'Unrecognized request URL')
    return one(form, url.pathname.slice(at))
  }

  /** A webhook that no server takes is lost: the product asks for the state by itself later. */
  async function tell(type: string, customer: string): Promise<void> {
    const event = {
      id: idOf('evt'),
      object: 'event',
      type,
      created: nowS(),
      data: { object: { customer } },
    }
    const body = JSON.stringify(event)
    const signed = createHmac('sha256', state.secret)
      .update(`${event.created}.${body}`)
      .digest('hex')
    await connected?.deliver(Buffer.from(body), `t=${event.created},v1=${signed}`).catch(() => {})
  }

  const current = (customer: string): Subscription | undefined =>
    settled(customer).findLast(({ status }) => status !== 'canceled') ?? settled(customer).at(-1)

  return {
    webhookSecret: state.secret,
    connect: (to) => void (connected = to),
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      try {
        const body = typeof init?.body === 'string' ? init.body : ''
        return Response.json(await answer(init?.method ?? 'GET', url, body))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { status, message } = error
        return Response.json({ error: { type: 'invalid_request_error', message } }, { status })
      }
    },
    checkout(id) {
      const session = state.sessions.find((one) => one.id === id)
      const price = session && priceOf(session.priceId)
      if (session === undefined || price === undefined) return null
      return {
        price,
        locale: session.locale,
        open: session.status === 'open',
        leftUrl: session.cancelUrl,
      }
    },
    portal(id) {
      const portal = state.portals.find((one) => one.id === id)
      if (portal === undefined) return null
      const subscription = current(portal.customer)
      const price = subscription && priceOf(subscription.priceId)
      return {
        locale: portal.locale,
        returnUrl: portal.returnUrl,
        plan:
          subscription === undefined || price === undefined
            ? null
            : {
                price,
                status: subscription.status,
                periodEndMs: subscription.periodEnd * 1000,
                cancels: subscription.cancelAtPeriodEnd,
              },
      }
    },
    invoice(id) {
      const found = state.invoices.find((one) => one.id === id)
      const price = found && priceOf(found.priceId)
      if (found === undefined || price === undefined) return null
      return { number: numberOf(id), price, createdMs: found.created * 1000, total: found.total }
    },
    async payCheckout(id, act) {
      const session = state.sessions.find((one) => one.id === id)
      const price = session && priceOf(session.priceId)
      if (session === undefined || price === undefined) return null
      // A page that is sent twice pays once.
      if (session.status === 'complete') return session.successUrl
      session.status = 'complete'
      const { customer, priceId } = session
      invoice(customer, priceId, nowS())
      if (price.recurring !== null)
        state.subscriptions.push({
          id: idOf('sub'),
          customer,
          priceId,
          status: 'active',
          created: nowS(),
          periodEnd: nowS() + PERIOD_S[price.recurring.interval],
          cancelAtPeriodEnd: false,
          endedAt: 0,
        })
      await keep()
      if (act === 'pay') await tell('checkout.session.completed', customer)
      return session.successUrl
    },
    async changePlan(id, act) {
      const portal = state.portals.find((one) => one.id === id)
      const subscription = portal && current(portal.customer)
      if (subscription === undefined || subscription.status === 'canceled')
        return portal !== undefined
      if (act === 'cancel') subscription.cancelAtPeriodEnd = true
      else if (act === 'renew')
        Object.assign(subscription, { cancelAtPeriodEnd: false, status: 'active' })
      else if (act === 'fail') subscription.status = 'past_due'
      else Object.assign(subscription, { status: 'canceled', endedAt: nowS() })
      await keep()
      await tell('customer.subscription.updated', subscription.customer)
      return true
    },
  }
}
