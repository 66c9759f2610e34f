import type { ReminderCommands } from '#commands/mail/reminders.ts'
import { type ReminderRound, reminderRounds } from '#projections/mail/reminders.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Plans of many owners are due on the same morning, and each waits for the log alone. */
const AT_ONCE = 4

/** Proposes the reminders of the day, also those of the days on which no process ran. */
export const proposeReminders = (commands: ReminderCommands): Reactor<ReminderRound> => ({
  projection: reminderRounds,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: (work, meta, signal) => commands.round(work, meta, signal),
})
