import { createHash, randomBytes } from 'node:crypto'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { PaperLanguage } from '#domain/billing/paper-language.values.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/record-decider.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { MailPayload } from '#domain/mail/mail.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { type Approval, contentOf, isOpen, type WorkedDay } from '#domain/timesheets/approval.ts'
import { type ApprovalAnswer, LINK_DAYS } from '#domain/timesheets/approval.values.ts'
import { partsOfTimesheetId, timesheetDecider, timesheetId, workedOn } from '#domain/timesheets/timesheet.ts'

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
  /** Of the days as they are now. */
  readonly contentSha256: string
  readonly approval: Approval
  /** What was sent and said, the oldest first. */
  readonly events: readonly RecordedEvent[]
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
  /** Of the days that the client read. */
  readonly contentSha256: string
}

/** What a user sends a client, and what the client answers. */
export function timesheetApprovals({
  handler,
  facts,
  checkMail,
  sendMail,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'approvalLink'>
  /** @throws what makes a mail impossible, before anything is recorded */
  readonly checkMail: (draft: MailDraft, sentBefore: number | null) => unknown
  readonly sendMail: (id: string, draft: MailDraft, meta: CommandMeta) => Promise<unknown>
  readonly now: () => number
}) {
  const idOf = ({ profileId, year, month }: ContractMonth) => timesheetId(profileId, year, month)

  /** @throws NOT_FOUND */
  async function parties(owner: string, { profileId, projectId }: ContractMonth): Promise<Parties> {
    const [profile, contract] = await Promise.all([
      handler.load(professionalInfoDecider, profileId, owner),
      handler.load(projectDecider, projectId, owner),
    ])
    if (profile?.state.status !== 'live' || contract?.state.status !== 'live') throw refusal('NOT_FOUND')
    if (contract.state.profileId !== profileId) throw refusal('NOT_FOUND')
    const { terms, title, ref } = contract.state
    const clientId = terms?.clientId ?? ''
    const company = clientId === '' ? null : await handler.load(recordDecider(Company), clientId, owner)
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
    const worked = workedOn(state, at.projectId)
    return { worked, approval: state.approvals[at.projectId], events: loaded?.events ?? [] }
  }

  /** Makes a link, and records that it was sent. @returns the link's secret */
  async function send(at: ContractMonth, recipients: readonly string[], meta: CommandMeta) {
    await parties(meta.owner, at)
    const { worked } = await read(meta.owner, at)
    const { projectId } = at
    const content = contentOf(projectId, worked)
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const command = {
      type: 'SendMonth',
      ...{ projectId, content, contentSha256: sha256(content), tokenSha256: sha256(secret), recipients },
      expiresAt: (meta.occurredAt ?? now()) + LINK_DAYS * DAY_MS,
    } as const
    const run = (one: CommandMeta) => handler.run(timesheetDecider, idOf(at), command, one)
    const sent = await run(meta)
    // Sent before under this id, whose secret is not kept: it is made anew.
    const isKnown = sent.state.approvals[projectId]?.links[command.tokenSha256] !== undefined
    return { secret, sent: isKnown ? sent : await run({ ...meta, commandId: derivedUuid(meta.commandId, secret) }) }
  }

  async function opened(secret: string): Promise<OpenedMonth | 'expired' | null> {
    const tokenSha256 = sha256(secret)
    const link = await facts.approvalLink(tokenSha256)
    const parts = link && partsOfTimesheetId(link.timesheetId)
    if (link === null || parts === null) return null
    const { owner, projectId } = link
    const at = { ...parts, projectId }
    const { worked, approval, events } = await read(owner, at)
    if (approval?.links[tokenSha256] === undefined) return null
    if (!isOpen(approval, tokenSha256, now())) return 'expired'
    return {
      ...{ owner, at, worked, approval },
      parties: await parties(owner, at),
      contentSha256: contentSha256(projectId, worked),
      events: events.filter(({ data }) => (data as { projectId?: string }).projectId === projectId), // of this stream
    }
  }

  return {
    parties,

    /**
     * A new link for the user to pass on.
     *
     * @throws NOT_FOUND · TIMESHEET_NOTHING_RECORDED · TIMESHEET_LINKS_FULL
     */
    link: (at: ContractMonth, meta: CommandMeta) => send(at, [], meta),

    /**
     * Sends a month with a link to it.
     *
     * @param draft its text, to whose end the link is added
     * @param withLink adds the link to the text
     * @throws NOT_FOUND · TIMESHEET_NOTHING_RECORDED · TIMESHEET_LINKS_FULL · what makes a mail impossible
     */
    async mail(
      at: ContractMonth,
      draft: MailDraft,
      withLink: (html: string, path: string) => string,
      { sentBefore, mailId, meta }: { sentBefore: number | null; mailId: string; meta: CommandMeta },
    ) {
      checkMail(draft, sentBefore)
      const { secret, sent } = await send(at, draft.recipients, meta)
      const html = withLink(draft.html, approvalPath(secret))
      await sendMail(mailId, { ...draft, html }, { ...meta, commandId: derivedUuid(meta.commandId, 'mail') })
      return sent
    },

    /** @throws TIMESHEET_NOT_APPROVED · what makes a mail impossible */
    async reopen(
      at: ContractMonth,
      reason: string,
      told: { readonly draft: MailDraft; readonly sentBefore: number | null } | null,
      meta: CommandMeta,
    ) {
      if (told) checkMail(told.draft, told.sentBefore)
      const { projectId } = at
      const reopened = await handler.run(timesheetDecider, idOf(at), { type: 'ReopenMonth', projectId, reason }, meta)
      const commandId = derivedUuid(meta.commandId, 'mail')
      if (told) await sendMail(ulidFrom(commandId), told.draft, { ...meta, commandId })
      return reopened
    },

    /** Revokes every link to a contract's month. @throws NOT_FOUND when there is none */
    withdraw: (at: ContractMonth, meta: CommandMeta) =>
      handler.run(timesheetDecider, idOf(at), { type: 'WithdrawMonth', projectId: at.projectId }, meta),

    /** Addresses that the month was last sent to. */
    recipients: async (owner: string, at: ContractMonth): Promise<readonly string[]> =>
      (await read(owner, at)).approval?.recipients ?? [],

    /** The month behind a link; `expired` once its time is over, null for a link that was never made or is revoked. */
    opened,

    /**
     * What a client says, whose words are their own account.
     *
     * @throws NOT_FOUND for a link that does not work · TIMESHEET_DAYS_CHANGED · TIMESHEET_NOTHING_RECORDED ·
     * TIMESHEET_COMMENT_REQUIRED · TIMESHEET_ANSWERS_FULL
     */
    async answer(secret: string, said: Answer, meta: Omit<CommandMeta, 'owner'>) {
      const month = await opened(secret)
      if (month === null || month === 'expired') throw refusal('NOT_FOUND')
      const { owner, at, worked } = month
      // A hash of other days is refused as days that have changed; one of these days stands for them.
      const content = said.contentSha256 === month.contentSha256 ? contentOf(at.projectId, worked) : ''
      const command = { type: 'AnswerMonth', ...said, content, projectId: at.projectId, tokenSha256: sha256(secret) } as const
      return handler.run(timesheetDecider, idOf(at), command, { ...meta, owner })
    },
  }
}
export type TimesheetApprovals = ReturnType<typeof timesheetApprovals>

/** The address of a client's page, below that of the product. */
export const approvalPath = (secret: string): string => `/approve/${secret}`
