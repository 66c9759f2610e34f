import {
  calendarEventDecider,
  type CalendarEvent,
  type CalendarEventEvent,
  type LiveCalendarEvent,
} from '#domain/planning/calendar-event.ts'
import { endOf, firstOccurrence } from '#domain/planning/series.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { defineProjection, type Fact } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'
import { NOT_DUE } from '../kernel/todo-list.ts'

/** An event as its facts made it, and the period within which its occurrences lie. */
export type CalendarEventDoc = Doc &
  Stamp & {
    readonly event: LiveCalendarEvent
    /** @unit epoch milliseconds, a day wider than the occurrences */
    readonly from: number
    /** The last instant of 9999 for a series without an end. */
    readonly to: number
  }

/** The event after a fact; null once it is removed. */
export function eventAfter(
  before: CalendarEvent | undefined,
  fact: CalendarEventEvent,
): LiveCalendarEvent | null {
  const after = calendarEventDecider.evolve(before ?? calendarEventDecider.initial, fact)
  return after.status === 'live' ? after : null
}

function folded<T extends CalendarEventEvent['type']>(
  doc: CalendarEventDoc | null,
  fact: Fact<Extract<CalendarEventEvent, { readonly type: T }>>,
  key: string,
): CalendarEventDoc | null {
  // A fact has the type and the data of one event of the union.
  const event = eventAfter(doc?.event, { type: fact.type, data: fact.data } as CalendarEventEvent)
  if (event === null) return null
  const end = endOf(event.series)
  return {
    _id: key,
    owner: fact.meta.owner,
    ...fact.stamp,
    event,
    from: (firstOccurrence(event.series)?.start ?? 0) - DAY_MS,
    to: end === null ? NOT_DUE : end + DAY_MS,
  }
}

/**
 * A removed event that comes back is what its restoring tells. Reminders before that instant are
 * told already.
 */
export const restoredEvent = (
  fact: Fact<Extract<CalendarEventEvent, { readonly type: 'CalendarEventRestored' }>>,
): CalendarEvent | undefined => {
  const [part] = fact.data.series.parts
  if (part === undefined) return undefined
  return {
    status: 'removed',
    added: part.facts,
    series: fact.data.series,
    remindedUntil: fact.meta.occurredAt,
    snoozed: null,
  }
}

export const calendarEvents = defineProjection<CalendarEventEvent, CalendarEventDoc>({
  name: 'calendar-events',
  version: 1,
  on: {
    CalendarEventAdded: folded,
    CalendarEventChanged: folded,
    CalendarEventOccurrenceChanged: folded,
    CalendarEventFollowingChanged: folded,
    CalendarEventOccurrenceRemoved: folded,
    CalendarEventFollowingRemoved: folded,
    CalendarEventDismissed: folded,
    CalendarEventRemoved: () => null,
    CalendarEventRestored: (doc, fact, key) => {
      const before = doc?.event ?? restoredEvent(fact)
      return before === undefined ? null : folded({ event: before } as CalendarEventDoc, fact, key)
    },
    CalendarEventImported: folded,
    CalendarEventReminded: folded,
    CalendarEventRemindersPassed: folded,
    CalendarEventSnoozed: folded,
  },
  indexes: [{ fields: ['owner', 'to'] }],
})

/** A user's events with occurrences in a period. @unit epoch milliseconds */
export const eventsBetween = async (
  model: ReadModel<CalendarEventDoc>,
  owner: string,
  from: number,
  to: number,
): Promise<readonly CalendarEventDoc[]> =>
  (await model.find({ filter: { where: { owner, to: { $gte: from }, from: { $lte: to } } } })).items
