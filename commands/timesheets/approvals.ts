import { randomBytes } from 'node:crypto'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type MailPayload, mailEffect } from '#domain/mail/mail.ts'
import { contentOf, LINK_DAYS, type WorkedDay } from '#domain/timesheets/approval.ts'
import type { ApprovalAnswer } from '#domain/timesheets/approval.values.ts'
import { timesheetDecider } from '#domain/timesheets/timesheet.ts'
import {
  approvalMonths,
  contentSha256,
  type ContractMonth,
  idOf,
  type OpenedMonth,
  sha256,
} from './approval-months.ts'

/** A mail with a body that is not yet sanitised. */
type MailDraft = Omit<MailPayload, 'body'> & { readonly html: string }
/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32

type Answer = {
  readonly answer: ApprovalAnswer
  readonly name: string
  readonly comment: string
  /** The hash of the days that the client read. */
  readonly contentSha256: string
}

/** Sendings of a user, and answers of the client. */
export function timesheetApprovals({
  handler,
  facts,
  checkMail,
  sendMail,
  tellMail,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'approvalLink' | 'mailing' | 'timeZoneOf'>
  /** @throws what makes a mail impossible, before anything is recorded */
  readonly checkMail: (draft: MailDraft, sentBefore: number | null) => unknown
  readonly sendMail: (id: string, draft: MailDraft, meta: CommandMeta) => Promise<unknown>
  /** A mail of the sample: told as sent, though nothing leaves. */
  readonly tellMail: (id: string, draft: MailDraft, meta: CommandMeta) => Promise<unknown>
  readonly now: () => number
}) {
  const { parties, read, opened } = approvalMonths({ handler, facts, now })

  /**
   * Answer of a client to a month.
   *
   * @throws NOT_FOUND for a link that does not work · TIMESHEET_DAYS_CHANGED · TIMESHEET_REOPENED ·
   * TIMESHEET_COMMENT_REQUIRED · TIMESHEET_ANSWERS_FULL
   */
  async function say(at: ContractMonth, secret: string, answer: Answer, meta: CommandMeta) {
    const { projectId } = at
    const { worked } = await read(meta.owner, at)
    // The hash of other days is no approval of these.
    const content =
      answer.contentSha256 === contentSha256(projectId, worked) ? contentOf(projectId, worked) : ''
    const command = {
      type: 'AnswerMonth',
      ...answer,
      content,
      projectId,
      tokenSha256: sha256(secret),
    } as const
    return handler.run(timesheetDecider, idOf(at), command, meta)
  }

  return {
    /** A contract's days worked in a month, and their hash. */
    async month(owner: string, at: ContractMonth) {
      const { worked } = await read(owner, at)
      return { worked, contentSha256: contentSha256(at.projectId, worked) }
    },

    /**
     * Parties of a month's mail, and the client's address.
     *
     * @throws NOT_FOUND for a contract or profile that the user does not have
     */
    async addressed(owner: string, at: ContractMonth) {
      const between = await parties(owner, at)
      const { sender, contacts } = await facts.mailing(owner, {
        clientId: between.clientId,
        projectId: at.projectId,
      })
      const { approval } = await read(owner, at)
      return { ...between, sender, contacts, before: approval?.recipients ?? [] }
    },

    /**
     * Sends a month with a new link to it. A command that is sent twice sends one mail. Where the
     * process stopped before the mail was requested, a second link replaces the first, whose secret
     * is lost.
     *
     * @param worked the days that the mail's paper shows
     * @param withLink adds the link to the text
     * @param asked.isSample the mail is told as sent
     * @returns the link's secret as well; empty for a repeated command
     * @throws NOT_FOUND · TIMESHEET_NOTHING_RECORDED · TIMESHEET_DAYS_CHANGED ·
     * TIMESHEET_ALREADY_APPROVED · what makes a mail impossible
     */
    async send(
      at: ContractMonth,
      worked: readonly WorkedDay[],
      draft: MailDraft,
      withLink: (html: string, path: string) => string,
      {
        sentBefore,
        meta,
        isSample = false,
      }: {
        readonly sentBefore: number | null
        readonly meta: CommandMeta
        readonly isSample?: boolean
      },
    ) {
      await parties(meta.owner, at)
      checkMail(draft, sentBefore)
      const { projectId } = at
      const content = contentOf(projectId, worked)
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const commandId = derivedUuid(meta.commandId, 'mail')
      const mailId = ulidFrom(commandId)
      const command = {
        type: 'SendMonth',
        projectId,
        content,
        contentSha256: sha256(content),
        tokenSha256: sha256(secret),
        recipients: draft.recipients,
        mailId,
        expiresAt: (meta.occurredAt ?? now()) + LINK_DAYS * DAY_MS,
      } as const
      const run = (one: CommandMeta) => handler.run(timesheetDecider, idOf(at), command, one)
      let sent = await run(meta)
      if (sent.state.approvals[projectId]?.tokenSha256 !== command.tokenSha256) {
        if ((await handler.load(mailEffect.decider, mailId, meta.owner)) !== null)
          return { ...sent, secret: '' }
        sent = await run({ ...meta, commandId: derivedUuid(meta.commandId, secret) })
      }
      const post = isSample ? tellMail : sendMail
      await post(
        mailId,
        { ...draft, html: withLink(draft.html, approvalPath(secret)) },
        { ...meta, commandId },
      )
      return { ...sent, secret }
    },

    /** Opens an approved month to changes again. @throws TIMESHEET_NOT_APPROVED */
    reopen: (at: ContractMonth, reason: string, meta: CommandMeta) =>
      handler.run(
        timesheetDecider,
        idOf(at),
        { type: 'ReopenMonth', projectId: at.projectId, reason },
        meta,
      ),

    /** Ends the link to a contract's month. @throws NOT_FOUND when it was never sent */
    withdraw: (at: ContractMonth, meta: CommandMeta) =>
      handler.run(
        timesheetDecider,
        idOf(at),
        { type: 'WithdrawMonth', projectId: at.projectId },
        meta,
      ),

    /**
     * The month behind a link; `expired` once its time is over, null for a link that opens nothing.
     */
    opened,

    /** Records that a client has opened the month, once for each link. */
    async see(
      secret: string,
      { owner, at }: OpenedMonth,
      meta: Omit<CommandMeta, 'owner' | 'commandId'>,
    ) {
      const { projectId } = at
      const tokenSha256 = sha256(secret)
      const commandId = derivedUuid('seen', tokenSha256)
      const command = { type: 'SeeMonth', projectId, tokenSha256 } as const
      await handler.run(timesheetDecider, idOf(at), command, { ...meta, owner, commandId })
    },

    say,

    /**
     * Answer of a client by a link. @throws NOT_FOUND for a link that does not work · the refusals
     * of `say`
     */
    async answer(secret: string, given: Answer, meta: Omit<CommandMeta, 'owner'>) {
      const month = await opened(secret)
      if (month === null || month === 'expired') throw refusal('NOT_FOUND')
      return say(month.at, secret, given, { ...meta, owner: month.owner })
    },
  }
}
export type TimesheetApprovals = ReturnType<typeof timesheetApprovals>

/** The address of a client's page, below that of the product. */
const approvalPath = (secret: string): string => `/releve/${secret}`
