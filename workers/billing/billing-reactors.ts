import type { BillCommands } from '#commands/billing/bills.ts'
import type { BillIssuance } from '#commands/billing/issue-bill.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import {
  type BillDue,
  billsDue,
  type UnbookedPayment,
  unbookedPayments,
  type UnfinishedIssuance,
  unfinishedIssuances,
} from '#projections/billing/todo-lists.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Issues a bill that a crash left frozen, and records a credit note on its original. */
export const finishIssuance = (issuance: BillIssuance): Reactor<UnfinishedIssuance> => ({
  projection: unfinishedIssuances,
  async perform(work, meta) {
    try {
      await issuance.finish(work._id, meta)
    } catch (error) {
      // Another bill was issued first, with a later date or the same days. This one is a draft again, so the work is
      // done.
      if (!(error instanceof Refusal && ['BILL_BACK_DATED', 'BILL_MONTH_ALREADY_BILLED'].includes(error.code)))
        throw error
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
  because: 'schedule',
  perform: (work, meta) => commands.fallDue(work._id, meta),
})
