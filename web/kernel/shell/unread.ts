import { useQuery } from '@tanstack/react-query'
import { useToasts } from '#web/kernel/ui/toasts.ts'
import { unreadQuery } from './notifications.queries.ts'

/** What the bell counts: notifications and failures that the user has not read. */
export const useUnread = (): number => (useQuery(unreadQuery()).data?.unread ?? 0) + useToasts().unread
