import type { Erasure } from '#commands/identity/erase.ts'
import type { ProcessCommands } from '#commands/operations/processes.ts'
import type { WriteDigest } from '#commands/planning/notification-digests.ts'
import type { Commands } from '#commands/product.ts'
import type { HasEnded } from '#projections/ended-access.ts'
import {
  billsFallDue,
  bookPayments,
  finishIssuance,
  quotesLapse,
} from './billing/billing-reactors.ts'
import { finishMerges } from './customers/customers-reactors.ts'
import { releaseDocuments } from './documents/documents-reactors.ts'
import { expectIncomes, transactionsFallDue } from './finance/finance-reactors.ts'
import {
  bookRuns,
  payPlanned,
  removeUndone,
  runSchedules,
} from './schedules/transaction-planner.ts'
import { type EffectPerformer, performEffects } from './kernel/effects.ts'
import { remindOfEvents, sendDigests, tellOfTrialEnds } from './planning/planning-reactors.ts'
import { endLegalTerm, eraseLeavers, finishForgetting } from './identity/forgetting-reactors.ts'
import { proposeReminders } from './mail/reminder-reactors.ts'
import type { Reactor } from './kernel/reactor.ts'
import { type IsPaused, makeRuns } from './operations/process-reactors.ts'
import { scrapeJobs } from './prospecting/job-scraper.ts'
import { followPlans } from './subscription/subscription-reactors.ts'

/** All work without a user: one reactor for each list of `projections/todo-lists.ts`. */
export const reactors = (
  commands: Commands,
  effects: readonly EffectPerformer[],
  erasure: Pick<Erasure, 'eraseLeaver' | 'finish' | 'endLegalTerm'>,
  {
    processes,
    isPaused,
    writeDigest,
    hasEnded,
  }: {
    readonly processes: ProcessCommands
    readonly isPaused: IsPaused
    readonly writeDigest: WriteDigest
    readonly hasEnded: HasEnded
  },
): readonly Reactor[] => [
  finishIssuance(commands.billing.issuance),
  bookPayments(commands.billing.bills),
  billsFallDue(commands.billing.bills),
  quotesLapse(commands.quotes),
  expectIncomes(commands.billing.bills),
  transactionsFallDue(commands.transactions),
  runSchedules(commands.schedules, isPaused, hasEnded),
  bookRuns(commands.schedules),
  payPlanned(commands.transactions, hasEnded),
  removeUndone(commands.transactions),
  remindOfEvents(commands.calendarEvents),
  tellOfTrialEnds(commands.notifications),
  sendDigests(commands.digests, writeDigest),
  performEffects(effects),
  proposeReminders(commands.reminders, hasEnded),
  eraseLeavers(erasure),
  finishForgetting(erasure),
  endLegalTerm(erasure),
  releaseDocuments(commands.documents),
  followPlans(commands.subscriptions),
  scrapeJobs(commands.jobHunts, isPaused, hasEnded),
  finishMerges(commands.merges),
  makeRuns(processes),
]
