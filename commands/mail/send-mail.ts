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
import { refusal } from '#domain/kernel/errors.ts'
import { isBlank } from '#domain/mail/mail.values.ts'
import { placeholderIn } from '#domain/mail/template.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/kernel/time.ts'
import type { AttachmentRef, DrawnFiles, FileSources, KeptFiles } from './mail-files.ts'
import { sanitisedMail, textIn } from './mail-html.ts'

export type MailDraft = Omit<MailPayload, 'body'> & {
  /** HTML from the client, not yet sanitised. */
  readonly html: string
}

/** @unit requestedAt: epoch milliseconds */
export type RequestedMail = {
  readonly id: string
  readonly payload: MailPayload
  readonly requestedAt: number
}

/**
 * Mails of one user in an hour: enough to bill every client at once, too few to attract spammers.
 */
const MAILS_AN_HOUR = 60
export const countedSince = (now: number): number => now - HOUR_MS

/** Mail servers read an address without regard to case; its first spelling stays. */
const eachOnce = (addresses: readonly string[]): string[] =>
  [...new Map(addresses.toReversed().map((one) => [one.toLowerCase(), one])).values()].reverse()

/**
 * Record of a written mail.
 *
 * @throws MAIL_WITHOUT_RECIPIENT · MAIL_ADDRESS_INVALID · MAIL_EMPTY · MAIL_VARIABLE_UNKNOWN ·
 * MAIL_TOO_LARGE
 */
function checked({ html, ...mail }: MailDraft): MailPayload {
  const body = sanitisedMail(withoutZeroMargins(html))
  if (mail.recipients.length === 0)
    throw mailRefusal('MAIL_WITHOUT_RECIPIENT', {}, [
      { path: 'recipients', code: 'MAIL_WITHOUT_RECIPIENT' },
    ])
  for (const [path, text] of [
    ['subject', mail.subject],
    ['body', textIn(body)],
  ] as const) {
    const name = placeholderIn(text)
    if (name !== undefined)
      throw mailRefusal('MAIL_VARIABLE_UNKNOWN', { name }, [
        { path, code: 'MAIL_VARIABLE_UNKNOWN', details: { name } },
      ])
  }
  if (isBlank(body) && mail.attachments.length === 0)
    throw mailRefusal('MAIL_EMPTY', {}, [{ path: 'body', code: 'MAIL_EMPTY' }])
  const attached = mail.attachments.reduce((sum, { bytes }) => sum + bytes, 0)
  if (Buffer.byteLength(body) > MAX_BODY_BYTES || attached > MAX_ATTACHED_BYTES)
    throw mailRefusal('MAIL_TOO_LARGE')
  const recipients = eachOnce(checkedAddresses('recipients', mail.recipients))
  const everybody = eachOnce([...recipients, ...checkedAddresses('cc', mail.cc)])
  return { ...mail, recipients, cc: everybody.slice(recipients.length), body }
}

/** The same, within the number of mails of an hour. @throws MAIL_TOO_MANY as well */
function checkedMail(draft: MailDraft, sentBefore: number | null): MailPayload {
  if (sentBefore !== null && sentBefore >= MAILS_AN_HOUR)
    throw mailRefusal('MAIL_TOO_MANY', { most: MAILS_AN_HOUR })
  return checked(draft)
}

const NOTHING_DRAWN: DrawnFiles = { timesheet: async () => null }

/** Requests mails; a worker sends them. */
export function mailCommands(handler: CommandHandler, files: KeptFiles) {
  return {
    /** A mail as it was requested; null when there is none, or it is another user's. */
    async requested(owner: string, id: string): Promise<RequestedMail | null> {
      const loaded = await handler.load(mailEffect.decider, id, owner)
      if (loaded === null || loaded.state.status === 'none') return null
      const { payload } = loaded.state
      if (payload === null) return null
      return {
        id,
        payload,
        requestedAt: loaded.events[0]?.meta.occurredAt ?? 0,
      }
    },

    /** Tries again. @throws EFFECT_NOT_STOPPED · NOT_FOUND */
    retry: (id: string, meta: CommandMeta) =>
      handler.run(mailEffect.decider, id, { type: 'RetryEffect' }, meta),

    /**
     * Records that the user sent a mail of the outbox, and when. Its time is typed in minutes.
     *
     * @throws MAIL_SENT_AT_INVALID · EFFECT_NOT_BY_HAND · NOT_FOUND
     */
    async markSent(
      { id, requestedAt }: Pick<RequestedMail, 'id' | 'requestedAt'>,
      at: number,
      now: number,
      meta: CommandMeta,
    ) {
      if (at < requestedAt - MINUTE_MS || at > now + MINUTE_MS)
        throw mailRefusal('MAIL_SENT_AT_INVALID', {}, [
          { path: 'at', code: 'MAIL_SENT_AT_INVALID' },
        ])
      return handler.run(mailEffect.decider, id, { type: 'MarkEffectDone', at }, meta)
    },

    unmarkSent: (id: string, meta: CommandMeta) =>
      handler.run(mailEffect.decider, id, { type: 'UnmarkEffect' }, meta),

    /** @throws REFERENCE_UNKNOWN naming each attachment that is no file of this owner */
    async files(
      owner: string,
      attachments: readonly AttachmentRef[],
      drawn: DrawnFiles = NOTHING_DRAWN,
    ): Promise<readonly MailFile[]> {
      const sources: FileSources = { ...files, ...drawn }
      const found = await Promise.all(attachments.map(({ kind, id }) => sources[kind](owner, id)))
      const wrong = found.flatMap((file, i) =>
        file === null ? [{ path: `attachments.${i}.id`, code: 'REFERENCE_UNKNOWN' }] : [],
      )
      if (wrong.length > 0) throw refusal('REFERENCE_UNKNOWN', {}, wrong)
      return found.filter((file) => file !== null)
    },

    /**
     * The record that `send` would make of a mail, and its refusals. For commands that record a
     * fact of their own before it.
     */
    check: (draft: MailDraft, sentBefore: number | null) => checkedMail(draft, sentBefore),

    /**
     * @param sentBefore mails that the user requested within the hour; null where the product sends
     * @throws MAIL_WITHOUT_RECIPIENT · MAIL_ADDRESS_INVALID · MAIL_EMPTY · MAIL_VARIABLE_UNKNOWN ·
     * MAIL_TOO_LARGE · MAIL_TOO_MANY
     */
    async send(id: string, draft: MailDraft, sentBefore: number | null, meta: CommandMeta) {
      const payload = checkedMail(draft, sentBefore)
      return handler.run(mailEffect.decider, id, { type: 'RequestEffect', payload }, meta)
    },

    /** A mail of the sample: told as sent, though nothing leaves. */
    async tell(id: string, draft: MailDraft, meta: CommandMeta) {
      const result = { messageId: '', refused: [], outbox: true } as const
      return handler.run(
        mailEffect.decider,
        id,
        { type: 'TellEffect', payload: checked(draft), result },
        meta,
      )
    },
  }
}
export type MailCommands = ReturnType<typeof mailCommands>
