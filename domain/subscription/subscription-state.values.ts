/** States of a subscription that its user is shown. */
export const SUBSCRIPTION_STATES = [
  'available',
  'active',
  'inactive',
  'freeTrial',
  'canceled',
  'ended',
] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]
