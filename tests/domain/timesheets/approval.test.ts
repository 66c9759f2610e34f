import { describe, expect, test } from 'vitest'
import { contentOf, type WorkedDay } from '#domain/timesheets/approval.ts'
import {
  type RecordMonth,
  type TimesheetCommand,
  timesheetDecider,
  type TimesheetEvent,
  WHOLE_DAY,
  workedOn,
} from '#domain/timesheets/timesheet.ts'
import { context, specification } from '../../kernel/decider-spec.ts'

const given = specification(timesheetDecider) // today is 2026-11-20
const A = 'project-a'
const B = 'project-b'
const LINK = 'hash-of-the-link'
const LATER = context.now + 86_400_000

const worked = (...days: readonly string[]): readonly WorkedDay[] =>
  days.map((day) => ({ day, quantity: WHOLE_DAY }))
const recorded = (projectId: string, ...days: readonly string[]): TimesheetEvent => ({
  type: 'TimesheetDaysRecorded',
  data: { kind: 'work', projectId, days: worked(...days) },
})
const DAYS = ['2026-11-02', '2026-11-03'] as const
const content = contentOf(A, worked(...DAYS))
const sending = (over: object = {}) => ({
  projectId: A,
  tokenSha256: LINK,
  contentSha256: 'hash-of-days',
  expiresAt: LATER,
  recipients: ['client@example.org'],
  ...over,
})
const send = (over: object = {}): TimesheetCommand => ({
  type: 'SendMonth',
  content,
  ...sending(over),
})
const sent = (over: object = {}): TimesheetEvent => ({ type: 'TimesheetSent', data: sending(over) })
const said = { projectId: A, name: 'Inès Caron', comment: '', contentSha256: 'hash-of-days' }
const answer = (how: 'approve' | 'note' | 'comment', over: object = {}): TimesheetCommand => ({
  type: 'AnswerMonth',
  answer: how,
  tokenSha256: LINK,
  content,
  ...said,
  ...over,
})
const approved: TimesheetEvent = { type: 'TimesheetApproved', data: said }
const reopened: TimesheetEvent = {
  type: 'TimesheetReopened',
  data: { projectId: A, reason: 'Une journée oubliée' },
}
const withdrawn: TimesheetEvent = { type: 'TimesheetWithdrawn', data: { projectId: A } }
const seen: TimesheetEvent = { type: 'TimesheetSeen', data: { projectId: A } }
const month = recorded(A, ...DAYS)

/** A month's whole content, as the grid sends it. */
const record = (days: readonly string[], others: readonly string[] = []): RecordMonth => ({
  type: 'RecordMonth',
  month: '2026-11',
  activities: [
    ...worked(...days).map((one) => ({ kind: 'work' as const, projectId: A, ...one })),
    ...worked(...others).map((one) => ({ kind: 'work' as const, projectId: B, ...one })),
  ],
  openProjects: new Map([A, B].map((id) => [id, { unit: 'halfDay', dayQuarters: 28 }])),
  window: 'sliding',
})
const approvalOf = (...events: readonly TimesheetEvent[]) => given(...events).state().approvals[A]

describe('sending a month', () => {
  test('records the link and what it shows', () => given(month).when(send()).yields(sent()))
  test('needs a day of the contract', () =>
    given(recorded(B, ...DAYS))
      .when(send({ content: contentOf(A, []) }))
      .refuses('TIMESHEET_NOTHING_RECORDED'))
  test('is of the days that the paper shows', () =>
    given(month, recorded(A, '2026-11-04')).when(send()).refuses('TIMESHEET_DAYS_CHANGED'))
  test('is not of an approved month', () =>
    given(month, sent(), approved).when(send()).refuses('TIMESHEET_ALREADY_APPROVED'))
  test('replaces the link, and what was said of the days before', () =>
    expect(
      approvalOf(month, sent(), approved, reopened, sent({ tokenSha256: 'second' })),
    ).toMatchObject({
      status: 'sent',
      tokenSha256: 'second',
      name: '',
      reason: '',
    }))
})

describe('opening a link', () => {
  const see = (tokenSha256 = LINK): TimesheetCommand => ({
    type: 'SeeMonth',
    projectId: A,
    tokenSha256,
  })
  test('is told the first time', () => given(month, sent()).when(see()).yields(seen))
  test('is not told again', () => given(month, sent(), seen).when(see()).yields())
  test('takes back no answer', () => given(month, sent(), approved).when(see()).yields())
  test('of another link is nothing', () => given(month, sent()).when(see('another')).yields())
})

describe('approving', () => {
  test('is said of the days that were sent', () =>
    given(month, sent(), seen).when(answer('approve')).yields(approved))
  test('by another link is refused', () =>
    given(month, sent())
      .when(answer('approve', { tokenSha256: 'guessed' }))
      .refuses('NOT_FOUND'))
  test('by the link before is refused', () =>
    given(month, sent(), sent({ tokenSha256: 'second' }))
      .when(answer('approve'))
      .refuses('NOT_FOUND'))
  test('by a link that was withdrawn is refused', () =>
    given(month, sent(), withdrawn).when(answer('approve')).refuses('NOT_FOUND'))
  test('without any link is refused', () =>
    given(month, sent(), withdrawn)
      .when(answer('approve', { tokenSha256: '' }))
      .refuses('NOT_FOUND'))
  test('by a link that has expired is refused', () =>
    given(month, sent())
      .when(answer('approve'), { ...context, now: LATER })
      .refuses('NOT_FOUND'))
  test('in the link’s last millisecond is heard', () =>
    given(month, sent())
      .when(answer('approve'), { ...context, now: LATER - 1 })
      .yields(approved))
  test('of days that changed since they were sent is refused', () =>
    given(month, sent(), recorded(A, '2026-11-04'))
      .when(answer('approve'))
      .refuses('TIMESHEET_DAYS_CHANGED'))
  test('of the changed days, which were never sent, is refused as well', () =>
    given(month, sent(), recorded(A, '2026-11-04'))
      .when(
        answer('approve', {
          content: contentOf(A, worked(...DAYS, '2026-11-04')),
          contentSha256: 'hash-of-others',
        }),
      )
      .refuses('TIMESHEET_DAYS_CHANGED'))
  test('of a month in which another contract changed is heard', () =>
    given(month, sent(), recorded(B, '2026-11-04')).when(answer('approve')).yields(approved))
  test('twice says nothing more', () =>
    given(month, sent(), approved).when(answer('approve')).yields())
  test('of a reopened month waits until it is sent again', () => {
    given(month, sent(), approved, reopened).when(answer('approve')).refuses('TIMESHEET_REOPENED')
    given(month, sent(), approved, reopened, sent()).when(answer('approve')).yields(approved)
  })
})

describe('noting and commenting', () => {
  const noted: TimesheetEvent = { type: 'TimesheetNoted', data: said }
  const words = { comment: 'Le 3 manque' }
  const commented: TimesheetEvent = { type: 'TimesheetCommented', data: { ...said, ...words } }
  test('a note is said of the days that were sent', () => {
    given(month, sent()).when(answer('note')).yields(noted)
    given(month, sent(), recorded(A, '2026-11-04'))
      .when(answer('note'))
      .refuses('TIMESHEET_DAYS_CHANGED')
  })
  test('a comment has words', () => {
    given(month, sent()).when(answer('comment', words)).yields(commented)
    given(month, sent()).when(answer('comment')).refuses('TIMESHEET_COMMENT_REQUIRED')
  })
  test('a comment is heard of days that changed', () =>
    given(month, sent(), recorded(A, '2026-11-04'))
      .when(answer('comment', words))
      .yields(commented))
  test('the same words sent twice are one comment', () =>
    given(month, sent(), commented).when(answer('comment', words)).yields())
  test('a comment leaves the days open, and an approval as it is', () => {
    expect(approvalOf(month, sent(), commented)?.status).toBe('commented')
    expect(approvalOf(month, sent(), approved, commented)).toMatchObject({
      status: 'approved',
      name: 'Inès Caron',
    })
    given(month, sent(), commented).when(record([])).happens()
  })
  test('fifty answers are heard, and an approval after them', () => {
    const many = Array.from(
      { length: 50 },
      (_, i): TimesheetEvent => ({
        type: 'TimesheetCommented',
        data: { ...said, comment: `${i}` },
      }),
    )
    given(month, sent(), ...many)
      .when(answer('comment', words))
      .refuses('TIMESHEET_ANSWERS_FULL', { most: 50 })
    given(month, sent(), ...many.slice(1))
      .when(answer('comment', words))
      .yields(commented)
    given(month, sent(), ...many)
      .when(answer('approve'))
      .yields(approved)
  })
})

describe('approved days', () => {
  const locked = given(month, recorded(B, '2026-11-05'), sent(), approved)
  const details = { month: '2026-11', name: 'Inès Caron' }
  test('do not change', () =>
    locked
      .when(record(['2026-11-02', '2026-11-03', '2026-11-04'], ['2026-11-05']))
      .refuses('TIMESHEET_APPROVED', details))
  test('are not cleared', () =>
    locked.when(record(['2026-11-02'], ['2026-11-05'])).refuses('TIMESHEET_APPROVED', details))
  test('are not emptied with the whole month', () =>
    locked.when(record([])).refuses('TIMESHEET_APPROVED'))
  test('are not replaced by sample or imported data', () =>
    locked
      .when({ ...record(['2026-11-02'], ['2026-11-05']), window: 'any' })
      .refuses('TIMESHEET_APPROVED'))
  test('leave those of another contract open', () =>
    expect(locked.when(record(DAYS, ['2026-11-06'])).happens()).toHaveLength(2))
  test('change again once they are reopened', () =>
    expect(
      given(month, sent(), approved, reopened)
        .when(record(['2026-11-02']))
        .happens(),
    ).toHaveLength(1))
  test('stay when the link is withdrawn', () => {
    expect(approvalOf(month, sent(), approved, withdrawn)).toMatchObject({
      status: 'approved',
      tokenSha256: '',
    })
    given(month, sent(), approved, withdrawn).when(record([])).refuses('TIMESHEET_APPROVED')
  })
})

describe('reopening', () => {
  const reopen: TimesheetCommand = {
    type: 'ReopenMonth',
    projectId: A,
    reason: 'Une journée oubliée',
  }
  test('tells why', () => given(month, sent(), approved).when(reopen).yields(reopened))
  test('is of an approved month', () =>
    given(month, sent()).when(reopen).refuses('TIMESHEET_NOT_APPROVED'))
  test('is of the contract that was approved', () =>
    given(month, sent(), approved)
      .when({ ...reopen, projectId: B })
      .refuses('TIMESHEET_NOT_APPROVED'))
})

describe('withdrawing', () => {
  const withdraw = (projectId: string): TimesheetCommand => ({ type: 'WithdrawMonth', projectId })
  test('ends the link once', () => {
    given(month, sent()).when(withdraw(A)).yields(withdrawn)
    given(month, sent(), withdrawn).when(withdraw(A)).yields()
  })
  test('is of a month that was sent', () =>
    given(month, sent()).when(withdraw(B)).refuses('NOT_FOUND'))
})

test('the content of days does not depend on the order in which they were recorded', () => {
  const of = (...events: readonly TimesheetEvent[]) =>
    contentOf(A, workedOn(Object.values(given(...events).state().activities), A))
  expect(of(recorded(A, '2026-11-03'), recorded(A, '2026-11-02'))).toBe(of(month))
  expect(of(recorded(A, '2026-11-03'))).not.toBe(of(month))
})
