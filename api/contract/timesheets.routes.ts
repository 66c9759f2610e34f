import type { TimesheetSchemas } from './timesheets.schemas.ts'
import { endpoints } from './endpoint.ts'

const path = '/timesheet/:userId/:profileId/:year/:month'

export const timesheetRoutes = endpoints<TimesheetSchemas>({
  month: {
    method: 'GET',
    path,
    summary: 'A month of a profile',
    access: { permission: 'perm_timesheet_menu' },
  },
  record: {
    method: 'PUT',
    path,
    summary: "Sets the month's activities, all of them: new ones need perm_timesheet_add, others update or delete",
    access: { permission: 'perm_timesheet_menu' },
  },
  days: {
    method: 'GET',
    path: `${path}/days`,
    summary: "The month's recorded days, one row a day and line",
    access: { permission: 'perm_timesheet_menu' },
    csv: 'timesheet',
  },
  pdf: {
    method: 'GET',
    path: `${path}/pdf`,
    summary: "The month's days worked as a tagged PDF/A, in a language or the caller's, of all contracts or of one",
    access: { permission: 'perm_timesheet_menu' },
    kind: 'binary',
    heavy: true,
  },
  billable: {
    method: 'GET',
    path: '/timesheet/:userId/:profileId/billable',
    summary: 'Months of contracts with days left to bill, the oldest first, and what their bills would lack',
    access: { permission: 'perm_timesheet_menu' },
  },
  summary: {
    method: 'GET',
    path: `${path}/summary`,
    summary: "The month's days, counted",
    access: { permission: 'perm_timesheet_menu' },
  },
})
