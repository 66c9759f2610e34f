import { removedDocuments } from './documents/removed-documents.ts'
import { quotesLapsing } from './quotes/quotes.ts'
import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'
import { unfinishedMerges } from './customers/merges.ts'
import {
  dueSchedules,
  plannedPayments,
  unbookedRuns,
  undoneDeclarations,
} from './schedules/todo-lists.ts'
import { transactionsDue, unexpectedIncomes } from './finance/todo-lists.ts'
import { dueDigests } from './planning/due-digests.ts'
import { eventReminders } from './planning/event-reminders.ts'
import { trialEndings } from './planning/trial-endings.ts'
import { deletionsDue, legalTerms, unfinishedForgettings } from './identity/forgetting.ts'
import { reminderRounds } from './mail/reminders.ts'
import { unfinishedEffects } from './operations/effects.ts'
import { requestedRuns } from './operations/processes.ts'
import { dueJobHunts } from './prospecting/job-hunts.ts'
import { plansDue } from './subscription/plans-due.ts'

/** Every list of pending work. `workers/reactors.ts` has one reactor for each. */
export const todoLists = [
  unfinishedIssuances,
  unbookedPayments,
  billsDue,
  quotesLapsing,
  unexpectedIncomes,
  transactionsDue,
  dueSchedules,
  unbookedRuns,
  plannedPayments,
  undoneDeclarations,
  eventReminders,
  trialEndings,
  dueDigests,
  unfinishedEffects,
  reminderRounds,
  deletionsDue,
  unfinishedForgettings,
  legalTerms,
  removedDocuments,
  plansDue,
  requestedRuns,
  dueJobHunts,
  unfinishedMerges,
] as const
