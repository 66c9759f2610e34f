import type { CalendarEventCommands } from '#commands/planning/calendar-events.ts'
import type {
  NotificationDigestCommands,
  WriteDigest,
} from '#commands/planning/notification-digests.ts'
import type { NotificationCommands } from '#commands/planning/notifications.ts'
import { type DueDigest, dueDigests } from '#projections/planning/due-digests.ts'
import { type EventReminder, eventReminders } from '#projections/planning/event-reminders.ts'
import { type TrialEnding, trialEndings, trialEndKey } from '#projections/planning/trial-endings.ts'
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

/**
 * Tells users that their free access is about to end. An administrator may have changed it: the
 * user is the row's.
 */
export const tellOfTrialEnds = (
  notifications: Pick<NotificationCommands, 'trialEnds'>,
): Reactor<TrialEnding> => ({
  projection: trialEndings,
  because: 'schedule',
  perform: ({ _id, until }, meta) =>
    notifications.trialEnds({ key: trialEndKey(until), until }, { ...meta, owner: _id }),
})

/** Sends users their mails of reminders, each once. */
export const sendDigests = (
  digests: Pick<NotificationDigestCommands, 'round'>,
  write: WriteDigest,
): Reactor<DueDigest> => ({
  projection: dueDigests,
  because: 'schedule',
  perform: (row, meta) => digests.round(row, write, meta),
})
