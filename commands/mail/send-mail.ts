import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { withoutZeroMargins } from '#domain/mail/margins.ts'
import {
  checkedAddresses,
  mailEffect,
  mailRefusal,
  MAX_ATTACHED_BYTES,
  MAX_BODY_BYTES,
  type MailFile,
  type MailPayload,
} from '#domain/mail/mail.ts'
import { isBlank, sanitisedMail } from './mail-html.ts'

export type MailDraft = Omit<MailPayload, 'body'> & {
  /** HTML from the client, not yet sanitised. */
  readonly html: string
}

const HOUR_MS = 3_600_000
/**
 * Mails that one user may send in an hour: enough to bill every client at once, too few to make an account attractive
 * to spammers.
 */
const MAILS_AN_HOUR = 60
export const countedSince = (now: number): number => now - HOUR_MS

/** The paper of a bill that a mail attaches; null when there is none, or it is another user's. */
export type BillPaper = (owner: string, billId: string) => Promise<MailFile | null>

/** Requests mails; a worker sends them. */
export function mailCommands(handler: CommandHandler, { billPaper }: { readonly billPaper: BillPaper }) {
  return {
    billPaper,
    /**
     * @param sentBefore mails that the user requested within the hour
     * @throws MAIL_ADDRESS_INVALID · MAIL_EMPTY · MAIL_TOO_LARGE · MAIL_TOO_MANY
     */
    async send(id: string, { html, ...mail }: MailDraft, sentBefore: number, meta: CommandMeta) {
      if (sentBefore >= MAILS_AN_HOUR) throw mailRefusal('MAIL_TOO_MANY', { most: MAILS_AN_HOUR })
      const body = sanitisedMail(withoutZeroMargins(html))
      if (isBlank(body) && mail.attachments.length === 0)
        throw mailRefusal('MAIL_EMPTY', {}, [{ path: 'body', code: 'MAIL_EMPTY' }])
      const attached = mail.attachments.reduce((sum, { bytes }) => sum + bytes, 0)
      if (Buffer.byteLength(body) > MAX_BODY_BYTES || attached > MAX_ATTACHED_BYTES) throw mailRefusal('MAIL_TOO_LARGE')
      const recipients = [...new Set(checkedAddresses('recipients', mail.recipients))]
      const cc = checkedAddresses('cc', mail.cc).filter((address) => !recipients.includes(address))
      const payload: MailPayload = { ...mail, recipients, cc: [...new Set(cc)], body }
      return handler.run(mailEffect.decider, id, { type: 'RequestEffect', payload }, meta)
    },
  }
}
export type MailCommands = ReturnType<typeof mailCommands>
