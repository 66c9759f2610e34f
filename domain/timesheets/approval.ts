import { catalogue, refusal } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { ApprovalAnswer, ApprovalStatus } from './approval.values.ts'

/** Days worked on one contract. @unit ten-thousandths of a day */
export type WorkedDay = { readonly day: Day; readonly quantity: number }

/** A hash of 256 bits, in hexadecimal. */
type Sha256 = string

/** What the client said, and the hash of the days that were said it of. */
type Answered = {
  readonly projectId: string
  readonly name: string
  /** Empty unless something was written. */
  readonly comment: string
  readonly contentSha256: Sha256
}

/** What happens between a user and the client of one contract, about one month. @unit expiresAt: epoch milliseconds */
export type ApprovalData = {
  /** A link was made, and sent to these addresses; to none of them when the user passes it on. */
  readonly TimesheetSent: {
    readonly projectId: string
    readonly tokenSha256: Sha256
    readonly contentSha256: Sha256
    readonly expiresAt: number
    readonly recipients: readonly string[]
  }
  readonly TimesheetApproved: Answered
  readonly TimesheetNoted: Answered
  readonly TimesheetCommented: Answered
  readonly TimesheetReopened: { readonly projectId: string; readonly reason: string }
  readonly TimesheetWithdrawn: { readonly projectId: string }
}
export type ApprovalEvent = {
  [T in keyof ApprovalData]: { readonly type: T; readonly data: ApprovalData[T] }
}[keyof ApprovalData]

/**
 * `content` is the days as whoever acts has read them: an act on days that have changed meanwhile is refused.
 *
 * @unit expiresAt: epoch milliseconds
 */
export type ApprovalCommand =
  | ({ readonly type: 'SendMonth'; readonly content: string } & ApprovalData['TimesheetSent'])
  | ({
      readonly type: 'AnswerMonth'
      readonly answer: ApprovalAnswer
      readonly tokenSha256: Sha256
      readonly content: string
    } & Answered)
  | ({ readonly type: 'ReopenMonth' } & ApprovalData['TimesheetReopened'])
  | ({ readonly type: 'WithdrawMonth' } & ApprovalData['TimesheetWithdrawn'])

/** Where a contract's month stands with its client. */
export type Approval = {
  readonly status: ApprovalStatus
  /** When each link expires, by the hash of its token. @unit epoch milliseconds */
  readonly links: Readonly<Record<Sha256, number>>
  /** Of the days as they were last sent or answered. */
  readonly contentSha256: Sha256
  readonly recipients: readonly string[]
  /** Who answered last. */
  readonly name: string
  readonly comment: string
  readonly reason: string
  readonly answers: number
}
/** By the contract's id. */
export type Approvals = Readonly<Record<string, Approval>>

const NONE: Approval = {
  status: 'sent',
  links: {},
  contentSha256: '',
  recipients: [],
  name: '',
  comment: '',
  reason: '',
  answers: 0,
}

export const approvalRefusal = catalogue({
  /** There is no day of this contract to send, or to approve. */
  TIMESHEET_NOTHING_RECORDED: 'conflict',
  /** The days are no longer those that were read. */
  TIMESHEET_DAYS_CHANGED: 'conflict',
  TIMESHEET_NOT_APPROVED: 'conflict',
  TIMESHEET_COMMENT_REQUIRED: 'invalid',
  TIMESHEET_LINKS_FULL: 'too-many',
  TIMESHEET_ANSWERS_FULL: 'too-many',
})

/** Links of one contract's month that work at a time. */
const MOST_LINKS = 20
/** Answers to one contract's month. */
const MOST_ANSWERS = 50

/** The days of a contract as one text, which is hashed. */
export const contentOf = (projectId: string, worked: readonly WorkedDay[]): string =>
  JSON.stringify([
    projectId,
    ...worked.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map(({ day, quantity }) => [day, quantity]),
  ])

/** Whether a link works at a time. */
export const isOpen = (approval: Approval | undefined, tokenSha256: Sha256, now: number): boolean =>
  (approval?.links[tokenSha256] ?? 0) > now

function checkContent(command: { readonly content: string; readonly projectId: string }, worked: readonly WorkedDay[]) {
  if (worked.length === 0) throw approvalRefusal('TIMESHEET_NOTHING_RECORDED')
  if (command.content !== contentOf(command.projectId, worked)) throw approvalRefusal('TIMESHEET_DAYS_CHANGED')
}

const ANSWERED = { approve: 'TimesheetApproved', note: 'TimesheetNoted', comment: 'TimesheetCommented' } as const

function answered(
  command: Extract<ApprovalCommand, { readonly type: 'AnswerMonth' }>,
  approval: Approval | undefined,
  worked: readonly WorkedDay[],
  now: number,
): readonly ApprovalEvent[] {
  const { answer, projectId, name, comment, contentSha256 } = command
  if (approval === undefined || !isOpen(approval, command.tokenSha256, now)) throw refusal('NOT_FOUND')
  // Approved days cannot change: whoever approves or notes them again says what is said already.
  if (approval.status === 'approved' && answer !== 'comment') return []
  checkContent(command, worked)
  if (answer === 'comment' && comment === '')
    throw approvalRefusal('TIMESHEET_COMMENT_REQUIRED', {}, [{ path: 'comment', code: 'TIMESHEET_COMMENT_REQUIRED' }])
  const isSaid =
    approval.status === (answer === 'comment' ? 'commented' : 'noted') &&
    answer !== 'approve' &&
    approval.name === name &&
    approval.comment === comment &&
    approval.contentSha256 === contentSha256
  if (isSaid) return []
  if (answer !== 'approve' && approval.answers >= MOST_ANSWERS)
    throw approvalRefusal('TIMESHEET_ANSWERS_FULL', { most: MOST_ANSWERS })
  return [{ type: ANSWERED[answer], data: { projectId, name, comment, contentSha256 } }]
}

/** @param worked the days of the contract, as they are now */
export function decideApproval(
  command: ApprovalCommand,
  approvals: Approvals,
  worked: readonly WorkedDay[],
  now: number,
): readonly ApprovalEvent[] {
  const approval = approvals[command.projectId]
  switch (command.type) {
    case 'SendMonth': {
      checkContent(command, worked)
      const working = Object.values(approval?.links ?? {}).filter((expiresAt) => expiresAt > now)
      if (working.length >= MOST_LINKS) throw approvalRefusal('TIMESHEET_LINKS_FULL', { most: MOST_LINKS })
      const { type: _, content: __, ...data } = command
      return [{ type: 'TimesheetSent', data }]
    }
    case 'AnswerMonth':
      return answered(command, approval, worked, now)
    case 'ReopenMonth':
      if (approval?.status !== 'approved') throw approvalRefusal('TIMESHEET_NOT_APPROVED')
      return [{ type: 'TimesheetReopened', data: { projectId: command.projectId, reason: command.reason } }]
    case 'WithdrawMonth':
      if (Object.keys(approval?.links ?? {}).length === 0) throw refusal('NOT_FOUND')
      return [{ type: 'TimesheetWithdrawn', data: { projectId: command.projectId } }]
  }
}

const STATUS_OF = { TimesheetApproved: 'approved', TimesheetNoted: 'noted', TimesheetCommented: 'commented' } as const

/** Where a contract's month stands after an event. */
export function approvalAfter(before: Approval | undefined, event: ApprovalEvent): Approval {
  const approval = before ?? NONE
  const isApproved = approval.status === 'approved'
  switch (event.type) {
    case 'TimesheetSent': {
      const { tokenSha256, expiresAt, recipients, contentSha256 } = event.data
      return {
        ...approval,
        ...(isApproved ? {} : { status: 'sent', name: '', comment: '' }),
        links: { ...approval.links, [tokenSha256]: expiresAt },
        recipients: recipients.length > 0 ? recipients : approval.recipients,
        contentSha256,
      }
    }
    case 'TimesheetReopened':
      return { ...approval, status: 'reopened', reason: event.data.reason }
    case 'TimesheetWithdrawn':
      return { ...approval, status: isApproved ? 'approved' : 'withdrawn', links: {} }
    default: {
      const { name, comment, contentSha256 } = event.data
      const answers = approval.answers + 1
      // A comment on approved days leaves who approved them.
      if (isApproved && event.type === 'TimesheetCommented') return { ...approval, comment, answers }
      const status = STATUS_OF[event.type]
      const reason = status === 'approved' ? '' : approval.reason
      return { ...approval, status, name, comment, reason, contentSha256, answers }
    }
  }
}
