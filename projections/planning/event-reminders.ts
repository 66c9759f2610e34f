import {
  type CalendarEventEvent,
  type LiveCalendarEvent,
  remindsAt,
} from '#domain/planning/calendar-event.ts'
import type { Fact } from '../kernel/projection.ts'
import { defineTodoList, NOT_DUE, type Todo } from '../kernel/todo-list.ts'
import { eventAfter, restoredEvent } from './calendar-events.ts'

/** An event, and the instant at which its user is told of it next. */
export type EventReminder = Todo & { readonly event: LiveCalendarEvent }

type Asked = { readonly event: LiveCalendarEvent; readonly dueAt: number }

function reminding<T extends CalendarEventEvent['type']>(
  row: EventReminder | null,
  { type, data }: Fact<Extract<CalendarEventEvent, { readonly type: T }>>,
): Asked | null {
  // A fact has the type and the data of one event of the union.
  const event = eventAfter(row?.event, { type, data } as CalendarEventEvent)
  return event === null ? null : { event, dueAt: remindsAt(event) ?? NOT_DUE }
}

export const eventReminders = defineTodoList<CalendarEventEvent, EventReminder>({
  name: 'event-reminders',
  version: 1,
  on: {
    CalendarEventAdded: reminding,
    CalendarEventChanged: reminding,
    CalendarEventOccurrenceChanged: reminding,
    CalendarEventFollowingChanged: reminding,
    CalendarEventOccurrenceRemoved: reminding,
    CalendarEventFollowingRemoved: reminding,
    CalendarEventDismissed: reminding,
    CalendarEventRemoved: () => null,
    CalendarEventRestored: (row, fact) => {
      const before = row?.event ?? restoredEvent(fact)
      // only its event is read
      return before === undefined ? null : reminding({ event: before } as EventReminder, fact)
    },
    CalendarEventImported: reminding,
    CalendarEventReminded: reminding,
    CalendarEventRemindersPassed: reminding,
    CalendarEventSnoozed: reminding,
  },
})
