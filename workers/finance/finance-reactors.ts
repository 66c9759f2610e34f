import type { BillCommands } from '#commands/billing/bills.ts'
import type { TransactionCommands } from '#commands/finance/transactions.ts'
import {
  type TransactionDue,
  transactionsDue,
  type UnexpectedIncome,
  unexpectedIncomes,
} from '#projections/finance/todo-lists.ts'
import { dueOnDay } from '#projections/kernel/todo-list.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Bills of before are many, and each waits for the log alone. */
const AT_ONCE = 8

/**
 * Tells the books what each issued bill still waits for, also of bills from before the books
 * expected anything.
 */
export const expectIncomes = (commands: BillCommands): Reactor<UnexpectedIncome> => ({
  projection: unexpectedIncomes,
  atOnce: AT_ONCE,
  perform: (work, meta) => commands.expectIncome(work._id, meta),
})

/** Records once, the day after the expected one, that a transaction was not paid. */
export const transactionsFallDue = (commands: TransactionCommands): Reactor<TransactionDue> => ({
  projection: transactionsDue,
  dueOn: dueOnDay,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: (work, meta) => commands.fallDue(work._id, meta),
})
