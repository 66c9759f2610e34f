import { createHmac } from 'node:crypto'
import { Problem, sandboxAnswers } from './payments-local-answers.ts'
import type { LocalPrice } from './payments-local-plans.ts'
import {
  idOf,
  numberOf,
  PERIOD_S,
  priceOf,
  sandboxState,
  type Subscription,
} from './payments-local-state.ts'

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
  /** Page of a user's browser; null for an unknown address */
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

/**
 * A payment provider on this machine, for an installation without one: it asks for no card and
 * moves no money. It speaks the part of Stripe's HTTP interface that the product uses. Its webhooks
 * are signed alike, and checkout and portal have pages. It keeps no name and no address of a user.
 *
 * @source docs.stripe.com/api: names of fields and addresses
 * @param now epoch milliseconds; periods end by it
 */
export function openPaymentSandbox(dataDir: string, now: () => number): PaymentSandbox {
  const sandbox = sandboxState(dataDir, now)
  const { state, nowS, keep, settled, invoice } = sandbox
  let connected: Parameters<PaymentSandbox['connect']>[0] | null = null
  const pageUrl = (page: string, id: string): string =>
    `${connected?.publicUrl.origin ?? ''}/sandbox/${page}/${id}`

  const answers = sandboxAnswers(sandbox, pageUrl)

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
