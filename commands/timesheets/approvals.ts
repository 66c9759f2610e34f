import { createHash, randomBytes } from 'node:crypto'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { Company } from '#domain/customers/company.record.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type MailPayload, mailEffect } from '#domain/mail/mail.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import {
  type Approval,
  contentOf,
  isOpen,
  LINK_DAYS,
  type WorkedDay,
} from '#domain/timesheets/approval.ts'
import type { ApprovalAnswer } from '#domain/timesheets/approval.values.ts'
import {
  partsOfTimesheetId,
  timesheetDecider,
  timesheetId,
  workedOn,
} from '#domain/timesheets/timesheet.ts'

/** A mail with a body that is not yet sanitised. */
type MailDraft = Omit<MailPayload, 'body'> & { readonly html: string }
/** A contract's month. */
export type ContractMonth = {
  readonly profileId: string
  readonly projectId: string
  readonly year: number
  readonly month: number
}
/** Whom a month is about: what the client's page and mail say. */
export type Parties = {
  readonly language: PaperLanguage
  readonly business: string
  readonly contract: string
  readonly client: string
  readonly clientId: string
}
/** A contract's month as its client sees it. */
export type OpenedMonth = {
  readonly owner: string
  readonly at: ContractMonth
  readonly parties: Parties
  readonly worked: readonly WorkedDay[]
  /** The hash of the days as they are now. */
  readonly contentSha256: string
  readonly approval: Approval
  /** What was sent and said about this contract's month, the oldest first. */
  readonly events: readonly RecordedEvent[]
  /** IANA name of where its user is. */
  readonly timeZone: string
}

/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The hash of a contract's days. */
export const contentSha256 = (projectId: string, worked: readonly WorkedDay[]): string =>
  sha256(contentOf(projectId, worked))

type Answer = {
  readonly answer: ApprovalAnswer
  readonly name: string
  readonly comment: string
  /** The hash of the days that the client read. */
  readonly contentSha256: string
}

/** What a user sends a client, and what the client answers. */
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
  const idOf = ({ profileId, year, month }: ContractMonth) => timesheetId(profileId, year, month)

  /** @throws NOT_FOUND */
  async function parties(owner: string, { profileId, projectId }: ContractMonth): Promise<Parties> {
    const [profile, contract] = await Promise.all([
      handler.load(professionalInfoDecider, profileId, owner),
      handler.load(projectDecider, projectId, owner),
    ])
    if (profile?.state.status !== 'live' || contract?.state.status !== 'live')
      throw refusal('NOT_FOUND')
    if (contract.state.profileId !== profileId) throw refusal('NOT_FOUND')
    const { terms, title, ref } = contract.state
    const clientId = terms?.clientId ?? ''
    const company =
      clientId === '' ? null : await handler.load(recordDecider(Company), clientId, owner)
    const client = company?.state.status === 'live' ? company.state.values : null
    return {
      language: terms?.language || (client?.language ?? 'fr'),
      business: profile.state.identity.commercialName || profile.state.identity.name,
      contract: title || ref,
      client: client?.name ?? '',
      clientId,
    }
  }

  async function read(owner: string, at: ContractMonth) {
    const loaded = await handler.load(timesheetDecider, idOf(at), owner)
    const state = loaded?.state ?? timesheetDecider.initial
    const worked = workedOn(Object.values(state.activities), at.projectId)
    return { worked, approval: state.approvals[at.projectId], events: loaded?.events ?? [] }
  }

  /** @returns null for a link that was never made, is withdrawn or was followed by another */
  async function opened(secret: string): Promise<OpenedMonth | 'expired' | null> {
    const tokenSha256 = sha256(secret)
    const link = await facts.approvalLink(tokenSha256)
    const parts = link && partsOfTimesheetId(link.timesheetId)
    if (link === null || parts === null) return null
    const { owner, projectId } = link
    const at = { ...parts, projectId }
    const { worked, approval, events } = await read(owner, at)
    if (approval?.tokenSha256 !== tokenSha256) return null
    if (!isOpen(approval, tokenSha256, now())) return 'expired'
    return {
      owner,
      at,
      worked,
      approval,
      parties: await parties(owner, at),
      timeZone: await facts.timeZoneOf(owner),
      contentSha256: contentSha256(projectId, worked),
      // of this stream
      events: events.filter(({ data }) => (data as { projectId?: string }).projectId === projectId),
    }
  }

  /**
   * What a client says of a month.
   *
   * @throws NOT_FOUND for a link that does not work · TIMESHEET_DAYS_CHANGED · TIMESHEET_REOPENED ·
   * TIMESHEET_COMMENT_REQUIRED · TIMESHEET_ANSWERS_FULL
   */
  async function say(at: ContractMonth, secret: string, said: Answer, meta: CommandMeta) {
    const { projectId } = at
    const { worked } = await read(meta.owner, at)
    // The hash of other days is no approval of these.
    const content =
      said.contentSha256 === contentSha256(projectId, worked) ? contentOf(projectId, worked) : ''
    const command = {
      type: 'AnswerMonth',
      ...said,
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
     * Whom a month's mail is between, and where its client can be reached.
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
      const command = {
        type: 'SendMonth',
        projectId,
        content,
        contentSha256: sha256(content),
        tokenSha256: sha256(secret),
        recipients: draft.recipients,
        expiresAt: (meta.occurredAt ?? now()) + LINK_DAYS * DAY_MS,
      } as const
      const run = (one: CommandMeta) => handler.run(timesheetDecider, idOf(at), command, one)
      const commandId = derivedUuid(meta.commandId, 'mail')
      const mailId = ulidFrom(commandId)
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
     * What a client says by a link. @throws NOT_FOUND for a link that does not work · what `say`
     * refuses
     */
    async answer(secret: string, said: Answer, meta: Omit<CommandMeta, 'owner'>) {
      const month = await opened(secret)
      if (month === null || month === 'expired') throw refusal('NOT_FOUND')
      return say(month.at, secret, said, { ...meta, owner: month.owner })
    },
  }
}
export type TimesheetApprovals = ReturnType<typeof timesheetApprovals>

/** The address of a client's page, below that of the product. */
const approvalPath = (secret: string): string => `/releve/${secret}`
