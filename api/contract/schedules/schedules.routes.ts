import type { ScheduleSchemas, UrssafSchemas } from './schedules.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

/** The calls of one kind of schedule, under its own path and permissions. */
const schedulesUnder = (path: 'scheduledTransaction' | 'charge', group: 'transaction' | 'charge') =>
  endpoints<ScheduleSchemas>({
    list: {
      method: 'GET',
      path: `/${path}/:userId/all/:profileId`,
      summary: 'What comes back by itself: amount, next runs, and the runs that wait for the user',
      access: { permission: `perm_${group}_menu` },
      csv: true,
    },
    get: {
      method: 'GET',
      path: `/${path}/:userId/one/:profileId/:id`,
      summary: 'One of them',
      access: { permission: `perm_${group}_menu` },
    },
    add: {
      method: 'POST',
      path: `/${path}/:userId`,
      summary: 'Adds one; its runs begin today at the earliest',
      access: { permission: `perm_${group}_add` },
    },
    change: {
      method: 'PUT',
      path: `/${path}/:userId`,
      summary: 'Changes of the runs to come; runs that were made stay as they are',
      access: { permission: `perm_${group}_update` },
    },
    remove: {
      method: 'DELETE',
      path: `/${path}/:userId/:id`,
      summary: 'Removes it; what it made stays in the books',
      access: { permission: `perm_${group}_delete` },
    },
    restore: {
      method: 'PUT',
      path: `/${path}/:userId/:id/restore`,
      summary: 'Takes a removal back; the runs of the days between are passed over',
      access: { permission: `perm_${group}_delete` },
    },
    activate: {
      method: 'PUT',
      path: `/${path}/:userId/:id/activate`,
      summary: 'Runs again from today on',
      access: { permission: `perm_${group}_update` },
    },
    deactivate: {
      method: 'PUT',
      path: `/${path}/:userId/:id/deactivate`,
      summary: 'Makes no run until it is activated',
      access: { permission: `perm_${group}_update` },
    },
    validate: {
      method: 'PUT',
      path: `/${path}/:userId/:id/validate`,
      summary: 'Books a run that waits, perhaps with another amount, or skips it with a reason',
      access: { permission: `perm_${group}_update` },
    },
    executions: {
      method: 'GET',
      path: `/${path}/:userId/:id/executions`,
      summary: 'The runs of one of them, the latest first: inputs, result and transaction',
      access: { permission: `perm_${group}_menu` },
      csv: 'execution',
    },
    preview: {
      method: 'POST',
      path: `/${path}/:userId/preview`,
      summary: 'The next runs of one that is not saved yet, with their amounts as of today',
      access: { permission: `perm_${group}_menu` },
      withoutPlan: true,
    },
    run: {
      method: 'PUT',
      path: `/${path}/:userId/run`,
      summary: 'Makes the runs that are due now, as the planner does by itself',
      access: { permission: `perm_${group}_update` },
    },
    runOne: {
      method: 'PUT',
      path: `/${path}/:userId/:id/run`,
      summary:
        'Makes the runs of one of them that are due; where none is, the next one before its day',
      access: { permission: `perm_${group}_update` },
    },
  })

export const scheduledTransactionRoutes = schedulesUnder('scheduledTransaction', 'transaction')
export const chargeRoutes = schedulesUnder('charge', 'charge')

/**
 * Contributions of a micro-entrepreneur, whose charge tells activity, income-tax option and relief.
 */
export const urssafRoutes = endpoints<UrssafSchemas>({
  get: {
    method: 'GET',
    path: '/urssaf/:userId/:profileId',
    summary:
      'What is to declare of a period, as known now, and what has changed since it was declared',
    access: { permission: 'perm_charge_menu' },
  },
  declare: {
    method: 'PUT',
    path: '/urssaf/:userId/:profileId/declare',
    summary: 'Declares a period that waits: its figures are sealed, and its payment is expected',
    access: { permission: 'perm_charge_update' },
  },
  undo: {
    method: 'PUT',
    path: '/urssaf/:userId/:profileId/undeclare',
    summary:
      'Takes the declaration of a period back: it waits again, and its payment leaves the books',
    access: { permission: 'perm_charge_update' },
  },
})
