import type { ScheduleCommands } from '#commands/finance/schedules.ts'
import type { TransactionCommands } from '#commands/finance/transactions.ts'
import {
  type DueSchedule,
  dueSchedules,
  type PlannedPayment,
  plannedPayments,
  type UnbookedRun,
  unbookedRuns,
} from '#projections/finance/schedule-todo-lists.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Schedules of many owners are due on the first of a month. */
const AT_ONCE = 4

/** Makes the runs that are due, also those of the days on which no process ran. */
export const runSchedules = (commands: ScheduleCommands): Reactor<DueSchedule> => ({
  projection: dueSchedules,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: ({ family, _id }, meta) => commands.runDue(family, _id, meta),
})

/** Books the runs that a crash left without their transaction. */
export const bookRuns = (commands: ScheduleCommands): Reactor<UnbookedRun> => ({
  projection: unbookedRuns,
  because: 'schedule',
  perform: ({ family, scheduleId, run }, meta) => commands.book(family, scheduleId, run, meta),
})

/** Marks what is debited or credited by itself as paid, on its day. */
export const payPlanned = (commands: TransactionCommands): Reactor<PlannedPayment> => ({
  projection: plannedPayments,
  because: 'schedule',
  perform: ({ _id, day }, meta) => commands.markPaid(_id, day, meta),
})
