import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'

/**
 * State of a paid plan at the payment provider. `overdue`: a payment failed and is tried again, and
 * the plan goes on. `inactive`: it was never paid, or the provider has given up.
 */
export type PlanStatus = 'active' | 'overdue' | 'inactive' | 'ended'

/**
 * A user's plan as the payment provider last described it. Times are epoch milliseconds; 0 means
 * none.
 */
export type Plan = {
  readonly priceId: string
  readonly status: PlanStatus
  readonly renewsOn: number
  /** The plan ends then, unless it is renewed before. */
  readonly cancelsOn: number
  readonly endedOn: number
}

export type SubscriptionCommand =
  | { readonly type: 'OpenCustomer'; readonly customerId: string }
  /** `askedAt`: when the provider was asked. An answer to an earlier question says nothing new. */
  | { readonly type: 'RecordPlan'; readonly plan: Plan | null; readonly askedAt: number }

/** Stored for good: add fields, never rename or remove. */
export type SubscriptionEvent =
  | { readonly type: 'SubscriptionCustomerOpened'; readonly data: { readonly customerId: string } }
  | {
      readonly type: 'SubscriptionPlanRecorded'
      readonly data: { readonly plan: Plan | null; readonly askedAt: number }
    }

/** A customer number names a person at the payment provider. */
export const subscriptionPersonal = personal<SubscriptionEvent>(ofOwner, {
  SubscriptionCustomerOpened: { customerId: '' },
})

export const subscriptionRefusal = catalogue({
  SUBSCRIPTION_ENDED: 'conflict',
  SUBSCRIPTION_RUNS: 'conflict',
  SUBSCRIPTION_NOT_PAID: 'conflict',
  PRICE_UNKNOWN: 'invalid',
  PAYMENTS_UNAVAILABLE: 'outside',
  WEBHOOK_REFUSED: 'malformed',
})

export type Subscription =
  | { readonly status: 'none' }
  | {
      readonly status: 'live'
      readonly customerId: string
      readonly plan: Plan | null
      /** @unit epoch milliseconds */
      readonly askedAt: number
    }

const samePlan = (one: Plan | null, other: Plan | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * A user's account at the payment provider, and the plan that it pays for. The stream has the
 * user's id.
 */
export const subscriptionDecider: Decider<SubscriptionCommand, SubscriptionEvent, Subscription> = {
  category: 'subscription',
  initial: { status: 'none' },
  decide(command, subscription) {
    switch (command.type) {
      case 'OpenCustomer':
        // A second tab may open the same customer.
        if (subscription.status === 'live') return []
        return [{ type: 'SubscriptionCustomerOpened', data: { customerId: command.customerId } }]
      case 'RecordPlan': {
        const { plan, askedAt } = command
        if (subscription.status === 'none') return []
        if (askedAt < subscription.askedAt || samePlan(plan, subscription.plan)) return []
        return [{ type: 'SubscriptionPlanRecorded', data: { plan, askedAt } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve(subscription, event): Subscription {
    switch (event.type) {
      case 'SubscriptionCustomerOpened':
        return { status: 'live', customerId: event.data.customerId, plan: null, askedAt: 0 }
      case 'SubscriptionPlanRecorded':
        return subscription.status === 'live' ? { ...subscription, ...event.data } : subscription
      default:
        return unreachable(event)
    }
  },
}

export const subscriptionEntity: Entity<SubscriptionCommand, SubscriptionEvent, Subscription> = {
  name: 'subscription',
  decider: subscriptionDecider,
  permission: 'subscription',
  shows: { status: 'choice', renewsOn: 'instant', cancelsOn: 'instant', endedOn: 'instant' },
  view: (subscription) =>
    subscription.status === 'live' && subscription.plan !== null
      ? { ...subscription.plan }
      : subscription.status === 'live'
        ? {}
        : null,
  title: () => '',
}
