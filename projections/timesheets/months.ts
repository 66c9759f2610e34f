import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { type Day, dayIn } from '#domain/kernel/time.ts'
import { asksForDays } from '#domain/projects/project.values.ts'
import { type MonthSummary, summaryOf } from '#domain/timesheets/summary.ts'
import { type Activity, partsOfTimesheetId, timesheetId, type TimesheetEvent } from '#domain/timesheets/timesheet.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import { projectsOf } from '#projections/projects/projects.ts'
import type { Projection } from '../kernel/projection.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { stamp, type Stamp } from '../kernel/stamp.ts'
import { professionalInfoOf } from '../profile/professional-infos.ts'

/** The days of one contract, or of one kind of absence, as their event told them. @unit quantity: ten-thousandths of a day */
type MonthLine = Extract<TimesheetEvent, { type: 'TimesheetDaysRecorded' }>['data']

/** A profile's month: what it was spent on, and the days each contract was worked. @unit ten-thousandths of a day */
export type MonthDoc = Doc &
  Stamp & {
    readonly profileId: string
    readonly year: number
    readonly month: number
    /** By line rather than by activity, which takes a tenth of the memory and of the replay's time. */
    readonly lines: readonly MonthLine[]
    readonly worked: readonly { readonly projectId: string; readonly quantity: number }[]
  }

export const activitiesIn = (doc: Pick<MonthDoc, 'lines'> | null): readonly Activity[] =>
  (doc?.lines ?? []).flatMap(({ kind, projectId, days }) =>
    days.map(({ day, quantity }): Activity => ({ kind, projectId, day, quantity })),
  )

function linesAfter(lines: readonly MonthLine[], event: TimesheetEvent): readonly MonthLine[] {
  const { kind, projectId } = event.data
  const line = lines.find((known) => known.kind === kind && known.projectId === projectId)
  const others = line ? lines.filter((known) => known !== line) : lines
  const touched = new Set<Day>(
    event.type === 'TimesheetDaysRecorded' ? event.data.days.map(({ day }) => day) : event.data.days,
  )
  const kept = line?.days.filter(({ day }) => !touched.has(day)) ?? []
  const days = event.type === 'TimesheetDaysRecorded' ? [...kept, ...event.data.days] : kept
  return days.length === 0 ? others : [...others, { kind, projectId, days }]
}

const workedIn = (lines: readonly MonthLine[]): MonthDoc['worked'] =>
  lines.flatMap(({ kind, projectId, days }) =>
    kind === 'work' ? { projectId, quantity: days.reduce((sum, { quantity }) => sum + quantity, 0) } : [],
  )

export const timesheetMonths: Projection<MonthDoc> = {
  name: 'timesheetMonths',
  version: 2,
  handles: ['TimesheetDaysRecorded', 'TimesheetDaysCleared'],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const parts = partsOfTimesheetId(key)
    if (parts === null) throw new Error(`${key} is no timesheet's id`)
    const lines = linesAfter(doc?.lines ?? [], { type: event.type, data: event.data } as TimesheetEvent) // only the types of `handles` come here
    return { _id: key, owner: event.meta.owner, ...stamp(doc, event), ...parts, lines, worked: workedIn(lines) }
  },
  indexes: [{ fields: ['owner', 'profileId', 'year', 'month'] }],
}

/** The month as recorded; null when nothing ever was. */
export async function monthOf(
  readModels: ReadModels,
  owner: string,
  profileId: string,
  year: number,
  month: number,
): Promise<MonthDoc | null> {
  const doc = await (await readModels.of(timesheetMonths)).get(timesheetId(profileId, year, month))
  return doc?.owner === owner ? doc : null
}

/**
 * Days of a month as the dashboard and the timesheet tell them.
 *
 * @param today decides which days should be filled by now
 */
export async function monthSummary(
  readModels: ReadModels,
  owner: string,
  profileId: string,
  year: number,
  month: number,
  today: Day,
): Promise<MonthSummary> {
  const [doc, profile, contracts] = await Promise.all([
    monthOf(readModels, owner, profileId, year, month),
    professionalInfoOf(readModels, owner, profileId),
    projectsOf(readModels, owner, profileId),
  ])
  const billable = new Set(contracts.filter(({ terms }) => terms !== null).map(({ _id }) => _id))
  const spans = contracts.map(({ archived, terms, creationDate }) => ({
    archived,
    startDate: terms?.startDate ?? '',
    endDate: terms?.endDate ?? '',
    madeOn: dayIn(creationDate, 'Europe/Paris'),
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

/** Days worked on each contract of a profile since ever. @unit ten-thousandths of a day */
export async function daysByProject(
  readModels: ReadModels,
  owner: string,
  profileId: string,
): Promise<ReadonlyMap<string, number>> {
  const months = (await (await readModels.of(timesheetMonths)).find({ filter: { where: { owner, profileId } } })).items
  const sums = new Map<string, number>()
  for (const { worked } of months)
    for (const { projectId, quantity } of worked) sums.set(projectId, (sums.get(projectId) ?? 0) + quantity)
  return sums
}
