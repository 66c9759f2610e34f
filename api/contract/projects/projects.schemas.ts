import { z } from 'zod'
import { BILL_STATES } from '#domain/billing/bill-state.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import {
  AnsweredDay,
  audit,
  Currency,
  Id,
  IdOrNone,
  idsUpTo,
  ListQuery,
  ofProfile,
  own,
  Pages,
  routes,
  sortBy,
  Version,
  Written,
  Year,
} from '#contract/kernel/route.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { DISCOUNT_TERMS_LENGTH, PENALTY_BASES } from '#domain/billing/terms.values.ts'
import { PROJECT_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { LARGEST_PAGE } from '#contract/kernel/endpoint.ts'
import * as endpoints from './projects.routes.ts'

const Percent = z.number().min(0).max(100).multipleOf(0.01)
const Days = z.int().min(0).max(3660)
/** Times the most days, it is still an exact amount in any currency. */
const PRICE_MAX = 1_000_000_000
const SOLD_DAYS_MAX = 3_660

/**
 * `priceHT` is per day, or for the whole when `priceMode` is `fixed`; `soldDays` 0 means no agreed
 * number. Its bills' terms and texts that are 0 or empty are the profile's.
 */
const terms = {
  clientId: IdOrNone,
  priceMode: z.enum(['day', 'fixed']),
  priceHT: z.number().min(0).max(PRICE_MAX),
  soldDays: z.number().min(0).max(SOLD_DAYS_MAX).multipleOf(0.5),
  currency: Currency,
  isRenewable: z.boolean(),
  renewalPeriod: Days,
  startDate: DayTime,
  endDate: DayTime,
  paymentDeadline: z.int().min(0).max(365),
  penaltyRate: Percent,
  tva: Percent,
  penaltyBasis: z.enum(['', ...PENALTY_BASES]),
  discountTerms: oneLine(DISCOUNT_TERMS_LENGTH),
  header: lines(2000),
  footer: lines(2000),
  language: z.enum(['', ...PAPER_LANGUAGES]),
}
const labels = {
  ref: oneLine(60),
  title: oneLine(200),
  templates: z.array(oneLine(100)).max(20),
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

/** What the list is sorted by. */
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

const one = own.extend({ id: Id })

/**
 * What a list says beside its page. `states`: how many of what is found are in each. `other` are
 * not billed, or have no start date; `toRenew` are those of the active ones that end or renew
 * within 14 days. `count`: all contracts of the profile. `endsInDays`: of the next active one that
 * ends, null when none does.
 */
const ProjectSummary = z.object({
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
const StatisticMonth = z.object({ month: z.int(), ...dayFigures, ...available })
const StatisticContract = z.object({
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

const ofYear = ofProfile.extend({ year: Year })
const inCurrency = z.object({ currency: Currency.optional() })

const projectSchemas = {
  list: {
    params: ofProfile,
    /**
     * `state`: billable contracts that run or will run, those that end or renew soon, expired ones,
     * archived ones. `month`, as `2026-11`: those that its timesheet has lines for, which run in it
     * or are not billed.
     */
    query: ListQuery.extend({
      sort: sortBy(PROJECT_ORDERS).optional(),
      ids: idsUpTo(LARGEST_PAGE).optional(),
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .optional(),
      state: z.enum(['active', 'toRenew', 'expired', 'archived']).optional(),
      filters: filtersInQuery(PROJECT_FILTERS),
    }),
    reply: z.array(Project),
  },
  summary: {
    params: ofProfile,
    query: z.object({ q: ListQuery.shape.q, filters: filtersInQuery(PROJECT_FILTERS) }),
    reply: ProjectSummary,
  },
  get: {
    params: ofProfile.extend({ id: Id }),
    reply: Project,
  },
  bills: {
    params: one,
    query: Pages,
    reply: z.array(ProjectBill),
  },
  statistics: {
    params: ofProfile,
    query: inCurrency.extend({ year: Year.optional() }),
    reply: z.record(z.string(), ContractStatistic),
  },
  statisticMonths: { params: ofYear, query: inCurrency, reply: z.array(StatisticMonth) },
  statisticContracts: { params: ofYear, query: inCurrency, reply: z.array(StatisticContract) },
  add: {
    params: own,
    body: ProjectDraft,
    reply: Written,
  },
  change: {
    params: own,
    body: ProjectPatch,
    reply: Written,
  },
  archive: {
    params: one,
    body: z.strictObject({ archived: z.boolean().optional(), version: Version }).default({}),
    reply: Written,
  },
  remove: {
    params: one,
    reply: Written,
  },
}
export type ProjectSchemas = typeof projectSchemas
export const projectRoutes = routes(endpoints.projectRoutes, projectSchemas)
