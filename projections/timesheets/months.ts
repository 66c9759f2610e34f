import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { type Day, dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import { asksForDays } from '#domain/projects/project.values.ts'
import { type MonthSummary, summaryOf } from '#domain/timesheets/summary.ts'
import { approvalAfter, type Approval, type ApprovalEvent } from '#domain/timesheets/approval.ts'
import {
  type Activity,
  partsOfTimesheetId,
  timesheetId,
  type TimesheetEvent,
} from '#domain/timesheets/timesheet.ts'
import { sumOfDays } from '#domain/timesheets/worked-time.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import { projectDocsOf, projects } from '#projections/projects/projects.ts'
import { defineProjection, type Fact } from '../kernel/projection.ts'
import type { Read, ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'
import { professionalInfoOf, professionalInfos } from '../profile/professional-infos.ts'

/**
 * The days of one contract, or of one kind of absence, as the event holds them.
 *
 * @unit quantity: ten-thousandths of a day
 */
type MonthLine = Extract<TimesheetEvent, { type: 'TimesheetDaysRecorded' }>['data']

/** Text of a client. @unit at: epoch milliseconds */
type ClientNote = { readonly at: number; readonly name: string; readonly text: string }
/**
 * A contract's month and its client. `at` is since when it has its status.
 *
 * @unit at, sentAt: epoch milliseconds
 */
type MonthApproval = Approval & {
  readonly projectId: string
  readonly at: number
  readonly sentAt: number
  readonly notes: readonly ClientNote[]
}

/**
 * A profile's month: its lines, and the days worked on each contract. @unit ten-thousandths of a
 * day
 */
export type MonthDoc = Doc &
  Stamp & {
    readonly profileId: string
    readonly year: number
    readonly month: number
    /** By line instead of by activity: a tenth of the memory and of the replay's time. */
    readonly lines: readonly MonthLine[]
    readonly worked: readonly { readonly projectId: string; readonly quantity: number }[]
    readonly approvals: readonly MonthApproval[]
  }

export const activitiesIn = (doc: Pick<MonthDoc, 'lines'> | null): readonly Activity[] =>
  (doc?.lines ?? []).flatMap(({ kind, projectId, days }) =>
    days.map((worked): Activity => ({ kind, projectId, ...worked })),
  )

/** The lines after the days of one of them changed; a line without days is removed. */
function linesAfter(
  lines: readonly MonthLine[],
  { kind, projectId }: Pick<MonthLine, 'kind' | 'projectId'>,
  touched: readonly Day[],
  recorded: MonthLine['days'],
): readonly MonthLine[] {
  const line = lines.find((one) => one.kind === kind && one.projectId === projectId)
  const others = line ? lines.filter((one) => one !== line) : lines
  const gone = new Set(touched)
  const days = [...(line?.days.filter(({ day }) => !gone.has(day)) ?? []), ...recorded]
  return days.length === 0 ? others : [...others, { kind, projectId, days }]
}

const workedIn = (lines: readonly MonthLine[]): MonthDoc['worked'] =>
  lines.flatMap(({ kind, projectId, days }) =>
    kind === 'work' ? { projectId, quantity: sumOfDays(days) } : [],
  )

/** @throws Error when the stream's id names no profile and month */
function monthWith(
  doc: MonthDoc | null,
  lines: readonly MonthLine[],
  { meta, stamp }: Fact<TimesheetEvent>,
  key: string,
): MonthDoc {
  const parts = partsOfTimesheetId(key)
  if (parts === null) throw new Error(`${key} is no timesheet's id`)
  return {
    _id: key,
    owner: meta.owner,
    ...stamp,
    ...parts,
    lines,
    worked: workedIn(lines),
    approvals: doc?.approvals ?? [],
  }
}

/** A fact of one of these events, told apart by its type. */
type ApprovalFact<E = ApprovalEvent> = E extends ApprovalEvent ? Fact<E> : never

/** The month after something happened between its user and a client. */
function withAnswer(doc: MonthDoc | null, fact: ApprovalFact): MonthDoc | null {
  if (doc === null) return null
  const { data, meta, stamp } = fact
  const { projectId } = data
  const before = doc.approvals.find((one) => one.projectId === projectId)
  const after = approvalAfter(before, fact)
  const isSent = fact.type === 'TimesheetSent'
  const note =
    'comment' in data && data.comment !== '' ? { name: data.name, text: data.comment } : null
  const approval: MonthApproval = {
    ...after,
    projectId,
    at: before?.status === after.status && !isSent ? before.at : meta.occurredAt,
    sentAt: isSent ? meta.occurredAt : (before?.sentAt ?? 0),
    notes: [...(before?.notes ?? []), ...(note ? [{ at: meta.occurredAt, ...note }] : [])],
  }
  const others = doc.approvals.filter((one) => one !== before)
  return { ...doc, ...stamp, approvals: [...others, approval] }
}

export const timesheetMonths = defineProjection<TimesheetEvent, MonthDoc>({
  name: 'timesheetMonths',
  version: 4,
  on: {
    TimesheetDaysRecorded: (doc, fact, key) => {
      const { days } = fact.data
      const touched = days.map(({ day }) => day)
      return monthWith(doc, linesAfter(doc?.lines ?? [], fact.data, touched, days), fact, key)
    },
    TimesheetDaysCleared: (doc, fact, key) =>
      monthWith(doc, linesAfter(doc?.lines ?? [], fact.data, fact.data.days, []), fact, key),
    TimesheetSent: withAnswer,
    TimesheetSeen: withAnswer,
    TimesheetApproved: withAnswer,
    TimesheetNoted: withAnswer,
    TimesheetCommented: withAnswer,
    TimesheetReopened: withAnswer,
    TimesheetWithdrawn: withAnswer,
  },
  indexes: [{ fields: ['owner', 'profileId', 'year', 'month'] }],
})

/** The recorded month; null when nothing was ever recorded. */
export async function monthOf(
  timesheetMonths: ReadModel<MonthDoc>,
  owner: string,
  profileId: string,
  year: number,
  month: number,
): Promise<MonthDoc | null> {
  const doc = await timesheetMonths.get(timesheetId(profileId, year, month))
  return doc?.owner === owner ? doc : null
}

/** The read models of a month's summary. */
export const monthReads = { timesheetMonths, professionalInfos, projects }

/**
 * A month in days, for the dashboard and the timesheet.
 *
 * @param today decides which days should be filled by now
 */
export async function monthSummary(
  read: Read<typeof monthReads>,
  owner: string,
  profileId: string,
  year: number,
  month: number,
  today: Day,
  timeZone = FRENCH_ZONE,
): Promise<MonthSummary> {
  const [doc, profile, contracts] = await Promise.all([
    monthOf(read.timesheetMonths, owner, profileId, year, month),
    professionalInfoOf(read.professionalInfos, owner, profileId),
    projectDocsOf(read.projects, owner, profileId),
  ])
  const billable = new Set(contracts.filter(({ terms }) => terms !== null).map(({ _id }) => _id))
  const spans = contracts.map(({ archived, terms, creationDate }) => ({
    archived,
    startDate: terms?.startDate ?? '',
    endDate: terms?.endDate ?? '',
    madeOn: dayIn(creationDate, timeZone),
  }))
  return summaryOf(activitiesIn(doc), {
    year,
    month,
    today,
    region: profile === null ? 'national' : regionOf(profile.identity.address),
    billable: (projectId) => billable.has(projectId),
    asked: (day) => spans.some((span) => asksForDays(span, day)),
  })
}

/** All days ever worked on each contract of a profile. @unit ten-thousandths of a day */
export async function daysByProject(
  timesheetMonths: ReadModel<MonthDoc>,
  owner: string,
  profileId: string,
): Promise<ReadonlyMap<string, number>> {
  const months = (await timesheetMonths.find({ filter: { where: { owner, profileId } } })).items
  const sums = new Map<string, number>()
  for (const { worked } of months)
    for (const { projectId, quantity } of worked)
      sums.set(projectId, (sums.get(projectId) ?? 0) + quantity)
  return sums
}
