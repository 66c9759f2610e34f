import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, type FieldRefusal, unreachable } from '#domain/kernel/errors.ts'
import { fromQuantity, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { addDays, type Day, daysBetween, epochOfDay, isDay } from '#domain/kernel/time.ts'
import {
  dayQuartersOf,
  MOST_QUARTERS,
  QUARTERS_OF_HOUR,
  type TimeUnit,
} from '#domain/projects/time-unit.values.ts'
import {
  type ApprovalCommand,
  type ApprovalData,
  approvalAfter,
  type Approvals,
  decideApproval,
  type WorkedDay,
} from './approval.ts'
import { daysOfHours, type HoursWorked } from './worked-time.ts'

type ActivityKind = 'work' | 'holiday' | 'sick' | 'training' | 'other'

/**
 * A line of the grid: the contract worked on, or the reason for an absence (`projectId` is then
 * empty).
 */
type TimesheetLine = { readonly kind: ActivityKind; readonly projectId: string }
/** One line on one day. */
export type Activity = TimesheetLine & WorkedDay
/**
 * An activity as it is entered: in days, or in hours, which its contract converts. `quantity` has
 * no meaning beside hours.
 */
export type Entry = TimesheetLine & {
  readonly day: Day
  readonly quantity: number
  readonly hours?: Pick<HoursWorked, 'quarters'>
}
/** Unit of a contract's time, and its day. @unit dayQuarters: quarters of an hour */
export type TimeTerms = { readonly unit: TimeUnit; readonly dayQuarters: number }

export const WHOLE_DAY = QUANTITY_SCALE
export const HALF_DAY = QUANTITY_SCALE / 2
export const QUARTER_DAY = QUANTITY_SCALE / 4

/**
 * Days further than this from today are closed to changes. @source specification, section 5: a
 * sliding period of 90 days
 */
export const WINDOW_DAYS = 90

// Commands

export type TimesheetCommand = RecordMonth | ApprovalCommand
export type RecordMonth = {
  type: 'RecordMonth'
  /** First seven characters of the month's days, `2026-11`. */
  month: string
  /** The whole content of the month after this command. */
  activities: readonly Entry[]
  /** Contracts of this profile that accept days, and how each takes them. */
  openProjects: ReadonlyMap<string, TimeTerms>
  /** `any` for imported and sample data, which cover a past that no user enters by hand. */
  window: 'sliding' | 'any'
}

// Events. Stored for good: add fields, never rename or remove.

export type TimesheetEvent =
  | { type: 'TimesheetDaysRecorded'; data: TimesheetLine & { readonly days: readonly WorkedDay[] } }
  | { type: 'TimesheetDaysCleared'; data: TimesheetLine & { readonly days: readonly Day[] } }
  | { type: 'TimesheetSent'; data: ApprovalData['TimesheetSent'] }
  | { type: 'TimesheetSeen'; data: ApprovalData['TimesheetSeen'] }
  | { type: 'TimesheetApproved'; data: ApprovalData['TimesheetApproved'] }
  | { type: 'TimesheetNoted'; data: ApprovalData['TimesheetNoted'] }
  | { type: 'TimesheetCommented'; data: ApprovalData['TimesheetCommented'] }
  | { type: 'TimesheetReopened'; data: ApprovalData['TimesheetReopened'] }
  | { type: 'TimesheetWithdrawn'; data: ApprovalData['TimesheetWithdrawn'] }
type DaysEvent = Extract<TimesheetEvent, { type: 'TimesheetDaysRecorded' | 'TimesheetDaysCleared' }>

/**
 * Why a person did not work. All absences are encrypted, so that encryption does not tell a sick
 * day from a holiday.
 */
const absencesPersonal = personal<DaysEvent>(
  ofOwner,
  { TimesheetDaysRecorded: { kind: 'other' }, TimesheetDaysCleared: { kind: 'other' } },
  ({ kind }) => kind !== 'work',
)
const SAID = { name: '', comment: '' }
/** Recipients of a month, and their answers. */
const answersPersonal = personal<Exclude<TimesheetEvent, DaysEvent>>(ofOwner, {
  TimesheetSent: { recipients: [] },
  TimesheetApproved: SAID,
  TimesheetNoted: SAID,
  TimesheetCommented: SAID,
  TimesheetReopened: { reason: '' },
})
export const timesheetPersonal = [...absencesPersonal, ...answersPersonal]

/** Activities by their id, made of line and day; what clients said, by contract. */
export type Timesheet = {
  readonly activities: Readonly<Record<string, Activity>>
  readonly approvals: Approvals
}

const timesheetRefusal = catalogue({
  TIMESHEET_DUPLICATE_ACTIVITY: 'invalid',
  /** Refuses a line that appears twice. */
  TIMESHEET_EXISTING_ACTIVITY: 'invalid',
  TIMESHEET_OUTSIDE_90_DAYS: 'invalid',
  TIMESHEET_DAY_OUTSIDE_MONTH: 'invalid',
  TIMESHEET_PROJECT_REQUIRED: 'invalid',
  TIMESHEET_PROJECT_NOT_ALLOWED: 'invalid',
  TIMESHEET_PROJECT_UNKNOWN: 'invalid',
  /** Steps of days. */
  TIMESHEET_BY_QUARTERS: 'invalid',
  /** Refuses days where the contract takes hours, and hours where it takes days. */
  TIMESHEET_BY_HOURS: 'invalid',
  TIMESHEET_BY_DAYS: 'invalid',
  TIMESHEET_MORE_THAN_24_HOURS: 'invalid',
  /** The client has approved these days: they are reopened first. */
  TIMESHEET_APPROVED: 'conflict',
})

/** One stream a profile and month. */
export const timesheetId = (profileId: string, year: number, month: number): string =>
  `${profileId}.${monthText(year, month)}`
export const monthText = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}`
/** @returns null when the id is not a timesheet's */
export function partsOfTimesheetId(
  id: string,
): { readonly profileId: string; readonly year: number; readonly month: number } | null {
  const match = /^([^.]+)\.(\d{4})-(\d{2})$/.exec(id)
  return match === null
    ? null
    : { profileId: match[1] ?? '', year: Number(match[2]), month: Number(match[3]) }
}

const lineKey = ({ kind, projectId }: TimesheetLine): string => (kind === 'work' ? projectId : kind)
/** The same line on the same day is the same activity. */
const activityId = (activity: TimesheetLine & { readonly day: Day }): string =>
  `${activity.day}.${lineKey(activity)}`

/** By day, then by line: the order in which a month is shown. */
const byDay = (a: Activity, b: Activity): number => (activityId(a) < activityId(b) ? -1 : 1)

/** Whether an entry repeats a stored activity: of hours, those that were entered. */
const isSame = (before: Activity | undefined, { quantity, hours }: Entry): boolean =>
  before !== undefined &&
  (hours === undefined
    ? before.hours === undefined && before.quantity === quantity
    : before.hours?.quarters === hours.quarters)

/** An absence has no contract that says its unit. */
const ABSENCE: TimeTerms = { unit: 'quarterDay', dayQuarters: dayQuartersOf(0) }
/** Unit of a line's time; undefined for a contract that accepts none. */
const termsOf = (
  { kind, projectId }: TimesheetLine,
  openProjects: RecordMonth['openProjects'],
): TimeTerms | undefined => (kind === 'work' ? openProjects.get(projectId) : ABSENCE)

/** The fault of an entry's time, by the unit of its line; null when it fits. */
function faultOfTime(
  { quantity, hours }: Entry,
  { unit }: TimeTerms,
): { readonly field: '.quantity' | '.hours'; readonly code: TimeCode } | null {
  if (unit === 'hour') {
    const quarters = hours?.quarters ?? 0
    const isTime = Number.isInteger(quarters) && quarters > 0 && quarters <= MOST_QUARTERS
    return isTime ? null : { field: '.hours', code: 'TIMESHEET_BY_HOURS' }
  }
  if (hours !== undefined) return { field: '.hours', code: 'TIMESHEET_BY_DAYS' }
  // Halves are what the grid of such a contract offers; days are taken by quarters everywhere.
  const isStep = quantity > 0 && quantity <= WHOLE_DAY && quantity % QUARTER_DAY === 0
  return isStep ? null : { field: '.quantity', code: 'TIMESHEET_BY_QUARTERS' }
}
type TimeCode = 'TIMESHEET_BY_QUARTERS' | 'TIMESHEET_BY_HOURS' | 'TIMESHEET_BY_DAYS'

/** An entry as it is stored: its hours are days of its contract too. */
const activityOf = ({ kind, projectId, day, quantity, hours }: Entry, of: TimeTerms): Activity => {
  const line = { kind, projectId, day }
  if (hours === undefined) return { ...line, quantity }
  const worked = { quarters: hours.quarters, dayQuarters: of.dayQuarters }
  return { ...line, quantity: daysOfHours(worked), hours: worked }
}

const FAULTS_TOLD = 20

function checkShape({ month, activities }: RecordMonth): void {
  const faults: FieldRefusal[] = []
  const seen = new Map<string, number>()
  activities.forEach((activity, index) => {
    const { day, kind, projectId } = activity
    const fault = (field: string, code: string, details: Readonly<Record<string, unknown>> = {}) =>
      faults.push({ path: `activities.${index}${field}`, code, details })
    if (!isDay(day) || day.slice(0, 7) !== month)
      fault('.day', 'TIMESHEET_DAY_OUTSIDE_MONTH', { month })
    if (kind === 'work' && projectId === '') fault('.projectId', 'TIMESHEET_PROJECT_REQUIRED')
    if (kind !== 'work' && projectId !== '')
      fault('.projectId', 'TIMESHEET_PROJECT_NOT_ALLOWED', { kind })
    const id = activityId(activity)
    const line = seen.get(id)
    if (line === undefined) seen.set(id, index)
    else
      faults.push(
        { path: `activities.${index}`, code: 'TIMESHEET_DUPLICATE_ACTIVITY', details: { day } },
        { path: `activities.${line}`, code: 'TIMESHEET_EXISTING_ACTIVITY', details: { day } },
      )
  })
  throwFirst(faults)
}

function throwFirst(faults: readonly FieldRefusal[]): void {
  const [first] = faults
  if (first !== undefined)
    throw timesheetRefusal(
      first.code as Parameters<typeof timesheetRefusal>[0],
      first.details,
      faults.slice(0, FAULTS_TOLD),
    ) // the codes are from this catalogue
}

function checkChanges(
  command: RecordMonth,
  approvals: Approvals,
  set: readonly Entry[],
  cleared: readonly Activity[],
  today: Day,
): void {
  const at = new Map(command.activities.map((activity, index) => [activityId(activity), index]))
  const path = (activity: Entry) => {
    const index = at.get(activityId(activity))
    return index === undefined ? 'activities' : `activities.${index}`
  }
  const from = addDays(today, -WINDOW_DAYS)
  const to = addDays(today, WINDOW_DAYS)
  const changed = [...set, ...cleared]
  const approved = changed.filter(
    ({ kind, projectId }) => kind === 'work' && approvals[projectId]?.status === 'approved',
  )
  const unknown = set.filter(
    ({ kind, projectId }) => kind === 'work' && !command.openProjects.has(projectId),
  )
  const outside =
    command.window === 'any'
      ? []
      : changed.filter(({ day }) => Math.abs(daysBetween(today, day)) > WINDOW_DAYS)
  throwFirst([
    ...approved.map((activity) => ({
      path: path(activity),
      code: 'TIMESHEET_APPROVED',
      details: { month: command.month, name: approvals[activity.projectId]?.name ?? '' },
    })),
    ...unknown.map((activity) => ({
      path: `${path(activity)}.projectId`,
      code: 'TIMESHEET_PROJECT_UNKNOWN',
    })),
    ...outside.map((activity) => ({
      path: path(activity),
      code: 'TIMESHEET_OUTSIDE_90_DAYS',
      details: { day: activity.day, from, to },
    })),
    ...set.flatMap((entry) => {
      const terms = termsOf(entry, command.openProjects)
      const fault = terms && faultOfTime(entry, terms)
      return fault ? { path: `${path(entry)}${fault.field}`, code: fault.code } : []
    }),
    ...tooLong(command.activities, set).map((entry) => ({
      path: `${path(entry)}.hours`,
      code: 'TIMESHEET_MORE_THAN_24_HOURS',
      details: { day: entry.day },
    })),
  ])
}

/** Changed entries of dates whose hours come to more than a date has. */
function tooLong(all: readonly Entry[], set: readonly Entry[]): readonly Entry[] {
  const quarters = new Map<Day, number>()
  for (const { day, hours } of all)
    quarters.set(day, (quarters.get(day) ?? 0) + (hours?.quarters ?? 0))
  return set.filter(
    ({ day, hours }) =>
      hours !== undefined &&
      // More than that in one entry is its own fault.
      hours.quarters <= MOST_QUARTERS &&
      (quarters.get(day) ?? 0) > MOST_QUARTERS,
  )
}

/**
 * One event per line and kind of change. The history then reads as days of a contract set or
 * cleared.
 */
function eventsOf(
  set: readonly Activity[],
  cleared: readonly Activity[],
): readonly TimesheetEvent[] {
  const grouped = (activities: readonly Activity[]) => [
    ...Map.groupBy([...activities].sort(byDay), lineKey).values(),
  ]
  const lineOf = ([first]: readonly Activity[]): TimesheetLine => ({
    kind: first?.kind ?? 'other',
    projectId: first?.projectId ?? '',
  }) // a group is never empty
  return [
    ...grouped(cleared).map(
      (group): TimesheetEvent => ({
        type: 'TimesheetDaysCleared',
        data: { ...lineOf(group), days: group.map(({ day }) => day) },
      }),
    ),
    ...grouped(set).map(
      (group): TimesheetEvent => ({
        type: 'TimesheetDaysRecorded',
        data: { ...lineOf(group), days: group.map(workedDay) },
      }),
    ),
  ]
}

const workedDay = ({ day, quantity, hours }: WorkedDay): WorkedDay => ({
  day,
  quantity,
  ...(hours && { hours }),
})

/**
 * A profile's month. More than a day on one date, week-ends and public holidays are accepted: the
 * summary warns, nothing is blocked. Unchanged activities are not checked, so that an old month
 * with an archived contract can still be saved.
 */
export const timesheetDecider: Decider<TimesheetCommand, TimesheetEvent, Timesheet> = {
  category: 'timesheet',
  initial: { activities: {}, approvals: {} },

  decide(command, state, { today, now }) {
    const { activities: before, approvals } = state
    if (command.type !== 'RecordMonth')
      return decideApproval(
        command,
        approvals,
        workedOn(Object.values(before), command.projectId),
        now,
      )
    checkShape(command)
    const after = new Map(command.activities.map((entry) => [activityId(entry), entry]))
    const set = [...after].flatMap(([id, entry]) => (isSame(before[id], entry) ? [] : [entry]))
    const cleared = Object.entries(before).flatMap(([id, activity]) =>
      after.has(id) ? [] : [activity],
    )
    checkChanges(command, approvals, set, cleared, today)
    return eventsOf(
      set.map((entry) => activityOf(entry, termsOf(entry, command.openProjects) ?? ABSENCE)),
      cleared,
    )
  },

  evolve(state, event) {
    if (event.type === 'TimesheetDaysRecorded' || event.type === 'TimesheetDaysCleared')
      return { ...state, activities: withDays(state.activities, event) }
    const { projectId } = event.data
    const { approvals } = state
    return {
      ...state,
      approvals: { ...approvals, [projectId]: approvalAfter(approvals[projectId], event) },
    }
  },
}

/** The days worked on a contract, in their order. */
export const workedOn = (
  activities: readonly Activity[],
  projectId: string,
): readonly WorkedDay[] =>
  activities
    .filter((activity) => activity.kind === 'work' && activity.projectId === projectId)
    .map(workedDay)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))

/** The activities after an event. */
function withDays(
  activities: Readonly<Record<string, Activity>>,
  event: DaysEvent,
): Readonly<Record<string, Activity>> {
  const { kind, projectId } = event.data
  switch (event.type) {
    case 'TimesheetDaysRecorded':
      return {
        ...activities,
        ...Object.fromEntries(
          event.data.days.map((worked) => [
            activityId({ kind, projectId, day: worked.day }),
            { kind, projectId, ...worked },
          ]),
        ),
      }
    case 'TimesheetDaysCleared': {
      const gone = new Set(event.data.days.map((day) => activityId({ kind, projectId, day })))
      return Object.fromEntries(Object.entries(activities).filter(([id]) => !gone.has(id)))
    }
    default:
      return unreachable(event)
  }
}

/** A month's activities in the wire's words, in order. */
export const activitiesView = (activities: readonly Activity[]) =>
  [...activities].sort(byDay).map((activity) => ({
    id: activityId(activity),
    projectId: activity.projectId || (0 as const),
    kind: activity.kind,
    day: epochOfDay(activity.day),
    quantity: fromQuantity(activity.quantity),
    ...(activity.hours && {
      hours: activity.hours.quarters / QUARTERS_OF_HOUR,
      hoursPerDay: activity.hours.dayQuarters / QUARTERS_OF_HOUR,
    }),
  }))

export const timesheetEntity: Entity<TimesheetCommand, TimesheetEvent, Timesheet> = {
  name: 'timesheet',
  decider: timesheetDecider,
  permission: 'timesheet',
  refers: { 'activities.projectId': 'project', 'approvals.projectId': 'project' },
  shows: {
    approvals: 'rows',
    'approvals.projectId': 'reference',
    'approvals.status': 'choice',
    activities: 'rows',
    'activities.projectId': 'reference',
    'activities.kind': 'choice',
    'activities.day': 'day',
    'activities.quantity': 'decimal',
    'activities.hours': 'decimal',
    'activities.hoursPerDay': 'decimal',
  },
  edits: ['TimesheetDaysRecorded', 'TimesheetDaysCleared'],
  untold: ['approvals.id'],
  title: () => '',
  view: ({ activities, approvals }) => ({
    activities: activitiesView(Object.values(activities)),
    approvals: Object.entries(approvals).map(
      ([projectId, { status, name, comment, reason, recipients }]) => ({
        id: projectId,
        projectId,
        status,
        recipients: recipients.join(', '),
        name,
        comment,
        reason,
      }),
    ),
  }),
}
