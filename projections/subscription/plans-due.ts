import type { SubscriptionEvent } from '#domain/subscription/subscription.ts'
import { ignored } from '#projections/kernel/projection.ts'
import { defineTodoList, type Todo } from '#projections/kernel/todo-list.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'

/**
 * The provider tells of a renewal or an end by itself; after this time the product asks. @unit
 * milliseconds
 */
const AFTER_MS = HOUR_MS

/**
 * Plans that are renewed or end at a time: the provider is asked then, in case its webhook was
 * lost.
 */
export const plansDue = defineTodoList<SubscriptionEvent, Todo>({
  name: 'plans-due',
  version: 1,
  outlives: true,
  on: {
    ...ignored('SubscriptionCustomerOpened'),
    SubscriptionPlanRecorded: (_, { data: { plan } }) => {
      const at = plan === null || plan.status === 'ended' ? 0 : plan.cancelsOn || plan.renewsOn
      return at === 0 ? null : { dueAt: at + AFTER_MS }
    },
  },
})
