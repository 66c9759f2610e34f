import { type FreeAccess, freeUntil } from '#domain/kernel/free-access.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Plan } from './subscription.ts'
import type { SubscriptionState } from './subscription-state.values.ts'

/** Whether a plan counts now: it is paid, or a failed payment is still tried again. */
export const planRuns = (plan: Plan | null, now: number): boolean =>
  plan !== null &&
  (plan.status === 'active' || plan.status === 'overdue') &&
  (plan.cancelsOn === 0 || now < plan.cancelsOn)

/** Whether a user may write. Reading and export need no plan. */
export const mayWrite = (free: FreeAccess, plan: Plan | null, now: number): boolean => {
  const until = freeUntil(free)
  return until === null || now < until || planRuns(plan, now)
}

/**
 * The state that the user is shown. A plan that runs comes before free access, and free access
 * before its end.
 */
export function subscriptionState(
  free: FreeAccess,
  plan: Plan | null,
  now: number,
): SubscriptionState {
  if (plan !== null && planRuns(plan, now)) {
    if (plan.status === 'overdue') return 'inactive'
    return plan.cancelsOn === 0 ? 'active' : 'canceled'
  }
  const until = freeUntil(free)
  if (until === null) return 'available'
  if (now < until) return 'freeTrial'
  return plan?.status === 'inactive' ? 'inactive' : 'ended'
}

/** Whole days that are left, the present one included. */
export const daysLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / DAY_MS))
