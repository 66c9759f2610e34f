import type { CalendarSchemas, EventSchemas, FeedSchemas } from './planning.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const eventRoutes = endpoints<EventSchemas>({
  list: {
    method: 'GET',
    path: '/event/:userId/dates/:startDate/:endDate',
    summary:
      'Occurrences of events that touch a period; days are YYYY-MM-DD or epoch milliseconds, the last not included ' +
      'unless it is the first too. Of a longer period, eleven years from the first event on',
    access: { permission: 'perm_events_menu' },
    csv: 'calendarEvent',
  },
  one: {
    method: 'GET',
    path: '/event/:userId/:id',
    summary: 'An event’s next occurrence; its first when none is to come',
    access: { permission: 'perm_events_menu' },
  },
  add: {
    method: 'POST',
    path: '/event/:userId',
    summary: 'Adds an event, or a series of them',
    access: { permission: 'perm_events_add' },
  },
  import: {
    method: 'POST',
    path: '/event/:userId/import',
    summary:
      'Adds events of another calendar program; those that are here already stay as they are',
    access: { permission: 'perm_events_add' },
    maxBody: 2_000_000,
  },
  change: {
    method: 'PUT',
    path: '/event/:userId',
    summary: 'Changes an occurrence, it and the following, or all of them',
    access: { permission: 'perm_events_update' },
  },
  dismiss: {
    method: 'PUT',
    path: '/event/:userId/dismiss',
    summary: 'Hides occurrences; the others of their series stay',
    access: { permission: 'perm_events_update' },
  },
  remove: {
    method: 'DELETE',
    path: '/event/:userId/:id',
    summary: 'Removes an occurrence, it and the following, or all of them',
    access: { permission: 'perm_events_delete' },
  },
  restore: {
    method: 'PUT',
    path: '/event/:userId/:id/restore',
    summary: 'Takes a write back: the event is as before that write, or as before its removal',
    access: { permission: 'perm_events_update' },
  },
  snooze: {
    method: 'PUT',
    path: '/event/:userId/:id/snooze',
    summary: 'Reminds again after some minutes',
    access: { permission: 'perm_events_update' },
  },
})

export const calendarRoutes = endpoints<CalendarSchemas>({
  layers: {
    method: 'GET',
    path: '/calendar/:userId/layers/:startDate/:endDate',
    summary:
      'Dated facts beside the events: public holidays, days worked, bills, charges and declarations, contracts, tasks',
    access: { permission: 'perm_events_menu' },
  },
  freeDay: {
    method: 'GET',
    path: '/calendar/:userId/freeDay',
    summary: 'The next working day without events and without days worked',
    access: { permission: 'perm_events_menu' },
  },
})

export const feedRoutes = endpoints<FeedSchemas>({
  read: {
    method: 'GET',
    path: '/calendar/:userId/:token.ics',
    summary: 'The events as iCalendar, for other calendar programs; the token is the feed’s secret',
    access: 'anyone',
    kind: 'binary',
    perMinute: 60,
  },
  state: {
    method: 'GET',
    path: '/calendar/:userId/feed',
    summary: 'Whether the feed is open, and since when its secret is in use',
    access: { permission: 'perm_events_menu' },
  },
  open: {
    method: 'POST',
    path: '/calendar/:userId/feed',
    summary: 'Opens the feed with a new secret, which is told this once; an earlier one is revoked',
    access: { permission: 'perm_events_update' },
    closedToGuests: true,
  },
  close: {
    method: 'DELETE',
    path: '/calendar/:userId/feed',
    summary: 'Closes the feed: its secret is revoked',
    access: { permission: 'perm_events_update' },
  },
})
