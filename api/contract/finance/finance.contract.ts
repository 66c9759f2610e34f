import { get, post, put, del } from '#contract/kernel/contract.ts'
import {
  Transaction,
  TransactionDraft,
  TransactionPatch,
  TRANSACTION_ORDERS,
  Turnover,
  TurnoverPeriod,
  ClientTurnover,
  TransactionSummary,
  TurnoverPiece,
} from './finance.schemas.ts'
import { z } from 'zod'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { LARGEST_PAGE, USUAL_PAGE } from '#contract/kernel/api.values.ts'
import { type Conditions, TRANSACTION_FILTERS } from '#contract/kernel/list-filters.ts'
import { conditionsOf } from '#contract/kernel/list-filters.schemas.ts'
import { AskedDay, Month, Year } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, ofProfile, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { Cursor, Limit, sortBy } from '#contract/kernel/lists.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const

/**
 * One condition a field, all of them together. Amounts are of the currency that is named, or of the
 * euro.
 */
const TransactionFilters = conditionsOf(TRANSACTION_FILTERS).extend({
  /** The year it is listed under: of the payment once paid, expected until then. */
  year: z
    .strictObject({ operator: z.literal('eq'), value: z.int().min(2000).max(2100) })
    .optional(),
}) as z.ZodType<Conditions, Conditions> // undefined is never present
/** Words searched in reference, client, label and the bank's words. */
const Words = z.string().trim().max(200).optional()

/** Payments in and out, as a list shows them. */
const InAndOut = z.object({
  currency: z.string(),
  incomesHT: z.number(),
  incomesTva: z.number(),
  incomesTTC: z.number(),
  outcomesHT: z.number(),
  outcomesTva: z.number(),
  outcomesTTC: z.number(),
})

const Sum = z.object({ count: z.int(), amount: z.number(), vat: z.number(), amountTTC: z.number() })
/** Paid income and spending of a year, by month, in one currency. */
const YearStatistic = z.object({
  currency: z.string(),
  incomes: Sum,
  outcomes: Sum,
  months: z.array(z.object({ month: z.int(), incomes: Sum, outcomes: Sum })),
})

export const financeRoutes = {
  latest: get('/transaction/:userId/:profileId/:count', {
    summary: 'The first `count` transactions: what is not paid, then what is, the latest first',
    access: read,
    csv: true,
    params: ofProfile.extend({ count: Limit }),
    query: z.object({ cursor: Cursor, q: z.string().max(200).optional() }),
    reply: z.array(Transaction),
  }),
  filtered: post('/transaction/:userId/filters', {
    summary: 'The transactions that meet every condition, in the same order or in that of a column',
    access: read,
    csv: true,
    withoutPlan: true,
    params: own,
    body: z.strictObject({
      profileId: Id,
      quantity: z.int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE),
      cursor: Cursor,
      sort: sortBy(TRANSACTION_ORDERS).optional(),
      filters: TransactionFilters.optional(),
      q: Words,
    }),
    reply: z.array(Transaction),
  }),
  summary: post('/transaction/:userId/summary', {
    summary: 'A list’s counts by view, its sums by group and currency, and the years to filter by',
    access: read,
    withoutPlan: true,
    params: own,
    body: z.strictObject({ profileId: Id, filters: TransactionFilters.optional(), q: Words }),
    reply: TransactionSummary,
  }),
  get: get('/transaction/:userId/one/:profileId/:id', {
    summary: 'One transaction, reversed or not',
    access: read,
    params: ofProfile.extend({ id: Id }),
    reply: Transaction,
  }),
  schedule: get('/transaction/:userId/one/:profileId/:id/schedule', {
    summary: 'The schedule whose run booked a transaction; empty for one that no schedule made',
    access: read,
    params: ofProfile.extend({ id: Id }),
    reply: z.object({
      id: z.string(),
      family: z.enum(['scheduledTransaction', 'charge', '']),
      label: z.string(),
    }),
  }),
  add: post('/transaction/:userId', {
    summary: 'A transaction by hand',
    access: { permission: 'perm_transaction_add' },
    params: own,
    body: TransactionDraft,
    reply: Written,
  }),
  change: put('/transaction/:userId', {
    summary: 'Changes of a transaction by hand; what a bill booked is changed through the bill',
    access: { permission: 'perm_transaction_update' },
    params: own,
    body: TransactionPatch,
    reply: Written,
  }),
  paid: put('/transaction/:userId/:id/paid', {
    summary: 'It was paid, today or on the day given',
    access: { permission: 'perm_transaction_update' },
    params: own.extend({ id: Id }),
    body: z.strictObject({ paymentDate: DayTime.min(1).optional() }).optional(),
    reply: Written,
  }),
  unpaid: put('/transaction/:userId/:id/unpaid', {
    summary: 'It is not paid after all',
    access: { permission: 'perm_transaction_update' },
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  collected: put('/transaction/:userId/:id/collected', {
    summary: 'Its money has reached or left the bank',
    access: { permission: 'perm_transaction_update' },
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  uncollected: put('/transaction/:userId/:id/uncollected', {
    summary: 'Its money is not in the bank after all',
    access: { permission: 'perm_transaction_update' },
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  euros: put('/transaction/:userId/:id/euros', {
    summary: 'What a payment in another currency came to in euros, as the bank booked it',
    access: { permission: 'perm_transaction_update' },
    params: own.extend({ id: Id }),
    body: z.strictObject({ amountEUR: Money, version: Version }),
    reply: Written,
  }),
  remove: del('/transaction/:userId/:id', {
    summary: 'Removes a transaction by hand; its history stays',
    access: { permission: 'perm_transaction_delete' },
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  restore: put('/transaction/:userId/:id/restore', {
    summary: 'Takes a removal back',
    access: { permission: 'perm_transaction_delete' },
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  statistic: post('/transaction/:userId/statistic/:profileId', {
    summary: 'Sums of what was paid, by year; of every year unless one is named',
    access: read,
    withoutPlan: true,
    params: ofProfile,
    body: z
      .strictObject({
        year: z.int().min(2000).max(2100).optional(),
        currency: Currency.optional(),
      })
      .optional(),
    reply: z.record(z.string(), YearStatistic),
  }),
  statisticMonths: get('/transaction/:userId/statistic/:profileId/:year', {
    summary: 'The months of a year’s sums as a list',
    access: read,
    csv: 'turnover',
    params: ofProfile.extend({ year: Year }),
    query: z.object({ currency: Currency.optional() }),
    reply: z.array(z.object({ month: z.int(), ...InAndOut.shape })),
  }),
  statisticYears: get('/transaction/:userId/statistic/:profileId', {
    summary: 'The sums of every year as a list, the earliest first',
    access: read,
    csv: 'turnover',
    params: ofProfile,
    query: z.object({ currency: Currency.optional() }),
    reply: z.array(z.object({ year: z.int(), ...InAndOut.shape })),
  }),
  ofExternal: get('/transaction/:userId/all/:profileId/:externalId', {
    summary: 'What one thing booked, reversals included',
    access: read,
    csv: true,
    params: ofProfile.extend({ externalId: Id }),
    reply: z.array(Transaction),
  }),
  ofBill: get('/transaction/:userId/all/bill/:profileId/:externalId', {
    summary: 'What a bill’s payments booked, reversals included',
    access: read,
    csv: true,
    params: ofProfile.extend({ externalId: Id }),
    reply: z.array(Transaction),
  }),
  periods: get('/turnover/:userId/:profileId', {
    summary:
      'Turnover by month or quarter of a year, or of every year, beside that of the year before',
    access: read,
    csv: 'turnover',
    params: ofProfile,
    /** `year` is this year unless said; by year, every year is answered. */
    query: z.object({
      by: z.enum(['month', 'quarter', 'year']).default('month'),
      year: Year.optional(),
      currency: Currency.optional(),
    }),
    reply: z.array(TurnoverPeriod),
  }),
  turnoverFacts: get('/turnover/:userId/:profileId/facts', {
    summary: 'The bills or payments that make the turnover of some days, the latest first',
    access: read,
    csv: 'turnover',
    params: ofProfile,
    /** This year unless said. */
    query: z.object({
      from: AskedDay.pipe(DayTime).optional(),
      to: AskedDay.pipe(DayTime).optional(),
      basis: z.enum(['receipts', 'invoiced']).default('receipts'),
      currency: Currency.optional(),
      limit: Limit.default(USUAL_PAGE),
      cursor: z.string().max(2000).optional(),
    }),
    reply: z.array(TurnoverPiece),
  }),
  turnoverClients: get('/turnover/:userId/:profileId/:year/clients', {
    summary: 'Turnover of a year by client and contract, the largest first',
    access: read,
    csv: 'turnover',
    params: ofProfile.extend({ year: Year }),
    query: z.object({ currency: Currency.optional() }),
    reply: z.array(ClientTurnover),
  }),
  pieces: get('/turnover/:userId/:profileId/:year/:month', {
    summary:
      'The bills or payments that make a month’s turnover, the latest first; none of what one may not read',
    access: { permission: 'perm_dashboard_menu' },
    params: ofProfile.extend({ year: Year, month: Month }),
    query: z.object({
      basis: z.enum(['receipts', 'invoiced']).default('receipts'),
      currency: Currency.optional(),
      limit: Limit.default(USUAL_PAGE),
      cursor: Cursor,
    }),
    reply: z.array(TurnoverPiece),
  }),
  turnover: get('/turnover/:userId/:profileId/:year', {
    summary: 'Turnover of a year by month, without VAT: cashed and invoiced',
    access: { permission: 'perm_dashboard_menu' },
    params: ofProfile.extend({ year: Year }),
    query: z.object({
      currency: Currency.optional(),
    }),
    reply: Turnover,
  }),
}
