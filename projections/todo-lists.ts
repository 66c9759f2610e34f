import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'

/** Every list of pending work. `workers/reactors.ts` has one reactor for each. */
export const todoLists = [unfinishedIssuances, unbookedPayments, billsDue] as const
