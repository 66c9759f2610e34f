import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { replaceFile } from '#commands/kernel/durable.ts'
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
export type State = z.output<typeof State>
export type Subscription = z.output<typeof Subscription>

const FILE = 'payments-sandbox.json'
const DAY_S = 86_400
export const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S } as const

export const idOf = (kind: string): string => `${kind}_${randomBytes(16).toString('hex')}`
export const numberOf = (invoiceId: string): string => invoiceId.slice(-8).toUpperCase()
export const priceOf = (id: string): LocalPrice | undefined =>
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

/** The sandbox's state in its file, and the rules of time. @param now epoch milliseconds */
export function sandboxState(dataDir: string, now: () => number) {
  const file = join(dataDir, FILE)
  const state = readState(file)
  const nowS = () => Math.floor(now() / 1000)
  let writing = Promise.resolve()

  /** Writes one after the other; the file is whole at any time. */
  function keep(): Promise<void> {
    writing = writing
      .catch(() => {}) // the failure was thrown to its own caller
      .then(() => replaceFile(file, JSON.stringify(state)))
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

  return { state, nowS, keep, settled, invoice }
}
export type SandboxState = ReturnType<typeof sandboxState>
