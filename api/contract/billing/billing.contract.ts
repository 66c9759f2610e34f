import { get, post, put, del } from '#contract/kernel/contract.ts'
import { MAX_TOGETHER } from '#contract/billing/bill.values.ts'
import {
  idOrNone,
  NewBill,
  BillPatch,
  Deposit,
  Bill,
  Checklist,
  BillPaper,
  Outcome,
  BillListQuery,
  PastLine,
  Totals,
  BillSummary,
} from './billing.schemas.ts'
import { z } from 'zod'
import { Amount } from '#domain/billing/bill.fields.ts'
import {
  BANK_REFERENCE_LENGTH,
  PAYMENT_METHODS,
  REST_KINDS,
} from '#domain/billing/payment.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { AskedDay, Instant } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Id, idsUpTo, ofProfile, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { readBack } from '#contract/kernel/read-back.ts'

const see = { permission: 'perm_billing_menu' } as const
const add = { permission: 'perm_billing_add' } as const
const update = { permission: 'perm_billing_update' } as const
const remove = { permission: 'perm_billing_delete' } as const

const ofBill = ofProfile.extend({ id: Id })

/** A draft's changes, or all that was read of it with the changes in it. */
const BillChange = readBack(
  BillPatch.extend({
    deposits: z
      .array(z.union([Id, Deposit.transform(({ id }) => id)]))
      .max(50)
      .optional(),
  }),
  Bill,
)

/** In euros, of a bill in another currency. */
const EurosOf = Amount.optional().describe(
  'What the bank booked in euros, of a bill in another currency; else the bill’s rate is taken',
)
/** Means of a payment, and the bank's words for it. Empty means unknown. */
const means = {
  method: z.enum([...PAYMENT_METHODS, '']).optional(),
  bankReference: oneLine(BANK_REFERENCE_LENGTH).optional(),
}
/**
 * `totals` by currency; `averageDays` from the issue to the full payment, null while no bill was
 * paid.
 */
const ClientLedger = z.object({
  totals: z.array(
    z.object({
      currency: z.string(),
      billedHT: z.number(),
      outstanding: z.number(),
      lateCount: z.int(),
      lateAmount: z.number(),
    }),
  ),
  averageDays: z.int().nullable(),
  paidBills: z.int(),
})
/** Clients of one page of a list. */
const LEDGERS_AT_ONCE = 100

/** A day and a version; `date` 0 or absent is today. */
const dated = z.strictObject({ date: DayTime.optional(), version: Version }).optional()

/**
 * `asIssued`: a draft as it would be issued now, with its number and dates. `at`: as it was then.
 */
const PaperQuery = z.object({ asIssued: z.stringbool().optional(), at: Instant })

export const billRoutes = {
  list: get('/bill/:userId/all/:profileId', {
    summary:
      'Bills of a profile, the newest first; filters by status, year, client and contract; also as CSV',
    access: see,
    csv: true,
    params: ofProfile,
    query: BillListQuery,
    reply: z.array(Bill),
  }),
  ofProject: get('/bill/:userId/all/:profileId/:projectId', {
    summary: 'Bills of a contract',
    access: see,
    csv: true,
    params: ofProfile.extend({ projectId: Id }),
    query: BillListQuery.omit({ projectId: true }),
    reply: z.array(Bill),
  }),
  totals: get('/bill/:userId/totals/:profileId', {
    summary: 'Sums of the bills that a filter finds, by currency; credit notes count against',
    access: see,
    params: ofProfile,
    query: BillListQuery.omit({ limit: true, cursor: true, sort: true }),
    reply: z.array(Totals),
  }),
  summary: get('/bill/:userId/summary/:profileId', {
    summary:
      'A list’s counts by view, its sums by month and currency, and the years and clients to filter by',
    access: see,
    params: ofProfile,
    query: BillListQuery.omit({ limit: true, cursor: true, sort: true }),
    reply: BillSummary,
  }),
  clientLedger: get('/bill/:userId/ledger/:profileId/:clientId', {
    summary: 'What a client owes, what of it is late, and how long it takes to pay',
    access: see,
    params: ofProfile.extend({ clientId: Id }),
    reply: ClientLedger,
  }),
  clientLedgers: get('/bill/:userId/ledgers/:profileId', {
    summary: 'The same of several clients, each with the day of its last bill; 0 for none',
    access: see,
    params: ofProfile,
    query: z.object({ ids: idsUpTo(LEDGERS_AT_ONCE) }),
    reply: z.array(ClientLedger.extend({ clientId: Id, lastBillDate: z.int() })),
  }),
  deposits: get('/bill/:userId/deposits/:profileId/:clientId', {
    summary: 'Issued deposit bills of a client that no final bill deducts yet, the oldest first',
    access: see,
    params: ofProfile.extend({ clientId: Id }),
    reply: z.array(Deposit.extend({ projectId: idOrNone, currency: z.string() })),
  }),
  pastLines: get('/bill/:userId/lines/:profileId', {
    summary:
      'Lines billed lately, each once and with its last price, to be offered while one types',
    access: see,
    params: ofProfile,
    reply: z.array(PastLine),
  }),
  get: get('/bill/:userId/:profileId/:id', {
    summary: 'One bill',
    access: see,
    params: ofBill,
    query: z.object({ at: Instant }),
    reply: Bill,
  }),
  checklist: get('/bill/:userId/:profileId/:id/checklist', {
    summary: 'What a draft needs before it can be issued, met or not; empty once it is issued',
    access: see,
    params: ofBill,
    query: z.object({ issueDate: AskedDay.pipe(DayTime).optional() }),
    reply: Checklist,
  }),
  paper: get('/bill/:userId/:profileId/:id/paper', {
    summary: 'What the paper says, as texts and amounts; the PDF’s bytes are what counts',
    access: see,
    params: ofBill,
    query: PaperQuery,
    reply: BillPaper,
  }),
  pdf: get('/bill/:userId/:profileId/:id/pdf', {
    summary:
      'The paper: the stored bytes of an issued bill, or a draft’s preview, also as it was at an instant',
    access: see,
    kind: 'binary',
    heavy: 'preview',
    params: ofBill,
    query: PaperQuery,
    reply: z.unknown(),
  }),
  xml: get('/bill/:userId/:profileId/:id/xml', {
    summary: 'The Factur-X XML that the paper of an issued bill carries, byte for byte',
    access: see,
    kind: 'binary',
    params: ofBill,
    reply: z.unknown(),
  }),
  add: post('/bill/:userId', {
    summary: 'Drafts a bill, by hand or from the billable days of a month',
    access: add,
    params: own,
    body: NewBill,
    reply: Written,
  }),
  change: put('/bill/:userId', {
    summary: 'Changes a draft; 409 once it is issued',
    access: update,
    params: own,
    body: BillChange,
    reply: Written,
  }),
  remove: del('/bill/:userId/:profileId/:id', {
    summary: 'Deletes a draft; 409 once it is issued',
    access: remove,
    params: ofBill,
    reply: Written,
  }),
  issue: put('/bill/:userId/:profileId/:id/issue', {
    summary: 'Gives a draft its number and freezes it for good; 422 names what is missing',
    access: update,
    params: ofBill,
    body: z.strictObject({ issueDate: DayTime.optional(), version: Version }).optional(),
    reply: Written,
  }),
  paid: put('/bill/:userId/:profileId/:id/paid', {
    summary:
      'Notes a payment, all that is owed unless `amount` says otherwise; books an income transaction. A surplus waits to be given back.',
    access: update,
    params: ofBill,
    body: z
      .strictObject({
        amount: Amount.optional(),
        date: DayTime.optional(),
        ...means,
        amountEUR: EurosOf,
        rest: z
          .enum(REST_KINDS)
          .optional()
          .describe('How a rest ends: the bank kept it, or a discount, or a loss; else it is owed'),
        collected: z
          .boolean()
          .optional()
          .describe('The money is in the bank: counts once nothing is owed any more'),
        transactionId: Id.optional().describe(
          'An income by hand that stood for this payment. It is removed while the payment stands; its amount is paid',
        ),
        version: Version,
      })
      .optional(),
    reply: Written.extend({ paymentId: z.string() }),
  }),
  paidTogether: put('/bill/:userId/:profileId/paid', {
    summary: 'Notes that several bills are paid in full; says of each whether it is, or why not',
    access: update,
    heavy: true,
    params: ofProfile,
    body: z.strictObject({
      ids: z.array(Id).min(1).max(MAX_TOGETHER),
      date: DayTime.optional(),
      ...means,
    }),
    reply: z.object({ position: z.string(), outcomes: z.array(Outcome) }),
  }),
  unpaidTogether: put('/bill/:userId/:profileId/unpaid', {
    summary: 'Takes back several payments; says of each whether it is taken back, or why not',
    access: update,
    heavy: true,
    params: ofProfile,
    body: z.strictObject({
      payments: z
        .array(z.strictObject({ id: Id, paymentId: oneLine(64) }))
        .min(1)
        .max(MAX_TOGETHER),
    }),
    reply: z.object({ position: z.string(), outcomes: z.array(Outcome) }),
  }),
  pdfs: get('/bill/:userId/:profileId/pdfs', {
    summary: 'The papers of several issued bills as one ZIP; their numbers name the files',
    access: see,
    kind: 'binary',
    heavy: true,
    params: ofProfile,
    query: z.object({ ids: idsUpTo(MAX_TOGETHER) }),
    reply: z.unknown(),
  }),
  unpaid: put('/bill/:userId/:profileId/:id/unpaid', {
    summary: 'Takes back one payment, or all of them; reverses their transactions',
    access: update,
    params: ofBill,
    body: z.strictObject({ paymentId: oneLine(64).optional(), version: Version }).optional(),
    reply: Written,
  }),
  settled: put('/bill/:userId/:profileId/:id/settled', {
    summary: 'Ends what is owed still as a fee of the bank, a discount or a loss',
    access: update,
    params: ofBill,
    body: z.strictObject({
      as: z.enum(REST_KINDS),
      date: DayTime.optional(),
      version: Version,
    }),
    reply: Written.extend({ settlementId: z.string() }),
  }),
  unsettled: put('/bill/:userId/:profileId/:id/unsettled', {
    summary: 'Takes back a discount or a loss: the rest is owed again',
    access: update,
    params: ofBill,
    body: z.strictObject({ settlementId: oneLine(64), version: Version }),
    reply: Written,
  }),
  refunded: put('/bill/:userId/:profileId/:id/refunded', {
    summary:
      'Gives back what was paid too much, all of it unless `amount` says a part; books an outgoing transaction',
    access: update,
    params: ofBill,
    body: z
      .strictObject({
        amount: Amount.optional(),
        amountEUR: EurosOf,
        date: DayTime.optional(),
        version: Version,
      })
      .optional(),
    reply: Written,
  }),
  unrefunded: put('/bill/:userId/:profileId/:id/unrefunded', {
    summary: 'Takes back one refund, or all of them; reverses their transactions',
    access: update,
    params: ofBill,
    body: z.strictObject({ refundId: oneLine(64).optional(), version: Version }).optional(),
    reply: Written,
  }),
  collected: put('/bill/:userId/:profileId/:id/collected', {
    summary: 'The money is in the bank',
    access: update,
    params: ofBill,
    body: dated,
    reply: Written,
  }),
  uncollected: put('/bill/:userId/:profileId/:id/uncollected', {
    summary: 'The money is not in the bank after all',
    access: update,
    params: ofBill,
    body: z.strictObject({ version: Version }).optional(),
    reply: Written,
  }),
  creditNote: put('/bill/:userId/:profileId/:id/credit-note', {
    summary:
      'Drafts a credit note of all that is left, or of the lines named; answers the credit note’s id',
    access: add,
    params: ofBill,
    body: z
      .strictObject({
        /** Id of the credit note. */
        id: Id.optional(),
        lines: z
          .array(
            z.strictObject({
              line: z.int().min(0).max(499),
              quantity: z.number().min(0).max(1_000_000).optional(),
              unitPrice: Amount.optional(),
            }),
          )
          .min(1)
          .max(500)
          .optional(),
        daysAgain: z
          .boolean()
          .optional()
          .describe('The days that it gives back are to bill again; else they are not offered'),
        version: Version,
      })
      .optional(),
    reply: Written,
  }),
}
