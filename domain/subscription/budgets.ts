import { STORAGE } from '#domain/documents/media-types.values.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Day, dayOfEpoch } from '#domain/kernel/time.ts'

/** Limits of one user. Nothing of the log is ever removed, so that each part only grows. */
export type Budget = {
  /** Things that were begun: a client, a bill, a task. */
  readonly records: number
  /** Facts about them: each change is one. */
  readonly events: number
  /** Letters of all these facts. */
  readonly letters: number
  /** Uploaded files. @unit bytes */
  readonly bytes: number
  readonly files: number
}

export type BudgetPlan = 'guest' | 'free' | 'paid'

const NO_FILES = { bytes: 0, files: 0 }

/**
 * Budgets by the day from which they hold, the newest last. A year of a freelancer takes 1,500
 * facts and a million letters. A guest begins with a year, and has two hours.
 */
const BUDGETS: readonly (Readonly<Record<BudgetPlan, Budget>> & { readonly since: Day })[] = [
  {
    since: '2026-11-27',
    guest: { records: 3_000, events: 8_000, letters: 6_000_000, ...NO_FILES },
    free: { records: 20_000, events: 60_000, letters: 60_000_000, ...STORAGE },
    paid: { records: 100_000, events: 300_000, letters: 300_000_000, ...STORAGE },
  },
]

/** The share from which a user is told. */
export const NEARLY = 0.8
/** Removals still go on, for a quarter of the budget. */
const ENDING = 1.25

export function budgetOf(plan: BudgetPlan, now: number): Budget {
  const day = dayOfEpoch(now)
  const held = BUDGETS.findLast(({ since }) => since <= day) ?? BUDGETS[0]
  if (held === undefined) throw new Error('There is no budget')
  return held[plan]
}

/** Parts that are counted in the log. */
export type Usage = Pick<Budget, 'records' | 'events' | 'letters'>
export const NO_USAGE: Usage = { records: 0, events: 0, letters: 0 }
const COUNTED = ['records', 'events', 'letters'] as const

const budgetRefusal = catalogue({
  BUDGET_RECORDS_SPENT: 'too-large',
  BUDGET_EVENTS_SPENT: 'too-large',
  BUDGET_LETTERS_SPENT: 'too-large',
})
const CODES = {
  records: 'BUDGET_RECORDS_SPENT',
  events: 'BUDGET_EVENTS_SPENT',
  letters: 'BUDGET_LETTERS_SPENT',
} as const

/** @throws BUDGET_RECORDS_SPENT · BUDGET_EVENTS_SPENT · BUDGET_LETTERS_SPENT naming the limit */
export function assertWithin(usage: Usage, budget: Budget, write: 'growing' | 'ending'): void {
  for (const part of COUNTED) {
    const most = write === 'ending' ? budget[part] * ENDING : budget[part]
    if (usage[part] >= most) throw budgetRefusal(CODES[part], { most: budget[part] })
  }
}

/** Whether a user within the smallest of these budgets needs no look at their plan. */
export const isSmall = (usage: Usage, now: number): boolean =>
  COUNTED.every((part) => usage[part] < budgetOf('guest', now)[part])
