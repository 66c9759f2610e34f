import { subscriptionRefusal } from '#domain/subscription/subscription.ts'
import type { Step } from './exchange.ts'

/** An ended subscription reads and exports, and writes nothing. @throws SUBSCRIPTION_ENDED */
export const requirePlan: Step = async ({ route, caller }, { mayWrite, deps }) => {
  if (route.method === 'GET' || route.withoutPlan || caller === null || !mayWrite) return
  if (!(await mayWrite(caller, deps.clock.now()))) throw subscriptionRefusal('SUBSCRIPTION_ENDED')
}
