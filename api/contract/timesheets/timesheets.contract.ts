import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { MAX_ATTACHMENTS, MAX_RECIPIENTS } from '#domain/mail/mail.values.ts'
import { PRICE_UNITS } from '#domain/projects/price-unit.values.ts'
import { APPROVAL_STATUSES, APPROVAL_TEXTS } from '#domain/timesheets/approval.values.ts'
import { CorrectedVersion, Correction } from '#contract/billing/correction.ts'
import { AnsweredDay, Month, Time, Year } from '#contract/kernel/times.schemas.ts'
import { Id, IdOrNone, ofProfile } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const path = '/timesheet/:userId/:profileId/:year/:month'
const approval = `${path}/approval/:projectId`

export const ActivityKind = z.enum(['work', 'holiday', 'sick', 'training', 'other'])
export type ActivityKind = z.output<typeof ActivityKind>

/** The most lines in one month's request; a month of work has far fewer. */
const MAX_ACTIVITIES = 1_000

/**
 * `id` is derived from day and line, so it need not be sent. `projectId` is 0 unless `kind` is
 * `work`. `quantity` and `hoursPerDay` are the server's beside `hours`.
 */
export const ActivityDraft = z.strictObject({
  id: z.string().max(60).optional(),
  projectId: IdOrNone.default(0),
  kind: ActivityKind.default('work'),
  day: DayTime.min(1),
  quantity: z.number().min(0).max(24).describe('Days: 0.25, 0.5, 0.75 or 1').optional(),
  hours: z
    .number()
    .min(0.25)
    .max(24)
    .multipleOf(0.25)
    .describe('In the place of `quantity`, where the contract’s `timeUnit` is `hour`')
    .optional(),
  hoursPerDay: z.number().optional(),
})
export type ActivityDraft = z.output<typeof ActivityDraft>

export const Activity = z.object({
  id: z.string(),
  projectId: z.union([Id, z.literal(0)]),
  kind: ActivityKind,
  day: AnsweredDay,
  quantity: z.number().describe('Days'),
  hours: z.number().optional().describe('Absent where days were entered'),
  hoursPerDay: z.number().optional().describe('Of the contract, when the hours were entered'),
})
export type Activity = z.output<typeof Activity>

/**
 * A contract's month and its client. `at`: since when it has its status. `changed`: its days are no
 * longer those that were sent. `linkUntil`: 0 when no link works.
 */
export const MonthApproval = z.object({
  projectId: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  ready: z.boolean().describe('Of a sent month: its mail lies in the outbox, for the user to send'),
  at: Time,
  sentAt: Time,
  recipients: z.array(z.string()),
  name: z.string().describe('Who answered last'),
  reason: z.string().describe('Why it was reopened'),
  notes: z.array(z.object({ at: Time, name: z.string(), text: z.string() })),
  changed: z.boolean(),
  linkUntil: Time,
})
export type MonthApproval = z.output<typeof MonthApproval>

/** A contract's month that waits for its client, or for its user to send it again. */
export const WaitingMonth = z.object({
  projectId: z.string(),
  title: z.string(),
  client: z.string(),
  year: z.int(),
  month: z.int(),
  status: z.enum(APPROVAL_STATUSES),
  ready: z.boolean().describe('Its mail lies in the outbox, for the user to send'),
  at: Time,
  days: z.number(),
})
export type WaitingMonth = z.output<typeof WaitingMonth>

/** `body` is HTML; the link follows it. */
const ApprovalMail = z.object({
  from: z.string(),
  senderName: z.string(),
  recipients: z.array(z.string()),
  contacts: z.array(z.object({ name: z.string(), role: z.string(), address: z.string() })),
  subject: z.string(),
  body: z.string(),
  paper: z.object({ name: z.string(), bytes: z.int() }),
})
export type ApprovalMail = z.output<typeof ApprovalMail>

/**
 * A recorded month; `version` is 0 before the first record. `holidays` are public ones of the
 * profile's region. Days from `editableFrom` to `editableTo` may be changed today.
 */
export const TimesheetMonth = z.object({
  id: z.string(),
  version: z.int(),
  creationDate: Time,
  lastModificationDate: Time,
  createdBy: z.string(),
  modifiedBy: z.string(),
  activities: z.array(Activity),
  approvals: z.array(MonthApproval),
  holidays: z.array(z.object({ day: AnsweredDay, name: z.string() })),
  /** Public holidays where a contract's client is, and the user is not off: a hint. */
  clientHolidays: z.array(
    z.object({
      day: AnsweredDay,
      name: z.string(),
      projectId: z.string(),
      client: z.string(),
    }),
  ),
  editableFrom: AnsweredDay,
  editableTo: AnsweredDay,
})
export type TimesheetMonth = z.output<typeof TimesheetMonth>

/**
 * A recorded day of a line. `project` and `client` are empty unless it was worked. `hours`: 0 where
 * days were entered. @unit quantity: days
 */
const RecordedDay = z.object({
  day: AnsweredDay,
  kind: ActivityKind,
  project: z.string(),
  client: z.string(),
  quantity: z.number(),
  hours: z.number(),
})

/**
 * In days. `nonBillable`: recorded days that are neither billable nor holiday. `unfilled`: what
 * working days up to today lack. `exceeded`: recorded days above `workingDays`, 0 when there are
 * none.
 */
const TimesheetSummary = z.object({
  billable: z.number(),
  nonBillable: z.number(),
  holiday: z.number(),
  unfilled: z.number(),
  workingDays: z.number(),
  exceeded: z.number(),
})

/** A point that would stop the issue of a bill: the entity to open to mend it, and its field. */
const Lacking = z.object({
  code: z.string(),
  entity: z.enum(['project', 'professionalInfo', 'company']),
  entityId: z.string(),
  version: CorrectedVersion,
  path: z.string(),
  message: z.string().describe('What is missing and what to do, in the caller’s language'),
  corrections: z
    .array(Correction)
    .describe('Changes of what `entity` and `entityId` name, each of which mends the point'),
})

/** A contract's month with days that no issued bill carries. */
export const BillableMonth = z.object({
  projectId: z.string(),
  title: z.string(),
  client: z.string(),
  year: z.int(),
  month: z.int(),
  priceMode: z.enum(['day', 'fixed']).describe('`fixed`: the days are told, and sold as a whole'),
  priceUnit: z.enum(PRICE_UNITS).describe('Of `priceHT`'),
  days: z.number().describe('Days worked on the contract in the month'),
  billed: z
    .number()
    .describe('Of them, carried by bills issued or being issued, less what credit notes gave back'),
  left: z.number().describe('`days` less `billed`, above 0'),
  leftHours: z.number().nullable().describe('`left` in hours, where hours are sold'),
  priceHT: z.number(),
  amountHT: z.number().nullable().describe('What `left` comes to; null for a fixed price'),
  currency: z.string(),
  draftId: z
    .union([z.string(), z.literal(0)])
    .describe('A draft that holds days of this month: open it, make no other'),
  missing: z
    .array(Lacking)
    .describe('What a bill of these days would lack; of a fixed price, nothing is said'),
})
export type BillableMonth = z.output<typeof BillableMonth>

const params = ofProfile.extend({ year: Year, month: Month })
const Addresses = z.array(oneLine(254).min(1)).max(MAX_RECIPIENTS)
const ofApproval = params.extend({ projectId: Id })

export const timesheetRoutes = {
  month: get(path, {
    summary: 'A month of a profile',
    access: { permission: 'perm_timesheet_menu' },
    params,
    reply: TimesheetMonth,
  }),
  record: put(path, {
    summary:
      "Sets the month's activities, all of them: new ones need perm_timesheet_add, others update or delete",
    access: 'signed-in',
    params,
    body: z.strictObject({
      activities: z.array(ActivityDraft).max(MAX_ACTIVITIES),
      version: z.int().min(0).optional(),
    }),
    reply: Written,
  }),
  days: get(`${path}/days`, {
    summary: "The month's recorded days, one row a day and line",
    access: { permission: 'perm_timesheet_menu' },
    csv: 'timesheet',
    params,
    reply: z.array(RecordedDay),
  }),
  pdf: get(`${path}/pdf`, {
    summary:
      "The month's days worked as a tagged PDF/A, in a language or the caller's, of all contracts or of one",
    access: { permission: 'perm_timesheet_menu' },
    kind: 'binary',
    heavy: true,
    params,
    query: z.object({ projectId: Id.optional(), language: z.enum(PAPER_LANGUAGES).optional() }),
    reply: z.unknown(),
  }),
  billable: get('/timesheet/:userId/:profileId/billable', {
    summary:
      'Months of contracts with days left to bill, the oldest first, and what their bills would lack',
    access: { permission: 'perm_timesheet_menu' },
    params: ofProfile,
    reply: z.array(BillableMonth),
  }),
  waiting: get('/timesheet/:userId/:profileId/approvals', {
    summary: 'Months that were sent to a client and are not approved, the oldest first',
    access: { permission: 'perm_timesheet_menu' },
    params: ofProfile,
    reply: z.array(WaitingMonth),
  }),
  ofBill: get('/timesheet/:userId/:profileId/bill/:id/approvals', {
    summary: 'The months of a bill’s days that its client has approved',
    access: { permission: 'perm_billing_menu' },
    params: ofProfile.extend({ id: Id }),
    reply: z.array(z.object({ year: z.int(), month: z.int(), name: z.string(), at: Time })),
  }),
  approvalMail: get(`${approval}/mail`, {
    summary:
      'The mail that asks a client to approve a contract’s month, as it would go, in the client’s language',
    access: { permission: 'perm_timesheet_menu' },
    params: ofApproval,
    reply: ApprovalMail,
  }),
  sendApproval: post(`${approval}/send`, {
    summary:
      'Sends a contract’s month to its client, with its paper and a new link; the link before it ends',
    access: { permission: 'perm_timesheet_update' },
    perMinute: 60,
    heavy: true,
    closedToGuests: true,
    params: ofApproval,
    body: z.strictObject({
      recipients: Addresses.min(1),
      cc: Addresses.default([]),
      subject: oneLine(300).min(1),
      body: lines(100_000),
      documents: z
        .array(Id)
        .max(MAX_ATTACHMENTS - 1)
        .default([]),
    }),
    reply: Written,
  }),
  withdrawApproval: post(`${approval}/withdraw`, {
    summary: 'Ends the link to a contract’s month',
    access: { permission: 'perm_timesheet_update' },
    params: ofApproval,
    reply: Written,
  }),
  reopenApproval: post(`${approval}/reopen`, {
    summary:
      'Opens an approved month to changes again, with a reason that its history and its page tell',
    access: { permission: 'perm_timesheet_update' },
    params: ofApproval,
    body: z.strictObject({ reason: lines(APPROVAL_TEXTS.reason).min(1) }),
    reply: Written,
  }),
  summary: get(`${path}/summary`, {
    summary: "The month's days, counted",
    access: { permission: 'perm_timesheet_menu' },
    params,
    reply: TimesheetSummary,
  }),
}
