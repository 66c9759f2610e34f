import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'
import { legalTerms, unfinishedForgettings } from './identity/forgetting.ts'

/** Every list of pending work. `workers/reactors.ts` has one reactor for each. */
export const todoLists = [unfinishedIssuances, unbookedPayments, billsDue, unfinishedForgettings, legalTerms] as const
