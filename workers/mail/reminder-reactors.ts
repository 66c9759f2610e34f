import { EffectRefused } from '#commands/kernel/effect-failures.ts'
import type { EffectGateway } from '#commands/kernel/effect-gateway.ts'
import type { ReminderCommands } from '#commands/mail/reminders.ts'
import type { MailPayload, MailResult } from '#domain/mail/mail.ts'
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

/** Asks once more, immediately before a reminder leaves: its bill may have been paid while it waited for the server. */
export const whileWanted = (
  gateway: EffectGateway<MailPayload, MailResult>,
  isWanted: ReminderCommands['isWanted'],
): EffectGateway<MailPayload, MailResult> => ({
  ...gateway,
  async perform(mail, call) {
    if (!(await isWanted(call.owner, mail))) throw new EffectRefused('MAIL_REMINDER_STOPPED')
    return gateway.perform(mail, call)
  },
})
