import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { ApprovalAnswer, ApprovalStatus } from './approval.values.ts'
import type { WorkedTime } from './worked-time.ts'

/** Time worked on one contract on one day. */
export type WorkedDay = WorkedTime & { readonly day: Day }

/** A hash of 256 bits, in hexadecimal. */
type Sha256 = string

/** Answer of the client, and the hash of the days that it is about. */
type Answered = {
  readonly projectId: string
  readonly name: string
  /** Empty unless something was written. */
  readonly comment: string
  readonly contentSha256: Sha256
}

/**
 * Exchange between a user and the client of one contract, about one month. @unit expiresAt: epoch
 * milliseconds
 */
export type ApprovalData = {
  /** The month was sent with a new link; the link before it ends. */
  readonly TimesheetSent: {
    readonly projectId: string
    readonly tokenSha256: Sha256
    readonly contentSha256: Sha256
    readonly expiresAt: number
    readonly recipients: readonly string[]
    /** Mail with the link; absent in events of before. */
    readonly mailId?: string
  }
  /** The link was opened for the first time. */
  readonly TimesheetSeen: { readonly projectId: string }
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
 * `content` is the days as the caller has read them: a month that has changed meanwhile is not
 * sent.
 *
 * @unit expiresAt: epoch milliseconds
 */
export type ApprovalCommand =
  | ({ readonly type: 'SendMonth'; readonly content: string } & ApprovalData['TimesheetSent'])
  | { readonly type: 'SeeMonth'; readonly projectId: string; readonly tokenSha256: Sha256 }
  | ({
      readonly type: 'AnswerMonth'
      readonly answer: ApprovalAnswer
      readonly tokenSha256: Sha256
      /** The days that `contentSha256` is the hash of. */
      readonly content: string
    } & Answered)
  | ({ readonly type: 'ReopenMonth' } & ApprovalData['TimesheetReopened'])
  | ({ readonly type: 'WithdrawMonth' } & ApprovalData['TimesheetWithdrawn'])

/** Where a contract's month stands with its client. */
export type Approval = {
  readonly status: ApprovalStatus
  /** The hash of the link that works; empty once it is withdrawn. */
  readonly tokenSha256: Sha256
  /** @unit epoch milliseconds */
  readonly expiresAt: number
  /** The hash of the days as they were last sent. */
  readonly contentSha256: Sha256
  readonly recipients: readonly string[]
  /** Mail with the link; empty where it is not known. */
  readonly mailId?: string
  /** Author of the last answer. */
  readonly name: string
  readonly comment: string
  readonly reason: string
  readonly answers: number
}
/** By the contract's id. */
export type Approvals = Readonly<Record<string, Approval>>

const NONE: Approval = {
  status: 'sent',
  tokenSha256: '',
  expiresAt: 0,
  contentSha256: '',
  recipients: [],
  name: '',
  comment: '',
  reason: '',
  answers: 0,
}

const approvalRefusal = catalogue({
  /** There is no day of this contract to send, or to approve. */
  TIMESHEET_NOTHING_RECORDED: 'conflict',
  /** The days are no longer those that were sent, or read. */
  TIMESHEET_DAYS_CHANGED: 'conflict',
  /** The user has reopened the month, and has not sent it again yet. */
  TIMESHEET_REOPENED: 'conflict',
  TIMESHEET_ALREADY_APPROVED: 'conflict',
  TIMESHEET_NOT_APPROVED: 'conflict',
  TIMESHEET_COMMENT_REQUIRED: 'invalid',
  TIMESHEET_ANSWERS_FULL: 'too-many',
})

/** Lifetime of a link. @unit days */
export const LINK_DAYS = 60
/** Answers to one contract's month. */
const MOST_ANSWERS = 50

/** The days of a contract as one text, which is hashed: of hours, what was entered. */
export const contentOf = (projectId: string, worked: readonly WorkedDay[]): string =>
  JSON.stringify([
    projectId,
    ...worked
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, quantity, hours }) =>
        hours ? [day, 'hours', hours.quarters, hours.dayQuarters] : [day, quantity],
      ),
  ])

/** Whether a link works at a time. */
export const isOpen = (approval: Approval | undefined, tokenSha256: Sha256, now: number): boolean =>
  approval?.tokenSha256 === tokenSha256 && tokenSha256 !== '' && approval.expiresAt > now

const ANSWERED = {
  approve: 'TimesheetApproved',
  note: 'TimesheetNoted',
  comment: 'TimesheetCommented',
} as const
type AnswerMonth = Extract<ApprovalCommand, { readonly type: 'AnswerMonth' }>

/** Approvals and notes are about the days that were sent and read, while those are still there. */
function checkAgreed(
  { contentSha256, content, projectId }: AnswerMonth,
  approval: Approval,
  worked: readonly WorkedDay[],
) {
  if (approval.status === 'reopened') throw approvalRefusal('TIMESHEET_REOPENED')
  const isSame =
    contentSha256 === approval.contentSha256 && content === contentOf(projectId, worked)
  if (!isSame) throw approvalRefusal('TIMESHEET_DAYS_CHANGED')
}

function answered(
  command: AnswerMonth,
  approval: Approval | undefined,
  worked: readonly WorkedDay[],
  now: number,
): readonly ApprovalEvent[] {
  const { answer, projectId, name, comment, contentSha256 } = command
  if (approval === undefined || !isOpen(approval, command.tokenSha256, now))
    throw refusal('NOT_FOUND')
  // Approved days cannot change: a second approval or note says what is said already.
  if (approval.status === 'approved' && answer !== 'comment') return []
  if (answer !== 'comment') checkAgreed(command, approval, worked)
  else if (comment === '')
    throw approvalRefusal('TIMESHEET_COMMENT_REQUIRED', {}, [
      { path: 'comment', code: 'TIMESHEET_COMMENT_REQUIRED' },
    ])
  const isSaid =
    approval.status === (answer === 'comment' ? 'commented' : 'noted') &&
    answer !== 'approve' &&
    approval.name === name &&
    approval.comment === comment
  if (isSaid) return []
  // An approval is always heard.
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
  const { projectId } = command
  const approval = approvals[projectId]
  switch (command.type) {
    case 'SendMonth': {
      if (approval?.status === 'approved') throw approvalRefusal('TIMESHEET_ALREADY_APPROVED')
      if (worked.length === 0) throw approvalRefusal('TIMESHEET_NOTHING_RECORDED')
      const { type: _, content, ...data } = command
      if (content !== contentOf(projectId, worked)) throw approvalRefusal('TIMESHEET_DAYS_CHANGED')
      return [{ type: 'TimesheetSent', data }]
    }
    case 'SeeMonth':
      return approval?.status === 'sent' && isOpen(approval, command.tokenSha256, now)
        ? [{ type: 'TimesheetSeen', data: { projectId } }]
        : []
    case 'AnswerMonth':
      return answered(command, approval, worked, now)
    case 'ReopenMonth':
      if (approval?.status !== 'approved') throw approvalRefusal('TIMESHEET_NOT_APPROVED')
      return [{ type: 'TimesheetReopened', data: { projectId, reason: command.reason } }]
    case 'WithdrawMonth':
      if (approval === undefined) throw refusal('NOT_FOUND')
      return approval.tokenSha256 === ''
        ? []
        : [{ type: 'TimesheetWithdrawn', data: { projectId } }]
    default:
      return unreachable(command)
  }
}

const STATUS_OF = {
  TimesheetApproved: 'approved',
  TimesheetNoted: 'noted',
  TimesheetCommented: 'commented',
} as const

/** Where a contract's month stands after an event. */
export function approvalAfter(before: Approval | undefined, event: ApprovalEvent): Approval {
  const approval = before ?? NONE
  const isApproved = approval.status === 'approved'
  switch (event.type) {
    case 'TimesheetSent': {
      const { tokenSha256, expiresAt, recipients, contentSha256, mailId = '' } = event.data
      const link = { tokenSha256, expiresAt, recipients, contentSha256, mailId }
      return { ...approval, status: 'sent', name: '', comment: '', reason: '', ...link }
    }
    case 'TimesheetSeen':
      return { ...approval, status: 'seen' }
    case 'TimesheetReopened':
      return { ...approval, status: 'reopened', reason: event.data.reason }
    case 'TimesheetWithdrawn': {
      const isAnswered = isApproved || approval.status === 'reopened'
      return { ...approval, status: isAnswered ? approval.status : 'withdrawn', tokenSha256: '' }
    }
    case 'TimesheetApproved':
    case 'TimesheetNoted':
    case 'TimesheetCommented': {
      const { name, comment } = event.data
      const answers = approval.answers + 1
      // A comment neither takes back an approval nor ends a reopening.
      if (event.type === 'TimesheetCommented' && (isApproved || approval.status === 'reopened'))
        return { ...approval, comment, answers }
      return { ...approval, status: STATUS_OF[event.type], name, comment, answers }
    }
    default:
      return unreachable(event)
  }
}
