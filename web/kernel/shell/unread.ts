import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationRoutes } from '#contract/planning/notifications.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { useToasts } from '#web/kernel/data/toasts.ts'
import { useSettled } from '#web/kernel/data/settled.tsx'

/** The collections whose events a user is told of. */
export const TOLD = [
  'calendarEvent',
  'charge',
  'scheduledTransaction',
  'bill',
  'quote',
  'job',
  'supportRequest',
  'effect',
  'notificationMarks',
] as const

/**
 * Number of unread ones. An administrator also gets those of others' work, which no stream sends:
 * read each minute.
 */
const unreadQuery = () => ({
  queryKey: ['notifications', 'unread', ...TOLD] as const,
  queryFn: () => call(notificationRoutes.unread),
  refetchInterval: 60_000,
  meta: { refusal: 'silent' as const },
})

/** Count of the bell: unread notifications and failures. The browser shows new ones. */
export function useUnread(): number {
  const unread = useQuery({ ...unreadQuery(), enabled: useSettled() }).data?.unread ?? 0
  useEffect(() => {
    if (unread > 0 && 'Notification' in globalThis && Notification.permission === 'granted')
      // The bell goes on counting where the browser cannot tell.
      void import('./browser-notices.ts')
        .then(({ tellByBrowser }) => tellByBrowser())
        .catch(() => undefined)
  }, [unread])
  return unread + useToasts().unread
}
