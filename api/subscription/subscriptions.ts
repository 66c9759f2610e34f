import type { SubscriptionCommands } from '#commands/subscription/subscriptions.ts'
import {
  type SubscriptionProduct,
  subscriptionRoutes as routes,
} from '#contract/subscription/subscription.contract.ts'
import { TRIAL_DAYS } from '#domain/identity/user.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { freeUntil } from '#domain/kernel/free-access.ts'
import { daysLeft, mayWrite, planRuns, subscriptionState } from '#domain/subscription/standing.ts'
import type { Plan } from '#domain/subscription/subscription.ts'
import { freeAccessOf, type UserDoc, users } from '#projections/identity/users.ts'
import { type SubscriptionDoc, subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Api } from '#api/kernel/api.ts'
import type { MayWrite } from './write-rule.ts'

const reads = { users, subscriptions }
/** Screen that the provider sends the browser back to. */
const SCREEN = '/admin/profile/subscription'

/**
 * The plans for sale in the words of a language, the cheapest first. @throws PAYMENTS_UNAVAILABLE
 */
export const plansFor = async (
  commands: Pick<SubscriptionCommands, 'products'>,
  language: string,
): Promise<SubscriptionProduct[]> =>
  (await commands.products(language)).map(({ prices, ...product }) => ({
    ...product,
    features: [...product.features],
    prices: prices.map((price) => ({
      ...price,
      unitAmount: toMajor(price.unitAmount, price.currency),
    })),
  }))

/** Subscriptions: the trial, plans, the provider's pages, and its webhooks. */
export function subscriptionApi(
  api: Api,
  commands: SubscriptionCommands,
  { publicUrl, isExempt }: { readonly publicUrl: URL; readonly isExempt: MayWrite['isExempt'] },
): void {
  const back = (query: string): string => new URL(`${SCREEN}${query}`, publicUrl).href

  async function stateOf(
    user: UserDoc | null,
    doc: SubscriptionDoc | null,
    plan: Plan | null,
    now: number,
  ) {
    if (user === null) throw refusal('NOT_FOUND')
    const free = (await isExempt(user._id))
      ? { ...freeAccessOf(user), isFree: true, freePeriod: 0 }
      : freeAccessOf(user)
    const until = freeUntil(free)
    const runs = plan !== null && planRuns(plan, now)
    return {
      state: subscriptionState(free, plan, now),
      trialEnds: until ?? 0,
      renewsOn: runs ? plan.renewsOn : 0,
      canceledOn: plan?.endedOn || plan?.cancelsOn || 0,
      priceId: runs ? plan.priceId : '',
      daysLeft: until === null ? 0 : daysLeft(until, now),
      freeDays: free.isFree ? free.freePeriod : 0,
      mayWrite: mayWrite(free, plan, now),
      hasPortal: doc !== null && doc.plan !== null,
    }
  }

  api.serve(routes.config, {}, async () => {
    const { provider, publicKey } = commands
    return { provider, publicKey, trialDays: TRIAL_DAYS }
  })

  api.serve(routes.products, {}, async ({ language }) => plansFor(commands, language))

  api.serve(routes.webhook, {}, async ({ body, request, meta }) => {
    const signature = request.headers['stripe-signature']
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    await commands.webhook(bytes, typeof signature === 'string' ? signature : '', meta())
    return { received: true }
  })

  api.serve(routes.one, { reads }, async ({ read, owner, now }) => {
    const [user, doc] = await Promise.all([read.users.get(owner), read.subscriptions.get(owner)])
    return stateOf(user, doc, doc?.plan ?? null, now)
  })

  api.serve(routes.checkout, { reads }, async ({ read, owner, body, language, meta }) => {
    const { email, userLang = language, priceId } = body
    const user = await read.users.get(owner)
    const addresses = { paidUrl: back('?checkout=done'), leftUrl: back('?checkout=left') }
    const mail = email || (user?.profile.mail ?? '')
    return {
      url: await commands.checkout(
        owner,
        { email: mail, language: userLang, priceId, ...addresses },
        meta(),
      ),
    }
  })

  api.serve(routes.portal, {}, async ({ owner, params: { lang } }) => ({
    url: await commands.portal(owner, { language: lang, returnUrl: back('?checkout=portal') }),
  }))

  api.serve(routes.refresh, { reads }, async ({ read, owner, now, meta }) => {
    const plan = await commands.refresh(owner, meta())
    const [user, doc] = await Promise.all([read.users.get(owner), read.subscriptions.get(owner)])
    return stateOf(user, doc, plan, now)
  })

  api.serve(routes.invoices, {}, async ({ owner }) =>
    (await commands.invoices(owner)).map(({ at, total, currency, ...invoice }) => ({
      ...invoice,
      date: at,
      total: toMajor(total, currency),
      currency,
    })),
  )
}
