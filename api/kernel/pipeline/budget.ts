import type { Step } from './exchange.ts'

/**
 * Bounds the data of one user. Removals, and writes that need no plan, still go on for a while.
 *
 * @throws BUDGET_RECORDS_SPENT · BUDGET_EVENTS_SPENT · BUDGET_LETTERS_SPENT
 */
export const requireBudget: Step = async ({ route, caller }, { assertBudget }) => {
  if (route.method === 'GET' || caller === null || !assertBudget) return
  const isEnding = route.method === 'DELETE' || route.withoutPlan
  await assertBudget(caller, isEnding ? 'ending' : 'growing')
}
