import type { SubscriptionCommands } from '#commands/subscription/subscriptions.ts'
import { plansDue } from '#projections/subscription/plans-due.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'
import { LATER } from '#workers/kernel/reactor.ts'

/** Asks the payment provider about a plan whose period is over. */
export const followPlans = (subscriptions: Pick<SubscriptionCommands, 'refresh'>): Reactor => ({
  projection: plansDue,
  because: 'schedule',
  async perform({ _id, dueAt }, meta) {
    const plan = await subscriptions.refresh(_id, meta)
    const next = plan === null ? 0 : plan.cancelsOn || plan.renewsOn
    // The provider has not renewed it yet.
    return next !== 0 && plan?.status !== 'ended' && next < dueAt ? LATER : undefined
  },
})
