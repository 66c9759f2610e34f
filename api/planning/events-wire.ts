import type {
  EventDraft,
  EventOccurrence,
  EventPatch,
} from '#contract/planning/planning.contract.ts'
import { dayOfEpoch, dayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import { type Recurrence, ruleText } from '#domain/planning/recurrence.ts'
import {
  type Changes,
  type EventFacts,
  isRecurring,
  type Occurrence,
  spanOf,
  timingOf,
} from '#domain/planning/series.ts'
import { presentZoneName } from '#domain/planning/zone-names.values.ts'
import type { CalendarEventDoc } from '#projections/planning/calendar-events.ts'
import { auditFields } from '../kernel/audit-fields.ts'

/** `1;3;5` as numbers, in order and once each. */
const listed = (text: string): readonly number[] =>
  [
    ...new Set(
      text
        .split(';')
        .filter((one) => one !== '')
        .map(Number),
    ),
  ].sort((a, b) => a - b)

type Rule = Pick<
  EventPatch,
  'recurring' | 'frequency' | 'interval' | 'days' | 'months' | 'schedulerEndDate'
>
const DAILY: Recurrence = { frequency: 'daily', interval: 1, weekdays: [], months: [], until: '' }

/** @param before the rule until now: what the wire does not name stays */
function recurrenceOf(rule: Rule, before: Recurrence | null): Recurrence | null {
  if (!(rule.recurring ?? before !== null)) return null
  const weekdays = rule.days === undefined ? (before?.weekdays ?? []) : listed(rule.days)
  const usual = weekdays.length > 0 ? 'weekly' : 'daily'
  const previous = before ?? { ...DAILY, frequency: usual }
  return {
    frequency: rule.frequency || previous.frequency,
    interval: rule.interval ?? previous.interval,
    weekdays,
    months: rule.months === undefined ? previous.months : listed(rule.months),
    until: rule.schedulerEndDate === undefined ? previous.until : dayOrNone(rule.schedulerEndDate),
  }
}

/** @param timeZone the user's */
export function eventFacts(draft: EventDraft, timeZone: string): EventFacts {
  const timing = timingOf(draft.start, draft.end, draft.timeZone ?? presentZoneName(timeZone))
  const begins = draft.schedulerStartDate ?? 0
  const recurrence = recurrenceOf(draft, null)
  return {
    title: draft.title,
    description: draft.description ?? '',
    timing: recurrence !== null && begins !== 0 ? { ...timing, day: dayOfEpoch(begins) } : timing,
    recurrence,
    reminder: draft.reminder ?? 0,
    color: draft.color ?? 2,
  }
}

/** @param one the occurrence that is changed, as it is now */
export function eventChanges(patch: EventPatch, one: Occurrence, timeZone: string): Changes {
  const { title, description, reminder, color } = patch
  const own = one.facts.timing
  const zone = patch.timeZone || (own.allDay ? timeZone : own.timeZone)
  const start = patch.start ?? one.start
  const end = patch.end ?? start + (one.end - one.start)
  const isMoved = start !== one.start || end !== one.end || (!own.allDay && zone !== own.timeZone)
  const before = one.part.facts.recurrence
  const recurrence = recurrenceOf(patch, before)
  const namesRule = [
    patch.recurring,
    patch.frequency,
    patch.interval,
    patch.days,
    patch.months,
    patch.schedulerEndDate,
  ].some((value) => value !== undefined)
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(reminder !== undefined && { reminder }),
    ...(color !== undefined && { color }),
    ...(isMoved && { timing: timingOf(start, end, zone) }),
    ...(namesRule && { recurrence }),
  }
}

export function occurrenceToWire(
  doc: CalendarEventDoc,
  one: Occurrence,
  now: number,
): EventOccurrence {
  const { _id, event } = doc
  const { facts, part, start, end } = one
  const { recurrence, timing } = part.facts
  const recurring = isRecurring(event.series)
  return {
    ...auditFields(doc),
    seriesId: recurring ? _id : '',
    title: facts.title,
    description: facts.description,
    start,
    end,
    allDay: facts.timing.allDay,
    timeZone: facts.timing.allDay ? '' : facts.timing.timeZone,
    recurring,
    frequency: recurrence?.frequency ?? '',
    interval: recurrence?.interval ?? 1,
    rule: recurrence === null ? '' : ruleText(recurrence, timing.day),
    days: recurrence?.weekdays.join(';') ?? '',
    months: recurrence?.months.join(';') ?? '',
    schedulerStartDate: recurring ? epochOfDay(timing.day) : 0,
    schedulerEndDate: epochOrZero(recurrence?.until ?? ''),
    dismissed: event.series.dismissed.map((hidden) => ({
      id: _id,
      start: hidden.start,
      end: hidden.end,
    })),
    reminder: facts.reminder,
    color: facts.color,
    outdated: spanOf(facts.timing).end <= now,
  }
}
