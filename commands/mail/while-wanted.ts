import { EffectRefused } from '#commands/kernel/effect-failures.ts'
import type { EffectGateway } from '#commands/kernel/effect-gateway.ts'
import type { MailPayload, MailResult } from '#domain/mail/mail.ts'
import type { ReminderCommands } from './reminders.ts'

/**
 * Asks once more, immediately before a reminder leaves: its bill may have been paid while it waited
 * for the server.
 */
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
