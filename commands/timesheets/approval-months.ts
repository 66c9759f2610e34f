import { createHash } from 'node:crypto'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { Company } from '#domain/customers/company.record.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { type Approval, contentOf, isOpen, type WorkedDay } from '#domain/timesheets/approval.ts'
import {
  partsOfTimesheetId,
  timesheetDecider,
  timesheetId,
  workedOn,
} from '#domain/timesheets/timesheet.ts'

/** A contract's month. */
export type ContractMonth = {
  readonly profileId: string
  readonly projectId: string
  readonly year: number
  readonly month: number
}
/** Names of a month's parties, for the client's page and mail. */
export type Parties = {
  readonly language: PaperLanguage
  readonly business: string
  readonly contract: string
  readonly client: string
  readonly clientId: string
  /** Key of the business's logo among the documents; empty for none. */
  readonly logoSha256: string
  /** Number of a swatch; 0 for none. */
  readonly colour: number
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
  /** Events of this contract's month, the oldest first. */
  readonly events: readonly RecordedEvent[]
  /** IANA name of where its user is. */
  readonly timeZone: string
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The hash of a contract's days. */
export const contentSha256 = (projectId: string, worked: readonly WorkedDay[]): string =>
  sha256(contentOf(projectId, worked))

/** The stream of a contract's month. */
export const idOf = ({ profileId, year, month }: ContractMonth) =>
  timesheetId(profileId, year, month)

/** Reads contracts' months, of a user or behind a client's link. */
export function approvalMonths({
  handler,
  facts,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'approvalLink' | 'timeZoneOf'>
  readonly now: () => number
}) {
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
      logoSha256: profile.state.logo ?? '',
      colour: profile.state.identity.colour ?? 0,
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

  return { parties, read, opened }
}
