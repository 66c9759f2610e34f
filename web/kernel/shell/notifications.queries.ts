import { activityRoutes, notificationRoutes } from '#contract/notifications.routes.ts'
import { call } from '#web/kernel/data/client.ts'

/** The collections whose events a user is told of. */
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

export const notificationsQuery = () => ({
  queryKey: ['notifications', 'all', ...TOLD] as const,
  queryFn: () => call(notificationRoutes.all),
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

export const activityQuery = () => ({
  queryKey: ['notifications', 'activity'] as const,
  queryFn: () => call(activityRoutes.since),
  staleTime: 0,
})
