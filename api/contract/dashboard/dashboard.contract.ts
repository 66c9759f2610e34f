import { get } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { Turnover } from '#contract/finance/finance.schemas.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { ofProfile } from '#contract/kernel/inputs.schemas.ts'

/** An unpaid bill. Amounts in the major units of its currency; the penalty to date. */
const OwedBill = z.object({
  id: z.string(),
  ref: z.string(),
  client: z.string(),
  dueDate: AnsweredDay,
  currency: z.string(),
  outstanding: z.number(),
  late: z.boolean(),
  daysLate: z.int(),
  penalty: z.number(),
  indemnity: z.number(),
})

const NEXT_KINDS = [
  'setup',
  'lateBill',
  'refund',
  'deposit',
  'draft',
  'chargeToValidate',
  'scheduledToValidate',
  'declaration',
  'unbilledDays',
  'unfilledDays',
  'lateRates',
] as const

/**
 * The user's next steps, the most pressing first. `severity`: `blocking` keeps bills from being
 * issued, `late` is overdue money, `next` the rest. `entity` and `id` say what to open. `facts`
 * fill the sentence (`ref`, `client`, `days`, `year`, `month`, `code`, `path` …).
 */
export const NextStep = z.object({
  kind: z.enum(NEXT_KINDS),
  severity: z.enum(['blocking', 'late', 'next']),
  entity: z.enum([
    'professionalInfo',
    'bill',
    'quote',
    'project',
    'timesheet',
    'charge',
    'scheduledTransaction',
    'declaration',
    'legalRate',
  ]),
  id: z.string(),
  /** Major units of `currency`; 0 for a step without an amount. */
  amount: z.number(),
  currency: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type NextStep = z.output<typeof NextStep>

const Days = z.object({
  year: z.int(),
  month: z.int(),
  billable: z.number(),
  nonBillable: z.number(),
  holiday: z.number(),
  worked: z.number(),
  unfilled: z.number(),
  workingDays: z.number(),
  exceeded: z.number(),
})

/**
 * The way of a new business to its first bill: the steps done already.
 * A step not done is 0 or null. `month` is the first one
 * with days to bill.
 */
const FirstSteps = z.object({
  clientId: z.union([z.string(), z.literal(0)]),
  client: z.string(),
  contractId: z.union([z.string(), z.literal(0)]),
  month: z
    .object({ year: z.int(), month: z.int(), projectId: z.string(), days: z.number() })
    .nullable(),
  draftId: z.union([z.string(), z.literal(0)]),
})
export type FirstSteps = z.output<typeof FirstSteps>

export const Dashboard = z.object({
  /** Null once a bill was issued. */
  firstSteps: FirstSteps.nullable(),
  turnover: Turnover,
  /** Figures of the previous year, for comparison. */
  previousTurnover: Turnover,
  /** All unpaid bills, the first due first. `bills` holds the first ones; the sums cover all. */
  owed: z.object({
    count: z.int(),
    amount: z.number(),
    lateCount: z.int(),
    lateAmount: z.number(),
    penalty: z.number(),
    indemnity: z.number(),
    bills: z.array(OwedBill),
  }),
  exemption: z
    .object({
      urssaf: z
        .number()
        .nullable()
        .describe('Contributions owed on what was received; null for a business without any'),
      reached: z.number().describe('Turnover received this year'),
      limit: z.number().describe('Limit of the exemption from VAT this year'),
    })
    .nullable()
    .describe('Of a business exempt from VAT (CGI art. 293 B); null for another'),
  /** This month, in days. */
  month: Days,
  contracts: z.array(
    /** `soldDays` is 0 when no number was agreed; `leftHT` is null without an agreed total. */
    z.object({
      id: z.string(),
      ref: z.string(),
      title: z.string(),
      client: z.string(),
      billable: z.boolean(),
      startDate: AnsweredDay,
      endDate: AnsweredDay,
      endsInDays: z.int().nullable(),
      consumedDays: z.number(),
      hoursPerDay: z.number().optional().describe('Of a contract whose time is kept in hours'),
      soldDays: z.number(),
      leftHT: z.number().nullable(),
      currency: z.string(),
    }),
  ),
  next: z.array(NextStep),
})
export type Dashboard = z.output<typeof Dashboard>

export const dashboardRoutes = {
  get: get('/dashboard/:userId/:profileId', {
    summary: 'All that the dashboard shows of one business, today',
    access: { permission: 'perm_dashboard_menu' },
    params: ofProfile,
    reply: Dashboard,
  }),
}
