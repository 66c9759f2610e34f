import { z } from 'zod'
import { BILL_STATES } from '#domain/billing/bill-state.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, IdOrNone, Version } from '#contract/kernel/inputs.schemas.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import {
  DISCOUNT_TERMS_LENGTH,
  PENALTY_BASES,
  REFERENCE_LENGTH,
} from '#domain/billing/terms.values.ts'
import { PRICE_UNITS } from '#domain/projects/price-unit.values.ts'
import { TIME_UNITS } from '#domain/projects/time-unit.values.ts'

const Percent = z.number().min(0).max(100).multipleOf(0.01)
const Days = z.int().min(0).max(3660)
/** Times the most days, it is still an exact amount in any currency. */
const PRICE_MAX = 1_000_000_000
const SOLD_DAYS_MAX = 3_660

/**
 * `priceHT` is per `priceUnit`, or for the whole when `priceMode` is `fixed`; `soldDays` 0 means no
 * agreed number. Its bills' terms and texts that are 0 or empty are the profile's.
 */
const terms = {
  clientId: IdOrNone,
  priceMode: z.enum(['day', 'fixed']),
  priceUnit: z.enum(PRICE_UNITS).describe('Of a price by time; `day` unless it is said'),
  hoursPerDay: z.number().min(0).max(24).multipleOf(0.25).describe('From 1 on; 0: the usual ones'),
  priceHT: z.number().min(0).max(PRICE_MAX),
  soldDays: z.number().min(0).max(SOLD_DAYS_MAX).multipleOf(0.25),
  currency: Currency,
  isRenewable: z.boolean(),
  renewalPeriod: Days,
  startDate: DayTime,
  endDate: DayTime,
  paymentDeadline: z.int().min(0).max(365),
  penaltyRate: Percent,
  tva: Percent,
  penaltyBasis: z.enum(['', ...PENALTY_BASES]),
  buyerReference: oneLine(REFERENCE_LENGTH),
  purchaseOrder: oneLine(REFERENCE_LENGTH),
  discountTerms: oneLine(DISCOUNT_TERMS_LENGTH),
  header: lines(2000),
  footer: lines(2000),
  language: z.enum(['', ...PAPER_LANGUAGES]),
}
const labels = {
  ref: oneLine(60),
  title: oneLine(200),
  templates: z.array(oneLine(100)).max(20),
  timeUnit: z
    .enum(TIME_UNITS)
    .describe(
      'Of its time: days, of which the grid offers halves or quarters, or hours; else `halfDay`',
    ),
}
const facts = z.strictObject({ ...labels, profileId: Id, isBillable: z.boolean(), ...terms })

/** An empty `ref` gets the next one; an absent `tva` follows the profile's regime. */
export const ProjectDraft = facts
  .partial()
  .required({ profileId: true, isBillable: true })
  .extend({ id: Id.optional() })
export type ProjectDraft = z.output<typeof ProjectDraft>

/**
 * A contract as answered: `client`, `active`, `expired` and all fields after them are computed.
 * `leftHT` is null without an agreed total.
 */
export const Project = z.object({
  ...audit,
  ...facts.shape,
  ref: z.string(),
  title: z.string(),
  buyerReference: z.string(),
  purchaseOrder: z.string(),
  discountTerms: z.string(),
  header: z.string(),
  footer: z.string(),
  startDate: AnsweredDay,
  endDate: AnsweredDay,
  clientId: z.union([Id, z.literal(0)]),
  currency: z.string(),
  archived: z.boolean(),
  client: z.string(),
  active: z.boolean(),
  expired: z.boolean(),
  nextRenewal: AnsweredDay,
  endsInDays: z.int().nullable(),
  consumedDays: z.number(),
  billedHT: z.number(),
  leftHT: z.number().nullable(),
})
export type Project = z.output<typeof Project>
/** A contract as it was read, or a part of it. */
export const ProjectPatch = readBack(facts.partial().extend({ id: Id, version: Version }), Project)
export type ProjectPatch = z.output<typeof ProjectPatch>

/** A contract's bill, enough to list and open it. */
export const ProjectBill = z.object({
  id: z.string(),
  profileId: z.string(),
  type: z.enum(['invoice', 'creditNote', 'deposit']),
  status: z.enum(['draft', 'issued']),
  state: z.enum(BILL_STATES).describe('How far it has come today'),
  ref: z.string(),
  serviceName: z.string(),
  issueDate: AnsweredDay,
  dueDate: AnsweredDay,
  paimentDate: AnsweredDay,
  collectDate: AnsweredDay,
  currency: z.string(),
  totalHT: z.number(),
  totalTTC: z.number(),
  paidAmount: z.number(),
  /** Still owed; 0 on drafts and credit notes. */
  outstanding: z.number(),
})
export type ProjectBill = z.output<typeof ProjectBill>

/** Order of the list. */
export const PROJECT_ORDERS = [
  'ref',
  'title',
  'client',
  'state',
  'end',
  'startDate',
  'endDate',
  'priceHT',
  'consumedDays',
] as const

/**
 * Figures beside a page. `states`: number of found contracts in each. `other` are not billed, or
 * have no start date. `toRenew` are active ones that end or renew within 14 days. `count`: all
 * contracts of the profile. `endsInDays`: days to the next end of an active one, null without any.
 */
export const ProjectSummary = z.object({
  count: z.int(),
  states: z.object({
    active: z.int(),
    toRenew: z.int(),
    expired: z.int(),
    other: z.int(),
    archived: z.int(),
  }),
  profile: z.object({ active: z.int(), endsInDays: z.int().nullable() }),
})
export type ProjectSummary = z.output<typeof ProjectSummary>

/**
 * Days in days; amounts without VAT in the major units of `currency`; the average rate is null
 * without billed days.
 */
const dayFigures = {
  daysSold: z.number().describe('Spread over the working days of each contract'),
  daysWorked: z.number(),
  daysBilled: z.number(),
  billedHT: z.number(),
  averageDayRate: z.number().nullable(),
}
/** `occupation`: days worked of the working days that have passed, in percent. */
const available = { workingDays: z.int(), occupation: z.number().nullable() }
export const StatisticMonth = z.object({ month: z.int(), ...dayFigures, ...available })
export const StatisticContract = z.object({
  projectId: z.union([Id, z.literal(0)]).describe('0 for what was billed without a contract'),
  contract: z.string(),
  client: z.string(),
  ...dayFigures,
})
const StatisticClient = z.object({
  clientId: z.union([Id, z.literal(0)]),
  client: z.string(),
  ...dayFigures,
  share: z.number().describe('Of what the year billed, in percent'),
})
export const ContractStatistic = z.object({
  currency: z.string(),
  ...dayFigures,
  ...available,
  months: z.array(StatisticMonth),
  clients: z.array(StatisticClient),
  contracts: z.array(StatisticContract),
})
export type ContractStatistic = z.output<typeof ContractStatistic>
