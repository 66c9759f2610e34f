import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { Currency, ofProfile, VersionOrNone } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const

const Account = z.enum(['professional', 'personal'])

/**
 * Money that is expected; negative for what goes out. `id` is that of the bill, transaction,
 * contract or schedule.
 */
const Behind = z.object({
  kind: z
    .enum(['bill', 'transaction', 'draft', 'unbilled', 'contract', 'scheduled', 'charge', 'vat'])
    .describe('`unbilled` are days worked and not billed, `contract` days to come'),
  id: z.string(),
  label: z.string(),
  day: AnsweredDay,
  amount: z.number(),
})
export type Behind = z.output<typeof Behind>

const PastMonth = z.object({
  year: z.int(),
  month: z.int(),
  actualIn: z.number(),
  actualOut: z.number(),
})
const ForecastMonth = PastMonth.extend({
  expectedIn: z.number(),
  expectedOut: z.number(),
  balance: z.number().describe('At the end of the month'),
  behind: z.array(Behind).describe('The earliest; all of them are in the list of what is expected'),
  behindCount: z.int().describe('How many there are'),
})

/** A limit of turnover, in euros. `trade`: of services, or of sales of goods. */
const Threshold = z.object({
  name: z.enum(['vatBase', 'vatTolerance', 'micro']),
  trade: z.enum(['services', 'sales']),
  limit: z.number(),
  reached: z.number(),
  crossedOn: AnsweredDay.describe(
    'The day on which it was or would be crossed this year; 0 for none',
  ),
  applies: z
    .boolean()
    .describe('Whether the regime or the legal form of the business has this limit'),
  from: AnsweredDay.describe('The first day of the rule'),
  source: z.string(),
})
export type Threshold = z.output<typeof Threshold>

export const Forecast = z.object({
  currency: z.string(),
  /** The balance of the accounts asked for, at the end of today. */
  balance: z.number(),
  accounts: z.array(
    z.object({
      account: Account,
      balance: z.number(),
      /** 0 while none was entered: the balance is then all that was ever paid. */
      openingDay: AnsweredDay,
      openingBalance: z.number(),
    }),
  ),
  openingVersion: z.int().describe('Of the entered balances; 0 before the first'),
  /** The six months before this one. */
  before: z.array(PastMonth),
  months: z.array(ForecastMonth),
  runsDryOn: AnsweredDay.describe('The first day on which nothing is left; 0 when there is none'),
  thresholds: z.array(Threshold),
  safeToSpend: z.number(),
  /** Parts of `safeToSpend`; amounts set aside are negative. */
  safeParts: z.array(
    z.object({ name: z.enum(['balance', 'vat', 'urssaf', 'toPay']), amount: z.number() }),
  ),
})
export type Forecast = z.output<typeof Forecast>

const forecastQuery = z.object({
  /** Both accounts unless one is named. */
  account: Account.optional(),
  currency: Currency.optional(),
})

export const forecastRoutes = {
  get: get('/forecast/:userId/:profileId', {
    summary:
      'Twelve months: what was paid, what is expected and why, the balance, limits, and what is safe to spend',
    access: read,
    params: ofProfile,
    query: forecastQuery,
    reply: Forecast,
  }),
  expected: get('/forecast/:userId/:profileId/expected', {
    summary: 'All that is expected within twelve months, the earliest first',
    access: read,
    csv: 'forecast',
    params: ofProfile,
    query: forecastQuery,
    reply: z.array(Behind),
  }),
  balance: put('/forecast/:userId/:profileId/balance', {
    summary: 'What an account held when a day began, as its bank says',
    access: { permission: 'perm_transaction_update' },
    params: ofProfile,
    body: z.strictObject({
      account: Account,
      amount: Money,
      date: DayTime.min(1),
      currency: Currency.optional(),
      version: VersionOrNone,
    }),
    reply: Written,
  }),
}
