import type { ReminderSchemas } from './reminders.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

const see = { permission: 'perm_billing_menu' } as const
const update = { permission: 'perm_billing_update' } as const

export const reminderRoutes = endpoints<ReminderSchemas>({
  plan: {
    method: 'GET',
    path: '/reminder/:userId/:profileId/plan',
    summary: 'When the clients of a profile are reminded; off until it is set',
    access: see,
  },
  setPlan: {
    method: 'PUT',
    path: '/reminder/:userId/:profileId/plan',
    summary:
      'Sets the days from the due day on which reminders are proposed, and whether they go by themselves',
    access: update,
    closedToGuests: true,
  },
  waiting: {
    method: 'GET',
    path: '/reminder/:userId/:profileId/waiting',
    summary: 'Bills whose reminder waits for the user, the first due first',
    access: see,
  },
  ofBill: {
    method: 'GET',
    path: '/reminder/:userId/bill/:id',
    summary: 'Whether a reminder of a bill waits, and whether they are stopped',
    access: see,
  },
  skip: {
    method: 'PUT',
    path: '/reminder/:userId/bill/:id/skip',
    summary: 'Passes over a proposed reminder',
    access: update,
  },
  stop: {
    method: 'PUT',
    path: '/reminder/:userId/bill/:id/stop',
    summary: 'Stops the reminders of a bill: the client disputes it, or another reason',
    access: update,
  },
  resume: {
    method: 'PUT',
    path: '/reminder/:userId/bill/:id/resume',
    summary: 'Lets the reminders of a bill go on',
    access: update,
  },
})
