import { usageRoutes as routes } from '#contract/subscription/usage.contract.ts'
import { RECEIVED } from '#domain/documents/media-types.values.ts'
import { budgetOf, NEARLY } from '#domain/subscription/budgets.ts'
import { documents, storedFilesOf } from '#projections/documents/documents.ts'
import type { Api } from '#api/kernel/api.ts'
import type { BudgetRule } from './budget-rule.ts'

/** Space that a user takes, beside the plan's limits. */
export function usageApi(api: Api, rule: BudgetRule): void {
  api.serve(routes.one, { reads: { documents } }, async ({ read, owner, caller, now }) => {
    const plan = await rule.planOf(caller, now)
    const most = budgetOf(plan, now)
    const [, files] = [await rule.usage.counted(), await storedFilesOf(read.documents, owner)]
    const { records, events, letters } = rule.usage.of(owner)
    const parts = [
      ['records', records, most.records],
      ['events', events, most.events],
      ['letters', letters, most.letters],
      ['bytes', files.own.bytes, most.bytes],
      ['files', files.own.files, most.files],
      ['receivedBytes', files.received.bytes, RECEIVED.bytes],
    ] as const
    return {
      plan,
      parts: parts
        .filter(([, , limit]) => limit > 0)
        .map(([part, used, limit]) => ({
          part,
          used,
          most: limit,
          nearly: used >= NEARLY * limit,
        })),
    }
  })
}
