import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'
import { unfinishedEffects } from './operations/effects.ts'

/** Every list of pending work. `workers/reactors.ts` has one reactor for each. */
export const todoLists = [unfinishedIssuances, unbookedPayments, billsDue, unfinishedEffects] as const
