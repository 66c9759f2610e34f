import type { CalendarSchemas, EventSchemas } from './planning.schemas.ts'
import { endpoints } from './endpoint.ts'

export const eventRoutes = endpoints<EventSchemas>({
  list: {
    method: 'GET',
    path: '/event/:userId/dates/:startDate/:endDate',
    summary:
      'Occurrences of events that touch a period; days are YYYY-MM-DD or epoch milliseconds, the last not included',
    access: { permission: 'perm_events_menu' },
  },
  add: {
    method: 'POST',
    path: '/event/:userId',
    summary: 'Adds an event, or a series of them',
    access: { permission: 'perm_events_add' },
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
    summary: 'Dated facts beside the events: public holidays, days worked, bills, charges and declarations, contracts',
    access: { permission: 'perm_events_menu' },
  },
  freeDay: {
    method: 'GET',
    path: '/calendar/:userId/freeDay',
    summary: 'The next working day without events and without days worked',
    access: { permission: 'perm_events_menu' },
  },
})
