import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type {
  Payments,
  PlanInvoice,
  PlanPrice,
  PlanProduct,
} from '#commands/gateways/payments/payments.ts'
import { type Clock, stillLasts } from '#domain/kernel/ports/clock.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { pricePlanRoleDecider } from '#domain/subscription/price-plan-role.ts'
import { planRuns } from '#domain/subscription/standing.ts'
import {
  type Plan,
  subscriptionDecider,
  subscriptionRefusal,
} from '#domain/subscription/subscription.ts'

/** Cache time of the plans for sale: a public page asks for them. */
const PLANS_MS = 300_000

export type CheckoutAsked = {
  readonly email: string
  readonly language: string
  readonly priceId: string
  readonly paidUrl: string
  readonly leftUrl: string
}

/** Gives a user the roles of the plan that runs, and takes those of an earlier one. */
type GiveRoles = (userId: string, roleIds: readonly string[], meta: CommandMeta) => Promise<void>

/**
 * A running plan keeps a second one from being paid, unless it ends and the other one is paid once.
 */
const runsAgainst = (plan: Plan | null, price: PlanPrice, now: number): boolean =>
  plan !== null && planRuns(plan, now) && !(price.type === 'one_time' && plan.cancelsOn !== 0)

/**
 * Subscriptions of users. The payment provider's answer counts, never a browser's or a webhook's
 * word.
 */
export function subscriptionCommands(
  handler: CommandHandler,
  payments: Payments,
  clock: Clock,
  giveRoles: GiveRoles = async () => {},
) {
  const sold = new Map<
    string,
    { readonly until: number; readonly products: Promise<readonly PlanProduct[]> }
  >()

  const customerOf = async (userId: string): Promise<string> => {
    const state = (await handler.load(subscriptionDecider, userId, userId))?.state
    return state?.status === 'live' ? state.customerId : ''
  }

  function products(language: string): Promise<readonly PlanProduct[]> {
    const now = clock.now()
    const cached = sold.get(language)
    if (cached && stillLasts(cached.until, PLANS_MS, now)) return cached.products
    const read = { until: now + PLANS_MS, products: payments.products(language) }
    sold.set(language, read)
    // A failure is not kept: the next call asks again.
    read.products.catch(() => sold.get(language) === read && sold.delete(language))
    return read.products
  }

  /**
   * Asks the provider for the present plan and records what has changed. @throws
   * PAYMENTS_UNAVAILABLE
   */
  async function refresh(userId: string, meta: CommandMeta): Promise<Plan | null> {
    const customerId = await customerOf(userId)
    if (customerId === '') return null
    const askedAt = clock.now()
    const plan = await payments.planOf(customerId)
    const { state } = await handler.run(
      subscriptionDecider,
      userId,
      { type: 'RecordPlan', plan, askedAt },
      meta,
    )
    const present = state.status === 'live' ? state.plan : null
    await followRoles(userId, present, meta)
    return present
  }

  /** Repeated after each answer of the provider, so that an interrupted change is made up for. */
  async function followRoles(userId: string, plan: Plan | null, meta: CommandMeta): Promise<void> {
    const given = plan !== null && planRuns(plan, clock.now()) ? await roleOf(plan.priceId) : null
    const step = { ...meta, commandId: derivedUuid(meta.commandId, 'roles', userId) }
    await giveRoles(userId, given === null ? [] : [given], step)
  }
  async function roleOf(priceId: string): Promise<string | null> {
    const state = (await handler.load(pricePlanRoleDecider, priceId, SHARED))?.state
    return state?.status === 'live' ? state.roleId : null
  }

  return {
    provider: payments.provider,
    publicKey: payments.publicKey,
    products,
    refresh,
    /**
     * @returns where the user pays @throws PRICE_UNKNOWN · SUBSCRIPTION_RUNS · PAYMENTS_UNAVAILABLE
     */
    async checkout(userId: string, order: CheckoutAsked, meta: CommandMeta): Promise<string> {
      const { email, language, priceId, paidUrl, leftUrl } = order
      const prices = (await products(language)).flatMap((product) => product.prices)
      const price = prices.find(({ id }) => id === priceId)
      if (price === undefined)
        throw subscriptionRefusal('PRICE_UNKNOWN', {}, [{ path: 'priceId', code: 'PRICE_UNKNOWN' }])
      if ((await customerOf(userId)) === '') {
        const customerId = await payments.openCustomer({ userId, email })
        await handler.run(subscriptionDecider, userId, { type: 'OpenCustomer', customerId }, meta)
      }
      // A plan that was paid a moment ago, whose webhook is late, is not paid twice.
      const plan = await refresh(userId, {
        ...meta,
        commandId: derivedUuid(meta.commandId, 'plan'),
      })
      if (runsAgainst(plan, price, clock.now())) throw subscriptionRefusal('SUBSCRIPTION_RUNS')
      return payments.checkout({
        customerId: await customerOf(userId),
        userId,
        price,
        language,
        paidUrl,
        leftUrl,
      })
    },
    /**
     * @returns the provider's page for cards, invoices and the end @throws SUBSCRIPTION_NOT_PAID
     * without a customer
     */
    async portal(
      userId: string,
      { language, returnUrl }: { readonly language: string; readonly returnUrl: string },
    ) {
      const customerId = await customerOf(userId)
      if (customerId === '') throw subscriptionRefusal('SUBSCRIPTION_NOT_PAID')
      return payments.portal({ customerId, language, returnUrl })
    },
    /**
     * Ends the plan of a user who leaves, and the customer account with it. @throws
     * PAYMENTS_UNAVAILABLE
     */
    async close(userId: string): Promise<void> {
      const customerId = await customerOf(userId)
      if (customerId !== '') await payments.closeCustomer(customerId)
    },
    /** Payments of the user, the newest first; empty before the first payment. */
    async invoices(userId: string): Promise<readonly PlanInvoice[]> {
      const customerId = await customerOf(userId)
      return customerId === '' ? [] : payments.invoicesOf(customerId)
    },
    /** The role that a price gives; null without one. */
    roleOf,
    /**
     * Sets the role of a price, for those who pay it now too. @param roleId null for none @throws
     * NOT_FOUND
     */
    async setRole(
      priceId: string,
      roleId: string | null,
      payers: readonly string[],
      meta: CommandMeta,
    ) {
      const command =
        roleId === null
          ? ({ type: 'RemovePricePlanRole' } as const)
          : ({ type: 'SetPricePlanRole', roleId } as const)
      const result = await handler.run(pricePlanRoleDecider, priceId, command, {
        ...meta,
        owner: SHARED,
      })
      for (const userId of payers) {
        const state = (await handler.load(subscriptionDecider, userId, userId))?.state
        await followRoles(userId, state?.status === 'live' ? state.plan : null, meta)
      }
      return result
    },
    /**
     * Takes a webhook: verified, it makes the product ask for that customer's present plan.
     *
     * @throws WEBHOOK_REFUSED · PAYMENTS_UNAVAILABLE, after which the provider sends it again
     */
    async webhook(body: Uint8Array, signature: string, meta: CommandMeta): Promise<void> {
      const about = await payments.userOfWebhook(body, signature)
      // A customer of another installation, or of a user who is forgotten.
      if (about === null || (await customerOf(about.userId)) !== about.customerId) return
      await refresh(about.userId, { ...meta, owner: about.userId })
    },
  }
}
export type SubscriptionCommands = ReturnType<typeof subscriptionCommands>
