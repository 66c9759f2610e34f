import { get, post, put, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { ACTIVITIES } from '#domain/finance/activities.values.ts'
import { INTERVALS } from '#domain/schedules/intervals.values.ts'
import {
  AMOUNT_TYPES,
  BASES,
  MODES,
  OPTIONS,
  PERIOD_MODES,
  RUN_RESULTS,
  SCHEDULE_STATES,
} from '#domain/schedules/schedule.values.ts'
import { TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { SCHEDULE_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay, AskedDay, Time } from '#contract/kernel/times.schemas.ts'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, IdOrNone, ofProfile, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'

const Percent = z.number().min(0).max(100).multipleOf(0.01)
/** The most days that a period or a delay lasts. */
const DAYS_MAX = 3_660

const terms = {
  profileId: Id,
  label: oneLine(200),
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  organismId: IdOrNone,
  currency: Currency,
  bankAccountType: z.enum(['personal', 'professional']),
  amountType: z.enum(AMOUNT_TYPES),
  /** All taxes included. */
  amount: Money,
  /** VAT within the amount, in percent. */
  rate: Percent,
  percentage: Percent,
  base: z.enum(BASES),
  periodMode: z.enum(PERIOD_MODES),
  periodFrom: DayTime,
  periodTo: DayTime,
  lastDays: z.int().min(0).max(DAYS_MAX),
  interval: z.enum(INTERVALS),
  intervalCount: z.int().min(1).max(1000),
  startDate: DayTime.min(1),
  expiryDate: DayTime,
  paymentDelay: z.int().min(0).max(365),
  mode: z.enum(MODES),
  option: z.enum(OPTIONS),
  /** Terms of a micro-entrepreneur's contributions; read where the amount is `contributions`. */
  activity: z.enum(ACTIVITIES),
  incomeTaxOption: z.boolean(),
  acreFrom: DayTime,
  /** Whether it makes runs. */
  active: z.boolean(),
}
export const ScheduleDraft = z
  .strictObject(terms)
  .partial()
  .required({ profileId: true, label: true, startDate: true, interval: true })
  .extend({ id: Id.optional() })
export type ScheduleDraft = z.output<typeof ScheduleDraft>

/** Computation of contributions, in whole euros; rates in percent. */
const ContributionDetails = z.object({
  receipts: z.number(),
  contributions: z.number(),
  training: z.number(),
  incomeTax: z.number(),
  shares: z.array(
    z.object({
      receipts: z.number(),
      relieved: z.boolean(),
      contributionRate: z.number(),
      trainingRate: z.number(),
      incomeTaxRate: z.number(),
      source: z.string(),
    }),
  ),
})

/** Basis of a past or coming run. A fixed amount has no period, base nor rate. */
const inputs = {
  due: AnsweredDay,
  payOn: AnsweredDay.describe('The day its payment is expected on'),
  from: AnsweredDay,
  to: AnsweredDay,
  base: z.number(),
  /** Number of payments in the base. */
  receipts: z.int(),
  rate: z.number(),
  amount: z.number(),
  contributions: ContributionDetails.nullable(),
}
const RunPreview = z.object(inputs)
export type RunPreview = z.output<typeof RunPreview>
const WaitingRun = z.object({
  executionId: z.string(),
  ...inputs,
  proposed: z
    .number()
    .describe('What it came to when it was proposed; `amount` follows the receipts since'),
  failed: z.string(),
})
export type WaitingRun = z.output<typeof WaitingRun>

/** A receipt that was recorded, or taken back, after its period was counted. */
const ReceiptChange = z.object({
  transactionId: z.string(),
  billId: z.union([z.string(), z.literal(0)]),
  label: z.string().describe('The client, or the label'),
  date: AnsweredDay.describe('The day of the receipt'),
  at: Time,
  fact: z.string().describe('The event that told it'),
  amount: z.number().describe('Without VAT; negative for one that was taken back'),
})
export type ReceiptChange = z.output<typeof ReceiptChange>

/**
 * One execution. `base` to `amount` are in the schedule's currency. `transactionId` is empty where
 * nothing was booked. `reason` is the user's, `failed` the code of a booking that failed.
 */
export const Execution = z.object({
  executionId: z.string(),
  at: Time,
  ...inputs,
  proposed: z.number(),
  /** Difference between its period's receipts now and the proposal; 0 once it is skipped. */
  drift: z.number(),
  /** The receipts that caused the drift; none without one. */
  changes: z.array(ReceiptChange),
  result: z.enum(RUN_RESULTS),
  reason: z.string(),
  failed: z.string(),
  transactionId: z.string(),
})
export type Execution = z.output<typeof Execution>

export const Schedule = z.object({
  ...audit,
  profileId: z.string(),
  label: z.string(),
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  organismId: z.union([z.string(), z.literal(0)]),
  /** The organism's name; empty without an organism. */
  organism: z.string(),
  currency: z.string(),
  bankAccountType: z.enum(['personal', 'professional']),
  amountType: z.enum(AMOUNT_TYPES),
  amount: z.number(),
  rate: z.number(),
  percentage: z.number(),
  base: z.enum(BASES),
  periodMode: z.enum(PERIOD_MODES),
  periodFrom: AnsweredDay,
  periodTo: AnsweredDay,
  lastDays: z.int(),
  interval: z.enum(INTERVALS),
  intervalCount: z.int(),
  startDate: AnsweredDay,
  expiryDate: AnsweredDay,
  paymentDelay: z.int(),
  mode: z.enum(MODES),
  option: z.enum(OPTIONS),
  activity: z.enum(ACTIVITIES),
  incomeTaxOption: z.boolean(),
  acreFrom: AnsweredDay,
  active: z.boolean(),
  state: z.enum(SCHEDULE_STATES),
  /** The last run's day and amount; 0 before the first. */
  lastRun: AnsweredDay,
  lastAmount: z.number(),
  /** Days of the next five runs. */
  nextRuns: z.array(AnsweredDay),
  toValidate: z.array(WaitingRun),
})
export type Schedule = z.output<typeof Schedule>
/** A schedule as it was read, or a part of it. */
export const SchedulePatch = readBack(
  z.strictObject(terms).partial().extend({ id: Id, version: Version }),
  Schedule,
)
export type SchedulePatch = z.output<typeof SchedulePatch>

const one = own.extend({ id: Id })
/**
 * Declaration of a micro-entrepreneur's period, in whole euros; the declared figures, once
 * declared. `drift`: its receipts now, less the declared ones.
 */
const ContributionsDue = z.object({
  from: AnsweredDay,
  to: AnsweredDay,
  receipts: z.number(),
  ratePct: z
    .number()
    .describe(
      'The rate of contributions, in percent; their share of the receipts where rates differ',
    ),
  contributions: z.number(),
  cfp: z.number(),
  incomeTaxOption: z.number(),
  total: z.number(),
  dueDate: AnsweredDay,
  declaredAt: Time,
  declared: z.number(),
  drift: z.number(),
  changes: z.array(ReceiptChange),
  now: z.object({ receipts: z.number(), total: z.number() }).describe('By all that is known today'),
  withoutEuros: z
    .int()
    .describe(
      'Receipts in other currencies without an amount in euros: they block the declaration',
    ),
})
const periodAsked = { from: DayTime.min(1), to: DayTime.min(1) }
const dayInPath = AskedDay.pipe(DayTime.min(1))

/**
 * Contributions of a micro-entrepreneur, whose charge tells activity, income-tax option and relief.
 */
export const urssafRoutes = {
  get: get('/urssaf/:userId/:profileId', {
    summary:
      'What is to declare of a period, as known now, and what has changed since it was declared',
    access: { permission: 'perm_charge_menu' },
    params: ofProfile,
    /** Both absent: the last period that is over. */
    query: z.object({ from: dayInPath, to: dayInPath }).partial(),
    reply: ContributionsDue,
  }),
  declare: put('/urssaf/:userId/:profileId/declare', {
    summary: 'Declares a period that waits: its figures are sealed, and its payment is expected',
    access: { permission: 'perm_charge_update' },
    params: ofProfile,
    body: z.strictObject(periodAsked),
    reply: Written,
  }),
  undo: put('/urssaf/:userId/:profileId/undeclare', {
    summary:
      'Takes the declaration of a period back: it waits again, and its payment leaves the books',
    access: { permission: 'perm_charge_update' },
    params: ofProfile,
    body: z.strictObject(periodAsked),
    reply: Written,
  }),
}

const RunsMade = z.object({ runs: z.int() })

/** The calls of one kind of schedule, under its own path and permissions. */
const schedulesUnder = (
  path: 'scheduledTransaction' | 'charge',
  group: 'transaction' | 'charge',
) => ({
  list: get(`/${path}/:userId/all/:profileId`, {
    summary: 'What comes back by itself: amount, next runs, and the runs that wait for the user',
    access: { permission: `perm_${group}_menu` },
    csv: true,
    params: ofProfile,
    query: ListQuery.pick({ limit: true, cursor: true, q: true }).extend({
      filters: filtersInQuery(SCHEDULE_FILTERS),
    }),
    reply: z.array(Schedule),
  }),
  get: get(`/${path}/:userId/one/:profileId/:id`, {
    summary: 'One of them',
    access: { permission: `perm_${group}_menu` },
    params: ofProfile.extend({ id: Id }),
    reply: Schedule,
  }),
  add: post(`/${path}/:userId`, {
    summary: 'Adds one; its runs begin today at the earliest',
    access: { permission: `perm_${group}_add` },
    params: own,
    body: ScheduleDraft,
    reply: Written,
  }),
  change: put(`/${path}/:userId`, {
    summary: 'Changes of the runs to come; runs that were made stay as they are',
    access: { permission: `perm_${group}_update` },
    params: own,
    body: SchedulePatch,
    reply: Written,
  }),
  remove: del(`/${path}/:userId/:id`, {
    summary: 'Removes it; what it made stays in the books',
    access: { permission: `perm_${group}_delete` },
    params: one,
    reply: Written,
  }),
  restore: put(`/${path}/:userId/:id/restore`, {
    summary: 'Takes a removal back; the runs of the days between are passed over',
    access: { permission: `perm_${group}_delete` },
    params: one,
    reply: Written,
  }),
  activate: put(`/${path}/:userId/:id/activate`, {
    summary: 'Runs again from today on',
    access: { permission: `perm_${group}_update` },
    params: one,
    reply: Written,
  }),
  deactivate: put(`/${path}/:userId/:id/deactivate`, {
    summary: 'Makes no run until it is activated',
    access: { permission: `perm_${group}_update` },
    params: one,
    reply: Written,
  }),
  validate: put(`/${path}/:userId/:id/validate`, {
    summary: 'Books a run that waits, perhaps with another amount, or skips it with a reason',
    access: { permission: `perm_${group}_update` },
    params: one,
    body: z.strictObject({
      executionId: Id,
      /** In place of the amount that was proposed. */
      amount: Money.min(0).optional(),
      skip: z.boolean().optional(),
      reason: oneLine(500).optional(),
    }),
    reply: Written,
  }),
  executions: get(`/${path}/:userId/:id/executions`, {
    summary: 'The runs of one of them, the latest first: inputs, result and transaction',
    access: { permission: `perm_${group}_menu` },
    csv: 'execution',
    params: one,
    query: ListQuery.pick({ limit: true, cursor: true }),
    reply: z.array(Execution),
  }),
  preview: post(`/${path}/:userId/preview`, {
    summary: 'The next runs of one that is not saved yet, with their amounts as of today',
    access: { permission: `perm_${group}_menu` },
    withoutPlan: true,
    params: own,
    /** With the id of a saved one, what its runs have counted is known. */
    body: ScheduleDraft,
    reply: z.array(RunPreview),
  }),
  run: put(`/${path}/:userId/run`, {
    summary: 'Makes the runs that are due now, as the planner does by itself',
    access: { permission: `perm_${group}_update` },
    params: own,
    reply: RunsMade,
  }),
  runOne: put(`/${path}/:userId/:id/run`, {
    summary:
      'Makes the runs of one of them that are due; where none is, the next one before its day',
    access: { permission: `perm_${group}_update` },
    params: one,
    /** The run that the user saw as the next one: once it is made, nothing more is. */
    body: z.strictObject({ due: DayTime.min(1).optional() }).optional(),
    reply: RunsMade,
  }),
})

export const scheduledTransactionRoutes = schedulesUnder('scheduledTransaction', 'transaction')

export const chargeRoutes = schedulesUnder('charge', 'charge')
