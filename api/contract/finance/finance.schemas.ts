import { z } from 'zod'
import { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
import { MAX_FILES } from '#domain/documents/media-types.values.ts'
import { NATURES, REGIONS, TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, IdOrNone, Version } from '#contract/kernel/inputs.schemas.ts'

/**
 * Amounts in the major units of `currency`. `collected` and `deductible`: its side of the VAT, both
 * for a self-assessed purchase. `group` is its part of the list: due and unpaid, then paid, then
 * expected. `details` is its VAT by rate.
 */
export const Transaction = z.object({
  ...audit,
  profileId: z.string(),
  group: z.enum(['unpaid', 'paid', 'expected']),
  status: z.enum(['paid', 'unpaid']),
  /** Booked, then reversed; it counts in no sum. */
  reversed: z.boolean(),
  cashed: z.boolean().describe('The money has reached or left the bank'),
  collected: z
    .boolean()
    .describe('Its VAT is owed to the State, of a purchase from abroad by the buyer'),
  deductible: z.boolean().describe('Its VAT, or a part of it, may be deducted'),
  collectDate: AnsweredDay.describe('The day the bill was in the bank; 0 until then'),
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  label: z.string(),
  reference: z.string(),
  client: z.string(),
  organismId: z.union([z.string(), z.literal(0)]),
  /** Name; empty without one. */
  organism: z.string(),
  currency: z.string(),
  amount: z.number(),
  vat: z.number(),
  amountTTC: z.number(),
  amountEUR: z.number().describe('The whole in euros; 0 while it is not known'),
  waitsForEuros: z
    .boolean()
    .describe('Paid in another currency; no sum in euros counts it before `amountEUR` is told'),
  exchangeDifference: z
    .number()
    .describe('In euros: gain of exchange against the bill’s rate, negative for a loss'),
  paymentDate: AnsweredDay,
  expectedPaymentDate: AnsweredDay,
  documentDate: AnsweredDay.describe('The day of its invoice or receipt; 0 for none'),
  nature: z.enum(NATURES),
  region: z.enum(REGIONS),
  supplierOnDebits: z.boolean(),
  foreignVat: z
    .boolean()
    .describe('Its VAT is that of another country: part of the price, in no return'),
  deductibleShare: z.number().describe('Percent'),
  bankAccountType: z.enum(['personal', 'professional']),
  paymentMethod: z
    .enum([...PAYMENT_METHODS, ''])
    .describe('Empty for a payment that was noted without it'),
  /** The bank's words for the payment. */
  bankReference: z.string(),
  /** The bill's id; empty for a transaction without a bill. */
  externalId: z.string(),
  projectId: z.union([z.string(), z.literal(0)]),
  attachmentIds: z.array(z.string()),
  details: z.array(z.object({ rate: z.number(), base: z.number(), amount: z.number() })),
})
export type Transaction = z.output<typeof Transaction>

const Percent = z.number().min(0).max(100).multipleOf(0.01)
const Row = z.strictObject({
  rate: Percent,
  base: Money,
  /** VAT; worked out from base and rate when absent. */
  amount: Money.optional(),
})
const writable = {
  profileId: Id,
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  label: oneLine(200),
  reference: oneLine(100),
  organismId: IdOrNone,
  currency: Currency,
  status: z.enum(['paid', 'unpaid']),
  paymentDate: DayTime,
  expectedPaymentDate: DayTime,
  documentDate: DayTime,
  bankAccountType: z.enum(['personal', 'professional']),
  paymentMethod: z.enum([...PAYMENT_METHODS, '']),
  attachmentIds: z.array(Id).max(MAX_FILES),
  nature: z.enum(NATURES),
  region: z.enum(REGIONS),
  supplierOnDebits: z.boolean(),
  /** The supplier charged the VAT of its own country. Absent, rates that France lacks tell it. */
  foreignVat: z.boolean(),
  deductibleShare: Percent,
  /**
   * VAT by rate; or one of `amount`, `vat` and `amountTTC`, with `rate`: the server works out the
   * others.
   */
  details: z.array(Row).min(1).max(10),
  amount: Money,
  vat: Money,
  amountTTC: Money,
  rate: Percent,
  /** The whole in euros, where `currency` is another one; 0 while it is not known. */
  amountEUR: Money,
}
export const TransactionDraft = z
  .strictObject(writable)
  .partial()
  .required({ profileId: true, operation: true, type: true })
  .extend({ id: Id.optional() })
export type TransactionDraft = z.output<typeof TransactionDraft>
/** A transaction as it was read, or a part of it. */
export const TransactionPatch = readBack(
  z.strictObject(writable).partial().extend({ id: Id, version: Version }),
  Transaction,
)
export type TransactionPatch = z.output<typeof TransactionPatch>

/** Order of the list. */
export const TRANSACTION_ORDERS = [
  'date',
  'client',
  'reference',
  'type',
  'status',
  'vat',
  'amountTTC',
] as const

export const Turnover = z.object({
  year: z.int(),
  currency: z.string(),
  /** VAT is separate; refunds to clients are taken off. */
  months: z.array(
    z.object({
      month: z.int(),
      receiptsHT: z.number().describe('What clients paid, by day of payment'),
      receiptsTva: z.number(),
      invoicedHT: z.number().describe('What was billed, by day of issue, credit notes taken off'),
      invoicedTva: z.number(),
    }),
  ),
  receiptsHT: z.number(),
  receiptsTva: z.number(),
  invoicedHT: z.number(),
  invoicedTva: z.number(),
})
export type Turnover = z.output<typeof Turnover>

/**
 * In the major units of its currency: received from clients, and billed; refunds and credit notes
 * taken off.
 */
const turnoverFigures = {
  receiptsHT: z.number(),
  receiptsTva: z.number(),
  receiptsTTC: z.number(),
  invoicedHT: z.number(),
  invoicedTva: z.number(),
  invoicedTTC: z.number(),
}
/** Turnover of the same months of the year before. */
const figuresBefore = {
  previousReceiptsHT: z.number(),
  previousReceiptsTTC: z.number(),
  previousInvoicedHT: z.number(),
  previousInvoicedTTC: z.number(),
}
export const TurnoverPeriod = z.object({
  year: z.int(),
  period: z.int().describe('Number of the month or the quarter; 0 for a year'),
  from: AnsweredDay,
  to: AnsweredDay,
  currency: z.string(),
  ...turnoverFigures,
  ...figuresBefore,
})
export type TurnoverPeriod = z.output<typeof TurnoverPeriod>
export const ClientTurnover = z.object({
  clientId: z.union([z.string(), z.literal(0)]),
  client: z.string(),
  projectId: z.union([z.string(), z.literal(0)]).describe('0 without a contract'),
  contract: z.string(),
  currency: z.string(),
  ...turnoverFigures,
  ...figuresBefore,
})
export type ClientTurnover = z.output<typeof ClientTurnover>

/**
 * Sums of one currency, what was reversed left out. `vat`: that of incomes, less that of outcomes.
 */
const TransactionSums = z.object({
  currency: z.string(),
  count: z.int(),
  incomes: z.number(),
  outcomes: z.number(),
  vat: z.number(),
})
/**
 * Figures beside a page. `views`: number of found ones in each, whatever the filters by operation
 * and document. `unattached`: without a bill and without a document. `profile`: all transactions of
 * the profile, without filters; `received`: payments of clients in a year.
 */
export const TransactionSummary = z.object({
  views: z.object({ all: z.int(), incomes: z.int(), outcomes: z.int(), unattached: z.int() }),
  groups: z.array(TransactionSums.extend({ group: z.enum(['unpaid', 'paid', 'expected']) })),
  totals: z.array(TransactionSums),
  profile: z.object({
    count: z.int(),
    currencies: z.array(z.string()),
    years: z.array(z.int()),
    received: z.array(z.object({ year: z.int(), currency: z.string(), amountTTC: z.number() })),
  }),
})
export type TransactionSummary = z.output<typeof TransactionSummary>

/**
 * One bill or payment of a month's turnover, without VAT; credit notes and refunds are negative.
 */
export const TurnoverPiece = z.object({
  id: z.string(),
  date: AnsweredDay,
  client: z.string(),
  reference: z.string(),
  amount: z.number(),
  amountTTC: z.number(),
  billId: z.string(),
})
export type TurnoverPiece = z.output<typeof TurnoverPiece>
