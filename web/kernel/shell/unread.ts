import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useToasts } from '#web/kernel/ui/toasts.ts'
import { unreadQuery } from './notifications.queries.ts'

/** What the bell counts: notifications and failures that the user has not read. New ones are told by the browser. */
export function useUnread(): number {
  const unread = useQuery(unreadQuery()).data?.unread ?? 0
  useEffect(() => {
    if (unread > 0 && 'Notification' in globalThis && Notification.permission === 'granted')
      // The bell goes on counting where the browser cannot tell.
      void import('./browser-notices.ts').then(({ tellByBrowser }) => tellByBrowser()).catch(() => undefined)
  }, [unread])
  return unread + useToasts().unread
}
