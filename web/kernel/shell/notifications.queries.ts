import { activityRoutes, notificationRoutes } from '#contract/planning/notifications.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { TOLD } from './unread.ts'

/** The server writes the sentences, so that keys name the language. */
export const notificationsQuery = (language: Language) => ({
  queryKey: ['notifications', 'all', ...TOLD, language] as const,
  queryFn: () => call(notificationRoutes.all),
})

const WAITING = [...TOLD, 'board', 'offer', 'project', 'vatDeclarations', 'subscription'] as const
/** Waiting work of the user; the collections of the key are those that it is read from. */
export const remindersQuery = (language: Language) => ({
  queryKey: ['notifications', 'reminders', ...WAITING, language] as const,
  queryFn: () => call(notificationRoutes.reminders),
})

export const settingsQuery = () => ({
  queryKey: ['notifications', 'settings', 'notificationMarks', 'notificationDigest'] as const,
  queryFn: () => call(notificationRoutes.settings),
})

export const activityQuery = (language: Language) => ({
  queryKey: ['notifications', 'activity', language] as const,
  queryFn: () => call(activityRoutes.since),
  staleTime: 0,
})
