import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Plan, SubscriptionEvent } from '#domain/subscription/subscription.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** A user's plan, by the user's id; missing before the first checkout. */
export type SubscriptionDoc = Doc & Stamp & { readonly plan: Plan | null; readonly priceId: string }

export const subscriptions = defineProjection<SubscriptionEvent, SubscriptionDoc>({
  name: 'subscriptions',
  version: 1,
  outlives: true,
  on: {
    SubscriptionCustomerOpened: (_, { meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      plan: null,
      priceId: '',
    }),
    SubscriptionPlanRecorded: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, plan: data.plan, priceId: data.plan?.priceId ?? '' },
  },
  indexes: [{ fields: ['priceId'] }],
})
