import { z } from 'zod'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { SUBSCRIPTION_STATES } from '#domain/subscription/subscription-state.values.ts'
import { audit, Currency, Id, own, routes, Time, Written } from '#contract/kernel/route.ts'
import * as endpoints from './subscription.routes.ts'

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

const subscriptionSchemas = {
  config: {
    reply: z.object({
      provider: z.enum(['stripe', 'local']),
      publicKey: z.string(),
      trialDays: z.int(),
    }),
  },
  products: { reply: z.array(SubscriptionProduct) },
  webhook: { body: z.unknown(), reply: z.object({ received: z.boolean() }) },
  one: { params: own, reply: SubscriptionReply },
  checkout: {
    params: own,
    body: z.strictObject({
      email: z.union([z.email().max(254), z.literal('')]).default(''),
      userLang: Language.optional(),
      priceId: z.string().min(1).max(100),
    }),
    reply: Opened,
  },
  portal: { params: own.extend({ lang: Language }), reply: Opened },
  refresh: { params: own, reply: SubscriptionReply },
  invoices: { params: own, reply: z.array(Invoice) },
}
export type SubscriptionSchemas = typeof subscriptionSchemas
export const subscriptionRoutes = routes(endpoints.subscriptionRoutes, subscriptionSchemas)

/** As the payment provider names it. */
const PriceId = z.string().regex(/^[\w.-]{1,100}$/)
const PricePlanRole = z.object({ ...audit, priceId: z.string(), roleId: z.string() })

const planRoleSchemas = {
  all: { params: own, reply: z.array(PricePlanRole) },
  set: { params: own, body: z.strictObject({ priceId: PriceId, roleId: Id }), reply: Written },
  remove: { params: own.extend({ priceId: PriceId }), reply: Written },
}
export type PlanRoleSchemas = typeof planRoleSchemas
export const planRoleRoutes = routes(endpoints.planRoleRoutes, planRoleSchemas)
