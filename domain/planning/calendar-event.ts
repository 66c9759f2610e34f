import { addOnce, differing, same } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { DAY_MS, type DayOrNone, daysBetween, epochOrZero, MINUTE_MS } from '#domain/kernel/time.ts'
import { isTimeZone } from './local-time.ts'
import { nextDay, type Recurrence } from './recurrence.ts'
import type { Scope } from './recurrence.values.ts'
import {
  beginningOn,
  type Bounds,
  type Changes,
  type Dismissed,
  dayOfKey,
  endedBefore,
  type EventFacts,
  firstOccurrence,
  isRecurring,
  type Occurrence,
  occurrenceAt,
  type OccurrenceFacts,
  type OccurrenceKey,
  nextOccurrence,
  type Series,
  seriesOf,
  spanOf,
  type Timing,
  withAllChanged,
  withFollowingChanged,
  withOneChanged,
} from './series.ts'

/** @unit occurrence: its start in epoch milliseconds; absent for the first one */
type Which = { readonly scope: Scope; readonly occurrence?: number | undefined }

export type CalendarEventCommand =
  | { readonly type: 'Add'; readonly facts: EventFacts }
  /** @param begins the first day of the whole series; empty or absent where it stays */
  | ({ readonly type: 'Change'; readonly changes: Changes; readonly begins?: DayOrNone } & Which)
  | ({ readonly type: 'Remove' } & Which)
  /** Takes back what was done since an earlier state. */
  | { readonly type: 'Restore'; readonly series: Series }
  /** @param starts of the occurrences that are hidden */
  | { readonly type: 'Dismiss'; readonly starts: readonly number[] }
  /** Tells the user of what is near. */
  | { readonly type: 'Remind' }
  /** @param until the reminder is told again. @unit epoch milliseconds */
  | { readonly type: 'Snooze'; readonly start: number; readonly until: number }

/** A reminder of one occurrence. @unit epoch milliseconds */
type Reminder = { readonly key: OccurrenceKey; readonly start: number; readonly end: number }

export type CalendarEventEvent =
  | { readonly type: 'CalendarEventAdded'; readonly data: { readonly facts: EventFacts } }
  /** All occurrences; `days` by which they are moved. */
  | {
      readonly type: 'CalendarEventChanged'
      readonly data: { readonly changes: Changes; readonly days: number } & Bounds
    }
  | {
      readonly type: 'CalendarEventOccurrenceChanged'
      readonly data: { readonly key: OccurrenceKey; readonly facts: OccurrenceFacts }
    }
  /** This occurrence and all later ones. */
  | {
      readonly type: 'CalendarEventFollowingChanged'
      readonly data: {
        readonly key: OccurrenceKey
        readonly changes: Changes
        readonly regular: Timing
      }
    }
  | {
      readonly type: 'CalendarEventOccurrenceRemoved'
      readonly data: { readonly key: OccurrenceKey }
    }
  | {
      readonly type: 'CalendarEventFollowingRemoved'
      readonly data: { readonly key: OccurrenceKey }
    }
  | {
      readonly type: 'CalendarEventDismissed'
      readonly data: { readonly dismissed: readonly Dismissed[] }
    }
  | { readonly type: 'CalendarEventRemoved'; readonly data: Readonly<Record<never, never>> }
  | { readonly type: 'CalendarEventRestored'; readonly data: { readonly series: Series } }
  /** `until`: reminders up to this instant are told. */
  | {
      readonly type: 'CalendarEventReminded'
      readonly data: Reminder & {
        readonly title: string
        readonly allDay: boolean
        readonly until: number
      }
    }
  /** Reminders up to `until` were of occurrences that are over: the user is not told. */
  | { readonly type: 'CalendarEventRemindersPassed'; readonly data: { readonly until: number } }
  | { readonly type: 'CalendarEventSnoozed'; readonly data: Reminder & { readonly until: number } }

const NO_TITLE = { title: '', description: '' } as const
const NO_SERIES: Series = { parts: [], moved: [], removed: [], dismissed: [] }

/** Plans of a user name other people, and tell places. */
export const calendarEventPersonal = personal<CalendarEventEvent>(ofOwner, {
  CalendarEventAdded: { 'facts.title': NO_TITLE.title, 'facts.description': NO_TITLE.description },
  CalendarEventChanged: {
    'changes.title': NO_TITLE.title,
    'changes.description': NO_TITLE.description,
  },
  CalendarEventOccurrenceChanged: {
    'facts.title': NO_TITLE.title,
    'facts.description': NO_TITLE.description,
  },
  CalendarEventFollowingChanged: {
    'changes.title': NO_TITLE.title,
    'changes.description': NO_TITLE.description,
  },
  CalendarEventRestored: { series: NO_SERIES },
  CalendarEventReminded: { title: NO_TITLE.title },
})

type Live = {
  readonly status: 'live'
  readonly added: EventFacts
  readonly series: Series
  /** Reminders up to this instant are told. @unit epoch milliseconds */
  readonly remindedUntil: number
  readonly snoozed: (Reminder & { readonly until: number }) | null
}
export type LiveCalendarEvent = Live
export type CalendarEvent =
  | { readonly status: 'none' }
  | Live
  | (Omit<Live, 'status'> & { readonly status: 'removed' })

export const calendarRefusal = catalogue({
  EVENT_NOT_VALID: 'invalid',
  EVENT_TITLE_NEEDED: 'invalid',
  EVENT_TIME_NOT_AFTER_START: 'invalid',
  EVENT_DATE_NOT_AFTER_START: 'invalid',
  EVENT_DATE_NOT_VALID: 'invalid',
  EVENT_RECURRENCE_ENDS_BEFORE_START: 'invalid',
  EVENT_OCCURRENCE_UNKNOWN: 'missing',
})

/** The longest event: 366 days. @unit milliseconds */
const LONGEST_MS = 366 * DAY_MS

/** @throws EVENT_NOT_VALID naming each field that is wrong, in the wire's words */
function check({ title, timing, recurrence }: EventFacts): void {
  const wrong: FieldRefusal[] = []
  const refuse = (path: string, code: string) => wrong.push({ path, code })
  if (title.trim() === '') refuse('title', 'EVENT_TITLE_NEEDED')
  if (timing.allDay ? timing.days < 1 : timing.length <= 0)
    refuse(
      'end',
      !timing.allDay && timing.length > -DAY_MS
        ? 'EVENT_TIME_NOT_AFTER_START'
        : 'EVENT_DATE_NOT_AFTER_START',
    )
  else if (lengthOf(timing) > LONGEST_MS) refuse('end', 'EVENT_DATE_NOT_VALID')
  if (!timing.allDay && !isTimeZone(timing.timeZone)) refuse('timeZone', 'EVENT_DATE_NOT_VALID')
  if (recurrence !== null && recurrence.until !== '' && recurrence.until < timing.day)
    refuse('schedulerEndDate', 'EVENT_RECURRENCE_ENDS_BEFORE_START')
  if (wrong.length > 0) throw calendarRefusal('EVENT_NOT_VALID', {}, wrong)
}

/**
 * A series begins on the first day that its rule gives.
 *
 * @throws EVENT_NOT_VALID when it gives none
 */
function aligned<F extends Pick<EventFacts, 'timing' | 'recurrence'>>(facts: F): F {
  const { timing, recurrence } = facts
  if (recurrence === null) return facts
  const day = nextDay(recurrence, timing.day, timing.day)
  if (day === '')
    throw calendarRefusal('EVENT_NOT_VALID', {}, [
      { path: 'schedulerEndDate', code: 'EVENT_RECURRENCE_ENDS_BEFORE_START' },
    ])
  return { ...facts, timing: { ...timing, day } }
}

const lengthOf = (timing: Timing): number => (timing.allDay ? timing.days * DAY_MS : timing.length)

/** @throws EVENT_OCCURRENCE_UNKNOWN */
function chosen(series: Series, start: number | undefined): Occurrence {
  const found = start === undefined ? firstOccurrence(series) : occurrenceAt(series, start)
  if (found === undefined) throw calendarRefusal('EVENT_OCCURRENCE_UNKNOWN', { start: start ?? 0 })
  return found
}

function change(
  { series }: Live,
  {
    scope,
    occurrence,
    changes,
    begins: asks = '',
  }: Omit<Extract<CalendarEventCommand, { type: 'Change' }>, 'type'>,
): readonly CalendarEventEvent[] {
  // An event that does not come back is changed as a whole, wherever the caller believes it to be.
  const one = isRecurring(series) ? chosen(series, occurrence) : chosen(series, undefined)
  const { recurrence, ...facts } = changes
  const own = differing(one.facts, facts)
  if (scope === 'this' && isRecurring(series)) {
    if (Object.keys(own).length === 0) return []
    const after = { ...one.facts, ...own }
    check({ ...after, recurrence: null })
    return [{ type: 'CalendarEventOccurrenceChanged', data: { key: one.key, facts: after } }]
  }
  const regular = one.part.facts
  // The end alone is that of the last of several stretches: their rules stay.
  const until =
    scope === 'all' && series.parts.length > 1
      ? endAlone(regular.recurrence, recurrence)
      : undefined
  const rule =
    recurrence !== undefined && until === undefined && !same(recurrence, regular.recurrence)
      ? { recurrence: recurrence }
      : {}
  const wanted: Changes = { ...own, ...rule }
  const begins = scope === 'all' ? firstDayFrom(series, asks, rule.recurrence) : ''
  const bounds: Bounds = { ...(begins !== '' && { begins }), ...(until !== undefined && { until }) }
  if (Object.keys({ ...wanted, ...bounds }).length === 0) return []
  const after = { ...one.facts, recurrence: regular.recurrence, ...wanted }
  check(after)
  const { timing } = recurrence === undefined ? after : aligned(after)
  const all: Changes = { ...wanted, ...(same(timing, one.facts.timing) ? {} : { timing }) }
  const isFirst = chosen(series, undefined).key === one.key
  if (scope === 'following' && isRecurring(series) && !isFirst)
    return [
      {
        type: 'CalendarEventFollowingChanged',
        data: { key: one.key, changes: all, regular: one.facts.timing },
      },
    ]
  const days = daysBetween(one.facts.timing.day, timing.day)
  return [{ type: 'CalendarEventChanged', data: { changes: all, days, ...bounds } }]
}

/** The end that a rule is given, where that is all that changes; undefined otherwise. */
function endAlone(before: Recurrence | null, after: Changes['recurrence']): DayOrNone | undefined {
  if (!after || before === null || after.until === before.until) return undefined
  return same({ ...after, until: '' }, { ...before, until: '' }) ? after.until : undefined
}

/**
 * The first day of a series that begins on a day; empty where that is its first one already.
 *
 * @param asked a rule that is given at once
 * @throws EVENT_NOT_VALID when it is over by then
 */
function firstDayFrom({ parts }: Series, day: DayOrNone, after: Changes['recurrence']): DayOrNone {
  if (day === '') return ''
  const [first] = after === undefined ? beginningOn(parts, day) : parts
  const recurrence = after ?? first?.facts.recurrence ?? null
  const begins = first === undefined || recurrence === null ? '' : nextDay(recurrence, day, day)
  if (begins === '' || (after === undefined && first?.before && begins >= first.before))
    throw calendarRefusal('EVENT_NOT_VALID', {}, [
      { path: 'schedulerStartDate', code: 'EVENT_RECURRENCE_ENDS_BEFORE_START' },
    ])
  return begins === parts[0]?.facts.timing.day ? '' : begins
}

function remove({ series }: Live, { scope, occurrence }: Which): readonly CalendarEventEvent[] {
  if (scope === 'all' || !isRecurring(series)) return [{ type: 'CalendarEventRemoved', data: {} }]
  const { key } = chosen(series, occurrence)
  const gone: CalendarEventEvent =
    scope === 'this'
      ? { type: 'CalendarEventOccurrenceRemoved', data: { key } }
      : { type: 'CalendarEventFollowingRemoved', data: { key } }
  const after =
    scope === 'this' ? { ...series, removed: [...series.removed, key] } : endedBefore(series, key)
  // Nothing would be left to look at, nor to remove.
  return [firstOccurrence(after) === undefined ? { type: 'CalendarEventRemoved', data: {} } : gone]
}

const reminderAt = ({ start, facts }: Occurrence): number => start - facts.reminder * MINUTE_MS

/** The longest that a reminder comes ahead of its event. */
const reminderAhead = ({ parts, moved }: Series): number =>
  Math.max(0, ...[...parts, ...moved].map(({ facts }) => facts.reminder)) * MINUTE_MS

/** The next occurrence with a reminder that is not told yet. */
function nextReminder({ series, remindedUntil }: Live): Occurrence | undefined {
  let from = remindedUntil
  for (let round = 0; round < 400; round++) {
    const next = nextOccurrence(series, from)
    if (next === undefined) return undefined
    if (next.facts.reminder > 0 && reminderAt(next) > remindedUntil) return next
    from = next.start + 1
  }
  return undefined
}

/** When the user is told next; null when there is nothing to tell. @unit epoch milliseconds */
export function remindsAt(event: Live): number | null {
  const next = reminderAhead(event.series) === 0 ? undefined : nextReminder(event)
  const times = [
    ...(next ? [reminderAt(next)] : []),
    ...(event.snoozed ? [event.snoozed.until] : []),
  ]
  return times.length === 0 ? null : Math.min(...times)
}

function remind(event: Live, now: number): readonly CalendarEventEvent[] {
  const { snoozed, series } = event
  if (snoozed !== null && snoozed.until <= now) {
    const occurrence = occurrenceAt(series, snoozed.start)
    if (occurrence !== undefined && !occurrence.dismissed)
      return [reminded(occurrence, event.remindedUntil)]
    return [{ type: 'CalendarEventRemindersPassed', data: { until: event.remindedUntil } }]
  }
  const next = nextReminder(event)
  if (next === undefined || reminderAt(next) > now) return []
  // After a long pause only what is still ahead, or under way, is told.
  if (next.end <= now) {
    const until = Math.max(reminderAt(next), now - reminderAhead(series) - DAY_MS)
    return [{ type: 'CalendarEventRemindersPassed', data: { until } }]
  }
  return [reminded(next, reminderAt(next))]
}
const reminded = ({ key, start, end, facts }: Occurrence, until: number): CalendarEventEvent => ({
  type: 'CalendarEventReminded',
  data: { key, start, end, title: facts.title, allDay: facts.timing.allDay, until },
})

/** An event of a user's calendar: one, or a series of them. */
export const calendarEventDecider: Decider<
  CalendarEventCommand,
  CalendarEventEvent,
  CalendarEvent
> = {
  category: 'calendarEvent',
  initial: { status: 'none' },
  decide(command, event, { now }) {
    if (command.type === 'Add') {
      check(command.facts)
      const facts = aligned(command.facts)
      return addOnce(event, facts, { type: 'CalendarEventAdded', data: { facts } })
    }
    if (event.status !== 'none' && command.type === 'Restore')
      return event.status === 'live' && same(event.series, command.series)
        ? []
        : [{ type: 'CalendarEventRestored', data: { series: command.series } }]
    if (event.status === 'removed' && command.type === 'Remove') return []
    if (event.status !== 'live') throw refusal('NOT_FOUND')
    const { series } = event
    switch (command.type) {
      case 'Change':
        return change(event, command)
      case 'Remove':
        return remove(event, command)
      case 'Restore':
        return []
      case 'Dismiss': {
        const hidden = command.starts
          .map((start) => chosen(series, start))
          .filter(({ dismissed }) => !dismissed)
        if (hidden.length === 0) return []
        const dismissed = hidden.map(({ key, start, end }) => ({ key, start, end }))
        return [{ type: 'CalendarEventDismissed', data: { dismissed } }]
      }
      case 'Remind':
        return remind(event, now)
      case 'Snooze': {
        const { key, start, end } = chosen(series, command.start)
        return [{ type: 'CalendarEventSnoozed', data: { key, start, end, until: command.until } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve(event, fact) {
    if (fact.type === 'CalendarEventAdded') {
      const { facts } = fact.data
      // A reminder of an event that has begun already is not told.
      const remindedUntil = spanOf(facts.timing).start - facts.reminder * MINUTE_MS - 1
      return { status: 'live', added: facts, series: seriesOf(facts), remindedUntil, snoozed: null }
    }
    if (event.status === 'none') return event
    if (fact.type === 'CalendarEventRestored')
      return { ...event, status: 'live', series: fact.data.series }
    return event.status === 'live' ? evolved(event, fact) : event
  },
}

function evolved(
  event: Live,
  fact: Exclude<CalendarEventEvent, { type: 'CalendarEventAdded' | 'CalendarEventRestored' }>,
): CalendarEvent {
  const { series } = event
  const becomes = (after: Series): Live => ({ ...event, series: after })
  switch (fact.type) {
    case 'CalendarEventChanged':
      return becomes(withAllChanged(series, fact.data.changes, fact.data.days, fact.data))
    case 'CalendarEventOccurrenceChanged':
      return becomes(withOneChanged(series, fact.data.key, fact.data.facts))
    case 'CalendarEventFollowingChanged':
      return becomes(
        withFollowingChanged(series, fact.data.key, fact.data.changes, fact.data.regular),
      )
    case 'CalendarEventOccurrenceRemoved':
      return becomes({ ...series, removed: [...series.removed, fact.data.key] })
    case 'CalendarEventFollowingRemoved':
      return becomes(endedBefore(series, fact.data.key))
    case 'CalendarEventDismissed':
      return becomes({ ...series, dismissed: [...series.dismissed, ...fact.data.dismissed] })
    case 'CalendarEventRemoved':
      return { ...event, status: 'removed' }
    case 'CalendarEventReminded':
      return { ...event, remindedUntil: fact.data.until, snoozed: null }
    case 'CalendarEventRemindersPassed':
      return { ...event, remindedUntil: fact.data.until, snoozed: null }
    case 'CalendarEventSnoozed': {
      const { key, start, end, until } = fact.data
      return { ...event, snoozed: { key, start, end, until } }
    }
    default:
      return unreachable(fact)
  }
}

export const calendarEventEntity: Entity<CalendarEventCommand, CalendarEventEvent, CalendarEvent> =
  {
    name: 'calendarEvent',
    decider: calendarEventDecider,
    permission: 'events',
    shows: {
      start: 'instant',
      end: 'instant',
      day: 'day',
      frequency: 'choice',
      schedulerEndDate: 'day',
      color: 'colour',
      removedOn: 'day',
      movedOn: 'day',
    },
    internal: ['CalendarEventRemindersPassed'],
    title: (view) => firstText(view, 'title'),
    view(event) {
      if (event.status !== 'live') return null
      const part = event.series.parts.at(-1)
      if (part === undefined) return {}
      const { title, description, timing, reminder, color, recurrence } = part.facts
      const { start, end } = spanOf(timing)
      return {
        title,
        description,
        ...(timing.allDay
          ? { day: start, days: timing.days }
          : { start, end, timeZone: timing.timeZone }),
        allDay: timing.allDay,
        recurring: isRecurring(event.series),
        ...(recurrence !== null && {
          frequency: recurrence.frequency,
          interval: recurrence.interval,
          days: recurrence.weekdays.join(';'),
          months: recurrence.months.join(';'),
          schedulerEndDate: epochOrZero(recurrence.until),
        }),
        reminder,
        color,
        ...lastKeys(event.series),
      }
    },
  }

/** Days of the latest exceptions, so that a history tells of them. */
const lastKeys = ({ removed, moved }: Series) => {
  const day = (key: OccurrenceKey | undefined) =>
    key === undefined ? 0 : epochOrZero(dayOfKey(key))
  return { removedOn: day(removed.at(-1)), movedOn: day(moved.at(-1)?.key) }
}
