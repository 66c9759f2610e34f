import { derivedUuid } from '#commands/kernel/ids.ts'
import type { ReminderCommands } from '#commands/mail/reminders.ts'
import type { HasEnded } from '#projections/ended-access.ts'
import { type ReminderRound, reminderRounds, roundDueOn } from '#projections/mail/reminders.ts'
import { LATER, type Reactor } from '#workers/kernel/reactor.ts'

/** Plans of many owners are due on the same morning, and each waits for the log alone. */
const AT_ONCE = 4

/** Proposes the reminders of the day, also those of the days on which no process ran. */
export const proposeReminders = (
  commands: ReminderCommands,
  hasEnded: HasEnded,
): Reactor<ReminderRound> => ({
  projection: reminderRounds,
  dueOn: roundDueOn,
  atOnce: AT_ONCE,
  because: 'schedule',
  async perform(work, meta, signal) {
    if (!(await hasEnded(work.owner))) return commands.round(work, meta, signal)
    await commands.hold(work, { ...meta, commandId: derivedUuid(meta.commandId, 'hold') })
    return LATER
  },
})
