import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { NATURES, REGIONS } from '#domain/finance/transaction.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { VAT_EXIGIBILITIES, VAT_PERIODICITIES } from '#domain/profile/vat-regime.values.ts'
import { LARGEST_PAGE, USUAL_PAGE } from '#contract/kernel/api.values.ts'
import { AnsweredDay, AskedDay, Instant, Time, Year } from '#contract/kernel/times.schemas.ts'
import { Limit } from '#contract/kernel/lists.schemas.ts'
import { ofProfile, VersionOrNone } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const
const write = { permission: 'perm_transaction_update' } as const

/** A day in a query: epoch milliseconds. */
const SpanDay = AskedDay.pipe(DayTime.min(1))
/** Both days included; the present year's where they are absent. */
const Span = z.object({ from: SpanDay.optional(), to: SpanDay.optional() })

/** A bill, a payment of one, or a transaction by hand. */
const Source = z.object({
  id: z.string(),
  source: z.enum(['bill', 'payment', 'own']),
  billId: z.union([z.string(), z.literal(0)]),
  /** The client, or the label. */
  title: z.string(),
  reference: z.string(),
})

/** Changes of a period's VAT. `collected` and `deductible`: the differences. */
const VatChange = Source.extend({
  fact: z.string().describe('The event that told it'),
  at: Time,
  date: AnsweredDay.describe('The day on which it counts, or counted'),
  collected: z.number(),
  deductible: z.number(),
})
export type VatChange = z.output<typeof VatChange>

/** `due`, credits and boxes in whole euros, the other amounts in euros and cents. */
const VatPeriod = z.object({
  from: AnsweredDay,
  to: AnsweredDay,
  currency: z.literal('EUR'),
  periodicity: z.enum(VAT_PERIODICITIES),
  exigibility: z.enum(VAT_EXIGIBILITIES),
  /**
   * The boxes are those of this form. A yearly return that was declared before its form was filled
   * in has none.
   */
  form: z.enum(['CA3', 'CA12']),
  /** `elsewhere`: it ended before the first period that is declared here. */
  state: z.enum(['declared', 'open', 'running', 'ahead', 'elsewhere']),
  /** The last day on which it may be declared; 0 where none is, or it was declared elsewhere. */
  dueDate: AnsweredDay,
  collected: z.array(
    z.object({
      rate: z.number(),
      base: z.number(),
      amount: z.number(),
      validFrom: AnsweredDay.describe('Since when the rate holds'),
      source: z.string(),
    }),
  ),
  deductible: z.array(z.object({ nature: z.enum(['fixedAsset', 'other']), amount: z.number() })),
  totalCollected: z.number(),
  totalDeductible: z.number(),
  /** Changes of declared periods that this return makes up for. */
  lateCollected: z.number(),
  lateDeductible: z.number(),
  late: z.array(VatChange),
  creditBefore: z.int(),
  refund: z.int(),
  /** Paid on account of a year's return, or still owed. */
  instalmentsPaid: z.int(),
  /**
   * Instalment that the return before asks for during the year. `sharePct`: share of that return's
   * line 57.
   */
  instalments: z.array(z.object({ dueDate: AnsweredDay, sharePct: z.number(), amount: z.int() })),
  due: z.int(),
  creditAfter: z.int(),
  boxes: z.record(z.string(), z.int()),
  declaredAt: Time,
  declaredBy: z.string(),
  /** Last return. */
  undoable: z.boolean(),
  /** Nothing was declared yet, so the credit of before may be entered. */
  openable: z.boolean(),
  version: z.int().describe('Of the returns of the business; 0 before the first entry'),
  /** The least part of a credit that the law gives back. */
  leastRefund: z.int(),
  /** Debt above the declared one, or above the one known at the given instant. */
  drift: z.number(),
  changes: z.array(VatChange),
  /** Number of all; the first hundred are listed. */
  changeCount: z.int(),
  /** Amounts of its days by all present knowledge. */
  now: z.object({ totalCollected: z.number(), totalDeductible: z.number() }),
})
export type VatPeriod = z.output<typeof VatPeriod>

const VatFact = Source.extend({
  date: AnsweredDay.describe('The day on which it counts'),
  documentDate: AnsweredDay,
  side: z.enum(['collected', 'deductible']),
  rate: z.number().describe('Percent; 0 where rates are mixed'),
  base: z.number(),
  amount: z.number(),
  nature: z.enum(NATURES),
  region: z.enum(REGIONS),
  selfAssessed: z.boolean(),
  deductibleShare: z.number(),
})
export type VatFact = z.output<typeof VatFact>

/**
 * `unpaid`: it counts once it is paid. `later`: it was, on `date`. `currency`: tell it in euros to
 * have it counted.
 */
const LeftOut = Source.extend({
  reason: z.enum(['unpaid', 'later', 'currency']),
  date: AnsweredDay,
  documentDate: AnsweredDay,
  side: z.enum(['collected', 'deductible']),
  currency: z.string(),
  amount: z.number().describe('VAT that does not count in the period'),
})
export type VatLeftOut = z.output<typeof LeftOut>

const Gauge = z.object({
  trade: z.enum(['services', 'sales']),
  limit: z.number(),
  tolerance: z.number(),
  micro: z.number().describe('Ceiling of the status of micro-entrepreneur in the year'),
  reached: z.number(),
  before: z.number().describe('Turnover of the year before'),
  state: z.enum(['kept', 'ends-with-year', 'lost']),
  vatFrom: AnsweredDay.describe('First day with VAT; 0 while the exemption holds'),
  validFrom: AnsweredDay,
  source: z.string(),
})
export const Exemption = z.object({
  year: z.int(),
  regime: z.enum(['', 'franchise', 'simplified', 'normal']),
  gauges: z.array(Gauge),
})
export type Exemption = z.output<typeof Exemption>

export const vatRoutes = {
  periods: get('/vat/:userId/:profileId', {
    summary:
      'VAT collected, deductible and due by period; declared ones as they were declared, with what changed since',
    access: read,
    csv: true,
    params: ofProfile,
    query: Span.extend({ asKnownAt: Instant }),
    reply: z.array(VatPeriod),
  }),
  facts: get('/vat/:userId/:profileId/facts', {
    summary: 'The sales, payments and purchases that make a figure, the earliest first',
    access: read,
    csv: true,
    params: ofProfile,
    query: Span.extend({
      asKnownAt: Instant,
      side: z.enum(['collected', 'deductible']).optional(),
      rate: z.coerce.number().min(0).max(100).optional(),
      nature: z.enum(['fixedAsset', 'other']).optional(),
      limit: Limit.default(USUAL_PAGE),
      cursor: z.string().max(2000).optional(),
    }),
    reply: z.array(VatFact),
  }),
  leftOut: get('/vat/:userId/:profileId/left-out', {
    summary: 'What does not count in a period, and why',
    access: read,
    csv: true,
    params: ofProfile,
    query: Span.extend({
      limit: Limit.default(LARGEST_PAGE),
      cursor: z.string().max(2000).optional(),
    }),
    reply: z.array(LeftOut),
  }),
  exemption: get('/vat/:userId/:profileId/exemption/:year', {
    summary: 'Turnover of a year against the limits of the exemption from VAT',
    access: read,
    params: ofProfile.extend({ year: Year }),
    reply: Exemption,
  }),
  declare: put('/vat/:userId/:profileId/declare', {
    summary: 'Seals the figures of a period that has ended, as they were declared',
    access: write,
    params: ofProfile,
    body: z.strictObject({
      from: DayTime.min(1),
      to: DayTime.min(1).optional(),
      /** The part of a VAT credit that the user asks back. */
      refund: z.int().min(0).max(1_000_000_000).optional(),
      /** Yearly return alone: the instalments, and their open rest. */
      instalments: z.int().min(0).max(1_000_000_000).optional(),
    }),
    reply: Written,
  }),
  opening: put('/vat/:userId/:profileId/credit', {
    summary:
      'The credit that the last return made elsewhere carried forward, until the first return here',
    access: write,
    params: ofProfile,
    body: z.strictObject({
      /** The first day of the period that takes it. */
      from: DayTime.min(1),
      credit: z.int().min(0).max(1_000_000_000),
      version: VersionOrNone,
    }),
    reply: Written,
  }),
  undo: put('/vat/:userId/:profileId/undeclare', {
    summary: 'Takes the last return back',
    access: write,
    params: ofProfile,
    body: z.strictObject({ from: DayTime.min(1) }),
    reply: Written,
  }),
}
