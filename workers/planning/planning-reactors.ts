import type { CalendarEventCommands } from '#commands/planning/calendar-events.ts'
import { type EventReminder, eventReminders } from '#projections/planning/event-reminders.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Many events begin at the same hour. */
const AT_ONCE = 8

/** Tells users of their next events, each once, also when no process ran at that minute. */
export const remindOfEvents = (commands: CalendarEventCommands): Reactor<EventReminder> => ({
  projection: eventReminders,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: ({ _id }, meta) => commands.remind(_id, meta),
})
