import type { TimesheetSchemas } from './timesheets.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

const path = '/timesheet/:userId/:profileId/:year/:month'
const approval = `${path}/approval/:projectId`

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
    summary:
      "Sets the month's activities, all of them: new ones need perm_timesheet_add, others update or delete",
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
    summary:
      "The month's days worked as a tagged PDF/A, in a language or the caller's, of all contracts or of one",
    access: { permission: 'perm_timesheet_menu' },
    kind: 'binary',
    heavy: true,
  },
  billable: {
    method: 'GET',
    path: '/timesheet/:userId/:profileId/billable',
    summary:
      'Months of contracts with days left to bill, the oldest first, and what their bills would lack',
    access: { permission: 'perm_timesheet_menu' },
  },
  waiting: {
    method: 'GET',
    path: '/timesheet/:userId/:profileId/approvals',
    summary: 'Months that were sent to a client and are not approved, the oldest first',
    access: { permission: 'perm_timesheet_menu' },
  },
  ofBill: {
    method: 'GET',
    path: '/timesheet/:userId/:profileId/bill/:id/approvals',
    summary: 'The months of a bill’s days that its client has approved',
    access: { permission: 'perm_billing_menu' },
  },
  approvalMail: {
    method: 'GET',
    path: `${approval}/mail`,
    summary:
      'The mail that asks a client to approve a contract’s month, as it would go, in the client’s language',
    access: { permission: 'perm_timesheet_menu' },
  },
  sendApproval: {
    method: 'POST',
    path: `${approval}/send`,
    summary:
      'Sends a contract’s month to its client, with its paper and a new link; the link before it ends',
    access: { permission: 'perm_timesheet_update' },
    perMinute: 60,
    heavy: true,
    closedToGuests: true,
  },
  withdrawApproval: {
    method: 'POST',
    path: `${approval}/withdraw`,
    summary: 'Ends the link to a contract’s month',
    access: { permission: 'perm_timesheet_update' },
  },
  reopenApproval: {
    method: 'POST',
    path: `${approval}/reopen`,
    summary:
      'Opens an approved month to changes again, with a reason that its history and its page tell',
    access: { permission: 'perm_timesheet_update' },
  },
  summary: {
    method: 'GET',
    path: `${path}/summary`,
    summary: "The month's days, counted",
    access: { permission: 'perm_timesheet_menu' },
  },
})
