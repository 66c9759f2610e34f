import { activityRoutes, notificationRoutes } from '#contract/notifications.routes.ts'
import { call } from '#web/kernel/data/client.ts'
import type { Language } from '#web/kernel/words/languages.ts'

/** The collections whose events a user is told of. The server writes the sentences, so keys name the language. */
const TOLD = [
  'calendarEvent',
  'charge',
  'scheduledTransaction',
  'bill',
  'job',
  'supportRequest',
  'effect',
  'notificationMarks',
] as const

export const notificationsQuery = (language: Language) => ({
  queryKey: ['notifications', 'all', ...TOLD, language] as const,
  queryFn: () => call(notificationRoutes.all),
})

/** What waits for the user; the collections of the key are those that it is read from. */
export const remindersQuery = () => ({
  queryKey: ['notifications', 'reminders', ...TOLD, 'board', 'offer', 'project'] as const,
  queryFn: () => call(notificationRoutes.reminders),
})

export const settingsQuery = () => ({
  queryKey: ['notifications', 'settings', 'notificationMarks'] as const,
  queryFn: () => call(notificationRoutes.settings),
})

/** How many are not read. An administrator is told of the work of others, which no stream tells: asked each minute. */
export const unreadQuery = () => ({
  queryKey: ['notifications', 'unread', ...TOLD] as const,
  queryFn: () => call(notificationRoutes.unread),
  refetchInterval: 60_000,
  meta: { failure: 'silent' as const },
})

export const activityQuery = (language: Language) => ({
  queryKey: ['notifications', 'activity', language] as const,
  queryFn: () => call(activityRoutes.since),
  staleTime: 0,
})
