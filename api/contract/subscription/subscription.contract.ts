import { get, post, put, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { SUBSCRIPTION_STATES } from '#domain/subscription/subscription-state.values.ts'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'

export const SubscriptionReply = z.object({
  state: z.enum(SUBSCRIPTION_STATES),
  trialEnds: Time.describe('When free access ends or ended; 0 without an end'),
  renewsOn: Time,
  canceledOn: Time.describe('When the plan ends or ended; 0 while it is renewed'),
  priceId: z.string().describe('Price of the plan that runs; empty without one'),
  daysLeft: z.int().describe('Days of free access that are left, the present one included'),
  freeDays: z.int().describe('Days of free access in all; 0 without an end'),
  mayWrite: z
    .boolean()
    .describe('Whether records may be added and changed; reading and export always may'),
  hasPortal: z
    .boolean()
    .describe('Whether the provider knows the user, so that its portal can be opened'),
})
export type SubscriptionReply = z.output<typeof SubscriptionReply>

const Price = z.object({
  id: z.string(),
  unitAmount: z.number().describe('In the currency’s major unit, before tax'),
  currency: Currency,
  type: z.enum(['one_time', 'recurring']),
  interval: z.enum(['', 'day', 'week', 'month', 'year']),
  intervalCount: z.int(),
  trialPeriodDays: z.int(),
})
export const SubscriptionProduct = z.object({
  id: z.string(),
  image: z.string(),
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  prices: z.array(Price),
})
export type SubscriptionProduct = z.output<typeof SubscriptionProduct>

const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  label: z.string(),
  date: Time,
  total: z.number(),
  currency: Currency,
  paid: z.boolean(),
  url: z.string().describe('Its page at the provider; empty without one'),
})

const Language = z.enum(LANGUAGES)
const Opened = z.object({ url: z.string() })

export const subscriptionRoutes = {
  config: get('/subscription/config', {
    summary: 'Who takes payments, and how long the trial is',
    access: 'public',
    reply: z.object({
      provider: z.enum(['stripe', 'local']),
      publicKey: z.string(),
      trialDays: z.int(),
    }),
  }),
  products: get('/products/actives', {
    outside: true,
    summary: 'The plans for sale, the cheapest first',
    access: 'public',
    perMinute: 120,
    reply: z.array(SubscriptionProduct),
  }),
  webhook: post('/subscription/webhook', {
    outside: true,
    summary: 'Takes a signed notice of the payment provider, in the header stripe-signature',
    access: 'anyone',
    raw: true,
    body: z.unknown(),
    reply: z.object({ received: z.boolean() }),
  }),
  one: get('/subscription/:userId', {
    summary: 'The state of the user’s subscription',
    access: 'signed-in',
    params: own,
    reply: SubscriptionReply,
  }),
  checkout: post('/subscription/:userId/create-checkout-session', {
    outside: true,
    summary: 'Opens a page of the payment provider for a plan, and answers its address',
    access: { permission: 'perm_subscription_update' },
    withoutPlan: true,
    perMinute: 20,
    closedToGuests: true,
    params: own,
    body: z.strictObject({
      email: z.union([z.email().max(254), z.literal('')]).default(''),
      userLang: Language.optional(),
      priceId: z.string().min(1).max(100),
    }),
    reply: Opened,
  }),
  portal: post('/subscription/:userId/create-portal-link/:lang', {
    outside: true,
    summary: 'Opens the payment provider’s portal in a language, and answers its address',
    access: { permission: 'perm_subscription_update' },
    withoutPlan: true,
    perMinute: 20,
    closedToGuests: true,
    params: own.extend({ lang: Language }),
    reply: Opened,
  }),
  refresh: post('/subscription/:userId/refresh', {
    outside: true,
    summary:
      'Asks the payment provider for the present plan, as after a checkout whose webhook is late',
    access: { permission: 'perm_subscription_menu' },
    withoutPlan: true,
    perMinute: 30,
    closedToGuests: true,
    params: own,
    reply: SubscriptionReply,
  }),
  invoices: get('/subscription/:userId/invoices', {
    outside: true,
    summary: 'What the user paid for plans, the newest first',
    access: { permission: 'perm_subscription_menu' },
    params: own,
    reply: z.array(Invoice),
  }),
}

/** As the payment provider names it. */
const PriceId = z.string().regex(/^[\w.-]{1,100}$/)
const PricePlanRole = z.object({ ...audit, priceId: z.string(), roleId: z.string() })

/** Role that a price gives while it is paid. */
export const planRoleRoutes = {
  all: get('/pricePlanRole/:userId/all', {
    summary: 'The roles that prices give',
    access: { permission: 'perm_price_plan_roles_menu' },
    csv: true,
    params: own,
    reply: z.array(PricePlanRole),
  }),
  set: put('/pricePlanRole/:userId', {
    summary: 'Sets the role that a price gives, for those who pay it now too',
    access: { permission: 'perm_price_plan_roles_manage' },
    params: own,
    body: z.strictObject({ priceId: PriceId, roleId: Id }),
    reply: Written,
  }),
  remove: del('/pricePlanRole/:userId/:priceId', {
    summary: 'A price gives no role any more, and takes it from those who pay it',
    access: { permission: 'perm_price_plan_roles_manage' },
    params: own.extend({ priceId: PriceId }),
    reply: Written,
  }),
}
