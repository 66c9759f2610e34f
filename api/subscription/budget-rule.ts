import type { UsageLedger } from '#commands/kernel/usage-ledger.ts'
import {
  assertWithin,
  type Budget,
  type BudgetPlan,
  budgetOf,
  isSmall,
} from '#domain/subscription/budgets.ts'
import { planRuns } from '#domain/subscription/standing.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Caller } from '#api/kernel/api.ts'

/** Space of users, and its limits by their plan. */
export type BudgetRule = {
  readonly planOf: (caller: Pick<Caller, 'userId' | 'isGuest'>, now: number) => Promise<BudgetPlan>
  readonly budgetOf: (caller: Pick<Caller, 'userId' | 'isGuest'>, now: number) => Promise<Budget>
  /** @throws BUDGET_RECORDS_SPENT · BUDGET_EVENTS_SPENT · BUDGET_LETTERS_SPENT */
  readonly assert: (caller: Caller, write: 'growing' | 'ending') => Promise<void>
  readonly usage: UsageLedger
}

/** @param needsPlan whether plans are sold at all; where none are, every user has the largest */
export function budgetRule({
  usage,
  readModels,
  needsPlan,
  now,
}: {
  readonly usage: UsageLedger
  readonly readModels: Pick<ReadModels, 'of'>
  readonly needsPlan: boolean
  readonly now: () => number
}): BudgetRule {
  const planOf: BudgetRule['planOf'] = async ({ userId, isGuest }, at) => {
    if (isGuest) return 'guest'
    if (!needsPlan) return 'paid'
    const doc = await (await readModels.of(subscriptions)).get(userId)
    return planRuns(doc?.plan ?? null, at) ? 'paid' : 'free'
  }
  return {
    usage,
    planOf,
    budgetOf: async (caller, at) => budgetOf(await planOf(caller, at), at),
    async assert(caller, write) {
      const kept = usage.of(caller.userId)
      // Nearly every write: no plan has less than a guest.
      if (isSmall(kept, now())) return
      assertWithin(kept, budgetOf(await planOf(caller, now()), now()), write)
    },
  }
}
