import type { FeedSchemas, NotificationSchemas } from './notifications.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const notificationRoutes = endpoints<NotificationSchemas>({
  all: {
    method: 'GET',
    path: '/notification/:userId/all',
    summary:
      'The latest facts that the user is told of, without the kinds that are muted, newest first',
    access: 'signed-in',
    csv: true,
  },
  unread: {
    method: 'GET',
    path: '/notification/:userId/unread',
    summary: 'How many of the latest facts are not read',
    access: 'signed-in',
  },
  settings: {
    method: 'GET',
    path: '/notification/:userId/settings',
    summary: 'The kinds that are muted, and how often what is told comes by mail',
    access: 'signed-in',
  },
  reminders: {
    method: 'GET',
    path: '/notification/:userId/reminders',
    summary:
      'What waits for the user: overdue, due today, and due within a week, over all contexts',
    access: 'signed-in',
  },
  snooze: {
    method: 'PUT',
    path: '/notification/:userId/snooze',
    summary: 'Puts a reminder off until an instant; 0 brings it back',
    access: 'signed-in',
    withoutPlan: true,
  },
  read: {
    method: 'PUT',
    path: '/notification/:userId/:id/read',
    summary: 'Marks a notification as read; `all` as its id marks all of them',
    access: 'signed-in',
    withoutPlan: true,
  },
  mute: {
    method: 'PUT',
    path: '/notification/:userId/mute',
    summary: 'Tells of a kind no more, or again',
    access: 'signed-in',
  },
  digest: {
    method: 'PUT',
    path: '/notification/:userId/digest',
    summary: 'Sends reminders and notifications by mail each day or each week, or no more',
    access: 'signed-in',
    withoutPlan: true,
  },
})

export const activityRoutes = endpoints<FeedSchemas>({
  since: {
    method: 'GET',
    path: '/feed/:userId',
    summary:
      'Facts of the user’s records since an instant, newest first; since the visit before this one without it',
    access: 'signed-in',
  },
})
