import { LINE_UNITS } from '#domain/billing/terms.values.ts'
import { MAX_MINOR } from '#domain/kernel/money.ts'
import { z } from 'zod'
import { BILL_FILTERS, BILL_STATES, PAYMENT_LABELS } from '#domain/billing/bill-state.values.ts'
import { billFields, discountShape, Percent } from '#domain/billing/bill.fields.ts'
import { shapeOf } from '#domain/kernel/records/draft-fields.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { BILL_TYPES } from '#domain/billing/bill-types.values.ts'
import { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { lines } from '#domain/kernel/texts.ts'
import { CorrectedVersion, Correction } from './correction.ts'
import { AnsweredDay, Month, Time, Year } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Id, IdOrNone, idsUpTo, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery, sortBy } from '#contract/kernel/lists.schemas.ts'
import { BILL_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { MAX_PICKED } from '#contract/billing/bill.values.ts'

/** In answers: 0 when there is none. */
export const idOrNone = z.union([z.string(), z.literal(0)])

/** `amountHT` and totals may be sent; the server computes its own. `tva` is a percentage. */
const line = {
  description: lines(5000),
  quantity: z.number().min(-1_000_000).max(1_000_000),
  unit: z.enum(LINE_UNITS).optional(),
  disbursement: z
    .boolean()
    .optional()
    .describe('A cost advanced in the client’s name, outside VAT'),
  unitPrice: z
    .number()
    .min(-MAX_MINOR / 100)
    .max(MAX_MINOR / 100),
  tva: Percent,
}
export const BillLineInput = z.strictObject({
  ...line,
  ...z.object(discountShape).partial().shape,
  amountHT: z.number().optional(),
  creditedLine: z.int().min(0).max(499).nullable().optional(),
  /** On a bill of a quote, the line of the quote that it takes from. */
  quotedLine: z.int().min(0).max(499).optional(),
})
export type BillLineInput = z.output<typeof BillLineInput>

const ignored = {
  totalHT: z.unknown().optional(),
  totalTva: z.unknown().optional(),
  totalTTC: z.unknown().optional(),
  tvaBreakdown: z.unknown().optional(),
}

/** Changes of a draft's editor. */
export const DraftContent = z.strictObject({
  projectId: IdOrNone,
  clientId: IdOrNone,
  issueDate: DayTime,
  dueDate: DayTime,
  ...shapeOf(billFields, 'wire'),
  lines: z.array(BillLineInput).max(500),
  /** Deposit bills that the final bill deducts, by their ids. */
  deposits: z.array(Id).max(50),
})

export const NewBill = DraftContent.partial().extend({
  id: Id.optional(),
  profileId: Id,
  /** A credit note is created from its bill, by `…/credit-note`. */
  type: z.enum(['invoice', 'deposit']).optional(),
  fromTimesheet: z.strictObject({ projectId: Id, year: Year, month: Month }).optional(),
  ...ignored,
})
export type NewBill = z.output<typeof NewBill>
export const BillPatch = DraftContent.partial().extend({
  id: Id,
  profileId: Id,
  version: Version,
  type: z.enum(BILL_TYPES).optional(),
  ...ignored,
})
export type BillPatch = z.output<typeof BillPatch>

const VatBreakdown = z.array(z.object({ rate: z.number(), base: z.number(), amount: z.number() }))
export const Deposit = z.object({
  id: z.string(),
  ref: z.string(),
  date: AnsweredDay,
  amountHT: z.number(),
  amountTTC: z.number(),
  tvaBreakdown: VatBreakdown,
})

/** Terms that the answers of a bill and a quote have alike. */
export const AnsweredTerms = z.object(shapeOf(billFields, 'answer'))

/**
 * `state` is the bill's progress as of today; `status` says whether it may still change. Amounts
 * are in the major units of `currency`.
 */
export const Bill = z.object({
  ...audit,
  profileId: z.string(),
  projectId: idOrNone,
  clientId: idOrNone,
  client: z.string(),
  type: z.enum(BILL_TYPES),
  status: z.enum(['draft', 'issued']),
  state: z.enum(BILL_STATES),
  paymentLabel: z.enum(['', ...PAYMENT_LABELS]),
  ref: z.string(),
  issueDate: AnsweredDay,
  dueDate: AnsweredDay,
  dueDateFixed: z
    .boolean()
    .describe(
      'Of a draft: `dueDate` is a day that was chosen, not one that follows from the days to pay',
    ),
  paimentDate: AnsweredDay,
  /** The day after the due date, from which the penalty runs. */
  penaltyDate: AnsweredDay,
  collectDate: AnsweredDay,
  ...AnsweredTerms.shape,
  lines: z.array(
    z.object({
      ...line,
      ...z.object(discountShape).partial().shape,
      amountHT: z.number(),
      creditedLine: z.int().nullable(),
      quotedLine: z.int().optional(),
    }),
  ),
  totalHT: z.number(),
  tvaBreakdown: VatBreakdown,
  totalTva: z.number(),
  totalTTC: z.number(),
  paidAmount: z.number(),
  creditedAmount: z.number(),
  outstanding: z.number(),
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      date: AnsweredDay,
      method: z.enum([...PAYMENT_METHODS, '']),
      bankReference: z.string(),
      fee: z.number().optional().describe('What the bank kept of the amount'),
      surplus: z.number().optional().describe('What of the amount is above the debt'),
    }),
  ),
  settlements: z
    .array(
      z.object({
        id: z.string(),
        as: z.enum(['discount', 'loss']),
        amount: z.number(),
        date: AnsweredDay,
      }),
    )
    .describe('Rests that ended without money'),
  toRefund: z
    .number()
    .describe('Paid above what is owed, credit notes taken off it, and not given back yet'),
  refundedAmount: z.number(),
  refunds: z.array(z.object({ id: z.string(), amount: z.number(), date: AnsweredDay })),
  /**
   * Interest to date: `penaltyRate` × `penaltyDays` on `penaltyBase`; the fixed indemnity is
   * separate.
   */
  penaltyAmount: z.number(),
  penaltyDays: z.int(),
  penaltyBase: z.number(),
  penaltyIndemnity: z.number(),
  deposits: z
    .array(Deposit)
    .describe('Deposit bills that it deducts; its totals are what is left after them'),
  prepaidAmount: z.number().describe('What its deposits come to, VAT included'),
  deductedBy: idOrNone.describe('Of a deposit: the final bill that deducts it'),
  /** The bill that a credit note corrects; 0 on other bills. */
  creditNoteOf: idOrNone,
  creditNoteOfRef: z.string(),
  /** The credit note that gave back the last amount; 0 while some is left. */
  cancelledBy: idOrNone,
  quoteId: idOrNone.describe('The accepted quote that it is made from'),
  creditNotes: z.array(
    z.object({ id: z.string(), ref: z.string(), date: AnsweredDay, amount: z.number() }),
  ),
  abandonedReason: z
    .string()
    .describe(
      'Why the last attempt to issue it was given up, in the caller’s language; empty once it is changed',
    ),
  abandonedDate: Time,
})
export type Bill = z.output<typeof Bill>

/**
 * One point of the blocking list: the entity to open to mend it (`entity`, `entityId`) and its
 * field (`path`).
 */
const CheckItem = z.object({
  code: z.string(),
  ok: z.boolean().describe('False stops the issue'),
  asks: z.boolean().describe('A question that is not answered yet; it does not stop the issue'),
  corrections: z
    .array(Correction)
    .describe('Changes of what `entity` and `entityId` name, each of which mends the point'),
  entity: z.enum(['bill', 'professionalInfo', 'company']),
  entityId: z.string(),
  version: CorrectedVersion,
  path: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The point in the caller's language: the fault and the remedy. */
  message: z.string(),
})
/**
 * `nextRef` is the number it would be given if issued now. For an issued bill it is empty, without
 * due date.
 */
export const Checklist = z.object({
  ready: z.boolean(),
  issueDate: AnsweredDay,
  dueDate: AnsweredDay,
  nextRef: z.string(),
  items: z.array(CheckItem),
})
export type Checklist = z.output<typeof Checklist>

const PaperRow = z.object({ label: z.string(), amount: z.number() })
/**
 * The paper's texts, in the client's language whatever the caller's. They are frozen once the bill
 * is issued; for a draft they are computed. `sha256` is that of the stored PDF, empty for a draft.
 * Pictures are data URLs; `code` is the QR code of the transfer.
 */
export const BillPaper = z.object({
  language: z.enum(PAPER_LANGUAGES),
  words: z.object({
    draft: z.string(),
    billedTo: z.string(),
    object: z.string(),
    lines: z.string(),
    heads: z.array(z.string()),
    code: z.string(),
    signature: z.string(),
    page: z.string(),
    carriedFrom: z.string(),
    carriedTo: z.string(),
  }),
  title: z.string(),
  number: z.string(),
  draft: z.boolean(),
  simulation: z.boolean(),
  seller: z.object({ name: z.string(), lines: z.array(z.string()) }),
  facts: z.array(z.string()),
  buyer: z.object({ name: z.string(), lines: z.array(z.string()) }),
  object: z.string(),
  header: z.string(),
  currency: z.string(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unitPrice: z.string(),
      rate: z.string(),
      amount: z.number(),
      discount: z.string(),
    }),
  ),
  totals: z.array(PaperRow),
  due: PaperRow,
  payment: z.array(z.string()),
  tax: z.array(z.string()),
  terms: z.string(),
  footer: z.string(),
  logo: z.string().nullable(),
  signature: z.string().nullable(),
  code: z.string().nullable(),
  sha256: z.string(),
})
export type BillPaper = z.output<typeof BillPaper>
/**
 * Result for each bill that was marked in one act: its payment, or the reason why there is none.
 */
export const Outcome = z.object({
  id: z.string(),
  ref: z.string(),
  paymentId: z.string(),
  code: z.string(),
  message: z.string(),
})
export type Outcome = z.output<typeof Outcome>

/** Order of the list. `number`: issued bills by day and number, then the drafts. */
export const BILL_ORDERS = [
  'ref',
  'number',
  'issueDate',
  'dueDate',
  'client',
  'totalHT',
  'totalTTC',
  'outstanding',
  'paimentDate',
  'collectDate',
  'creationDate',
  'lastModificationDate',
  'status',
] as const

export const BillListQuery = ListQuery.extend({
  sort: sortBy(BILL_ORDERS).optional(),
  /**
   * Amounts of credit notes are negative, as the list shows them; in the currency that is named, or
   * the euro.
   */
  filters: filtersInQuery(BILL_LIST_FILTERS),
  /** Ids, separated by commas: the bills picked in a list. */
  ids: idsUpTo(MAX_PICKED).optional(),
  status: z.enum(BILL_FILTERS).optional(),
  year: Year.optional(),
  clientId: Id.optional(),
  projectId: Id.optional(),
  quoteId: Id.optional(),
})

export const PastLine = z.object({
  description: z.string(),
  unit: z.enum(LINE_UNITS),
  unitPrice: z.number(),
  tva: z.number(),
  currency: z.string(),
})
export type PastLine = z.output<typeof PastLine>

export const Totals = z.object({
  currency: z.string(),
  count: z.int(),
  totalHT: z.number(),
  totalTva: z.number(),
  totalTTC: z.number(),
  paidAmount: z.number(),
  outstanding: z.number(),
  lateCount: z.int(),
  lateAmount: z.number(),
})

const Sums = z.object({
  currency: z.string(),
  count: z.int(),
  totalHT: z.number(),
  totalTTC: z.number(),
})
/**
 * Figures beside a page. `views`: number of found bills in each; `status` narrows only `months` and
 * `totals`. `month` is empty for the drafts. `profile`: all bills of the profile, without filters.
 */
export const BillSummary = z.object({
  views: z.record(z.enum(['all', ...BILL_FILTERS]), z.int()),
  months: z.array(Sums.extend({ month: z.string() })),
  totals: z.array(Sums),
  profile: z.object({
    count: z.int(),
    years: z.array(z.int()),
    clients: z.array(z.object({ id: z.string(), name: z.string() })),
    totals: z.array(Totals),
  }),
})
export type BillSummary = z.output<typeof BillSummary>
