import type { ScheduleCommands } from '#commands/schedules/schedules.ts'
import type { TransactionCommands } from '#commands/finance/transactions.ts'
import {
  type DueSchedule,
  dueSchedules,
  type PlannedPayment,
  plannedPayments,
  type UnbookedRun,
  unbookedRuns,
  undoneDeclarations,
} from '#projections/schedules/todo-lists.ts'
import type { Tool } from '#commands/operations/processes.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { dueOnDay, hasCome, ZONES_AHEAD_MS } from '#projections/kernel/todo-list.ts'
import { type HasEnded, nextWithAccess, rowsWithAccess } from '#projections/ended-access.ts'
import { LATER, type Reactor } from '#workers/kernel/reactor.ts'
import type { IsPaused } from '#workers/operations/process-reactors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'

const PLANNER = 'transaction-planifier'

/** Schedules of many owners are due on the first of a month. */
const AT_ONCE = 4

/** Makes the runs that are due, also those of the days on which no process ran. */
export const runSchedules = (
  commands: ScheduleCommands,
  isPaused: IsPaused,
  hasEnded: HasEnded,
): Reactor<DueSchedule> => ({
  projection: dueSchedules,
  dueOn: dueOnDay,
  atOnce: AT_ONCE,
  because: 'schedule',
  async perform({ family, _id, owner }, meta) {
    if (await isPaused(PLANNER)) return LATER
    if (!(await hasEnded(owner))) return commands.runDue(family, _id, meta)
    await commands.hold(family, _id, meta)
    return LATER
  },
})

/** Books the runs that a crash left without their transaction. */
export const bookRuns = (commands: ScheduleCommands): Reactor<UnbookedRun> => ({
  projection: unbookedRuns,
  because: 'schedule',
  perform: ({ family, scheduleId, run }, meta) => commands.book(family, scheduleId, run, meta),
})

/**
 * Marks automatic debits and credits as paid, on their day. Runs booked before the account's access
 * ended are marked after its return: the user has seen them come.
 */
export const payPlanned = (
  commands: TransactionCommands,
  hasEnded: HasEnded,
): Reactor<PlannedPayment> => ({
  projection: plannedPayments,
  dueOn: dueOnDay,
  because: 'schedule',
  perform: async ({ _id, day, owner }, meta) =>
    (await hasEnded(owner)) ? LATER : commands.markPaid(_id, day, meta),
})

/** Removes the payment of a declaration that was taken back, where a crash left it. */
export const removeUndone = (commands: TransactionCommands): Reactor => ({
  projection: undoneDeclarations,
  because: 'schedule',
  perform: ({ _id }, meta) => commands.remove(_id, meta),
})

/** The most schedules that one run looks at; the others follow in the next one. */
const MOST = 10_000

/** The same by hand, in the command center; it also runs while the schedule is paused. */
export function transactionPlanner({
  commands,
  readModels,
  clock,
  hasEnded,
  timeZoneOf,
}: {
  readonly commands: ScheduleCommands
  readonly readModels: ReadModels
  readonly clock: Clock
  readonly hasEnded: HasEnded
  readonly timeZoneOf: (owner: string) => Promise<string>
}): Tool {
  return {
    name: PLANNER,
    everyMs: 0,
    keptDays: null,
    async nextRun() {
      return nextWithAccess(await readModels.of(dueSchedules), hasEnded, clock.now())
    },
    async run({ dryRun, options: { account }, meta, tell }) {
      const schedules = await readModels.of(dueSchedules)
      const filter = {
        where: {
          dueAt: { $lte: clock.now() + ZONES_AHEAD_MS },
          ...(account !== undefined && { owner: account }),
        },
      }
      const items: DueSchedule[] = []
      for await (const row of rowsWithAccess(schedules, hasEnded, filter)) {
        if (!hasCome(dueOnDay(row), clock.now(), await timeZoneOf(row.owner))) continue
        if (items.push(row) === MOST) break
      }
      if (dryRun) return { found: items.length }
      let done = 0
      for (const { _id, owner, family, dueAt } of items) {
        await tell({ done, of: items.length, counts: { done } })
        const timeZone = await timeZoneOf(owner)
        const by: CommandMeta = { ...meta(`${_id} ${dueAt}`, owner), cause: 'schedule', timeZone }
        await commands.runDue(family, _id, by)
        done++
      }
      return { done }
    },
  }
}
