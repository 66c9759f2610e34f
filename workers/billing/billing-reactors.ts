import type { BillCommands } from '#commands/billing/bills.ts'
import type { BillIssuance } from '#commands/billing/issue-bill.ts'
import type { QuoteCommands } from '#commands/quotes/quotes.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import {
  type BillDue,
  billsDue,
  type UnbookedPayment,
  unbookedPayments,
  type UnfinishedIssuance,
  unfinishedIssuances,
} from '#projections/billing/todo-lists.ts'
import { type QuoteLapsing, quotesLapsing } from '#projections/quotes/quotes.ts'
import { dueOnDay } from '#projections/kernel/todo-list.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Issues a bill that a crash left frozen, and records a credit note on its original. */
export const finishIssuance = (issuance: BillIssuance): Reactor<UnfinishedIssuance> => ({
  projection: unfinishedIssuances,
  async perform(work, meta) {
    try {
      await issuance.finish(work._id, meta)
    } catch (error) {
      // Given up, with its reason: it is a draft again, which is an end too.
      const { status } = (await issuance.load(work._id, meta.owner)).state
      if (!(error instanceof Refusal) || status !== 'draft') throw error
    }
  },
})

/** Books the payments that a crash kept from the books. */
export const bookPayments = (commands: BillCommands): Reactor<UnbookedPayment> => ({
  projection: unbookedPayments,
  perform: (work, meta) => commands.finishBooking(work._id, work.billId, meta),
})

/** Records once, the day after its due date, that an unpaid bill fell due. */
export const billsFallDue = (commands: BillCommands): Reactor<BillDue> => ({
  projection: billsDue,
  dueOn: dueOnDay,
  because: 'schedule',
  perform: (work, meta) => commands.fallDue(work._id, work.isOld, meta),
})

/**
 * Tells the user that a sent quote ends soon, and records the day after its last that it has
 * expired.
 */
export const quotesLapse = (commands: QuoteCommands): Reactor<QuoteLapsing> => ({
  projection: quotesLapsing,
  dueOn: dueOnDay,
  because: 'schedule',
  perform: (work, meta) => commands.lapse(work._id, meta),
})
