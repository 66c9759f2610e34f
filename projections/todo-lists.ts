import { removedDocuments } from './documents/removed-documents.ts'
import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'
import { dueSchedules, plannedPayments, unbookedRuns } from './finance/schedule-todo-lists.ts'
import { transactionsDue, unexpectedIncomes } from './finance/todo-lists.ts'
import { eventReminders } from './planning/event-reminders.ts'
import { legalTerms, unfinishedForgettings } from './identity/forgetting.ts'
import { reminderRounds } from './mail/reminders.ts'
import { unfinishedEffects } from './operations/effects.ts'
import { requestedRuns } from './operations/processes.ts'
import { plansDue } from './subscription/plans-due.ts'

/** Every list of pending work. `workers/reactors.ts` has one reactor for each. */
export const todoLists = [
  unfinishedIssuances,
  unbookedPayments,
  billsDue,
  unexpectedIncomes,
  transactionsDue,
  dueSchedules,
  unbookedRuns,
  plannedPayments,
  eventReminders,
  unfinishedEffects,
  reminderRounds,
  unfinishedForgettings,
  legalTerms,
  removedDocuments,
  plansDue,
  requestedRuns,
] as const
