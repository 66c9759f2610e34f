import type { Erasure } from '#commands/identity/erase.ts'
import type { ProcessCommands } from '#commands/operations/processes.ts'
import type { Commands } from '#commands/product.ts'
import { billsFallDue, bookPayments, finishIssuance } from './billing/billing-reactors.ts'
import { releaseDocuments } from './documents/documents-reactors.ts'
import { expectIncomes, transactionsFallDue } from './finance/finance-reactors.ts'
import { bookRuns, payPlanned, runSchedules } from './finance/transaction-planner.ts'
import { type EffectPerformer, performEffects } from './kernel/effects.ts'
import { remindOfEvents } from './planning/planning-reactors.ts'
import { endLegalTerm, finishForgetting } from './identity/forgetting-reactors.ts'
import { proposeReminders } from './mail/reminder-reactors.ts'
import type { Reactor } from './kernel/reactor.ts'
import { type IsPaused, makeRuns } from './operations/process-reactors.ts'
import { followPlans } from './subscription/subscription-reactors.ts'

/** All work without a user: one reactor for each list of `projections/todo-lists.ts`. */
export const reactors = (
  { billing, calendarEvents, documents, reminders, schedules, subscriptions, transactions }: Commands,
  effects: readonly EffectPerformer[],
  erasure: Pick<Erasure, 'finish' | 'endLegalTerm'>,
  { processes, isPaused }: { readonly processes: ProcessCommands; readonly isPaused: IsPaused },
): readonly Reactor[] => [
  finishIssuance(billing.issuance),
  bookPayments(billing.bills),
  billsFallDue(billing.bills),
  expectIncomes(billing.bills),
  transactionsFallDue(transactions),
  runSchedules(schedules, isPaused),
  bookRuns(schedules),
  payPlanned(transactions),
  remindOfEvents(calendarEvents),
  performEffects(effects),
  proposeReminders(reminders),
  finishForgetting(erasure),
  endLegalTerm(erasure),
  releaseDocuments(documents),
  followPlans(subscriptions),
  makeRuns(processes),
]
