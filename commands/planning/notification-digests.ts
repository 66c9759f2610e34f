import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { MailPayload } from '#domain/mail/mail.ts'
import type { DigestRhythm } from '#domain/planning/digest.values.ts'
import { nextMorning, notificationDigestDecider } from '#domain/planning/notification-digest.ts'

/** A mail with a body that is not yet sanitised. */
type Draft = Omit<MailPayload, 'body'> & { readonly html: string }
/**
 * Text and recipient of a mail of reminders. `unsubscribe`: the whole address that ends these
 * mails.
 */
export type DigestLetter = Pick<Draft, 'subject' | 'html'> & {
  readonly address: string
  readonly unsubscribe: string
}
/**
 * Writes a user's mail of reminders after `since`, up to `until`; null without any.
 *
 * @param stopPath the address, below that of the product, that ends these mails
 * @unit since, until: epoch milliseconds
 */
export type WriteDigest = (
  owner: string,
  period: {
    readonly rhythm: Exclude<DigestRhythm, 'never'>
    readonly since: number
    readonly until: number
  },
  stopPath: string,
) => Promise<DigestLetter | null>

/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32

const sameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Reminders and notifications by mail. */
export function notificationDigestCommands({
  handler,
  facts,
  sendMail,
  isSample,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'timeZoneOf'>
  readonly sendMail: (id: string, draft: Draft, meta: CommandMeta) => Promise<unknown>
  /** Whether the account is a sample, whose mails are not sent. */
  readonly isSample: (owner: string) => Promise<boolean>
  readonly now: () => number
}) {
  const nextOf = async (owner: string, rhythm: DigestRhythm): Promise<number> =>
    rhythm === 'never' ? 0 : nextMorning(rhythm, now(), await facts.timeZoneOf(owner))

  async function choose(rhythm: DigestRhythm, meta: CommandMeta) {
    const secret = rhythm === 'never' ? '' : randomBytes(SECRET_BYTES).toString('base64url')
    const next = await nextOf(meta.owner, rhythm)
    return handler.run(
      notificationDigestDecider,
      meta.owner,
      { type: 'ChooseDigest', rhythm, secret, next },
      meta,
    )
  }

  const opens = async (owner: string, secret: string): Promise<boolean> => {
    const digest = (await handler.load(notificationDigestDecider, owner, owner))?.state
    return digest !== undefined && digest.rhythm !== 'never' && sameText(digest.secret, secret)
  }

  return {
    choose,

    /** Whether a link still ends the mails of a user. */
    opens,

    /** Ends the mails of a user by the link in one of them. @throws NOT_FOUND */
    async stop(secret: string, meta: CommandMeta) {
      if (!(await opens(meta.owner, secret))) throw refusal('NOT_FOUND')
      return choose('never', meta)
    },

    /**
     * Requests a mail about the time up to its hour, and sets the next one. May run twice: the
     * mail's id follows from the user and the hour. The request comes before the end of the round.
     */
    async round(
      { since, dueAt }: { readonly since: number; readonly dueAt: number },
      write: WriteDigest,
      meta: CommandMeta,
    ): Promise<void> {
      const { owner } = meta
      const digest = (await handler.load(notificationDigestDecider, owner, owner))?.state
      if (digest === undefined || digest.rhythm === 'never') return
      const { rhythm } = digest
      const letter = await write(
        owner,
        { rhythm, since, until: dueAt },
        digestStopPath(owner, digest.secret),
      )
      if (letter !== null && !(await isSample(owner))) {
        const { address, ...text } = letter
        const commandId = derivedUuid('digest mail', owner, dueAt)
        try {
          const to = { sender: { name: 'Carnet', address }, recipients: [address], cc: [] }
          const draft = { ...to, ...text, template: '', billId: '', attachments: [] }
          await sendMail(ulidFrom(`digest ${owner} ${dueAt}`), draft, { ...meta, commandId })
        } catch (error) {
          // An address that no mail can reach must not keep the round from ending.
          if (!(error instanceof Refusal) || !error.code.startsWith('MAIL_')) throw error
        }
      }
      const next = await nextOf(owner, rhythm)
      await handler.run(
        notificationDigestDecider,
        owner,
        { type: 'EndDigest', until: dueAt, next },
        meta,
      )
    },
  }
}
export type NotificationDigestCommands = ReturnType<typeof notificationDigestCommands>

const digestStopPath = (owner: string, secret: string): string => `/mail/stop/${owner}/${secret}`
