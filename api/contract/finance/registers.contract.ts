import { get } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
import { REGISTERS } from '#domain/finance/register.values.ts'
import { NATURES, TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import { AnsweredDay, Instant, Time, Year } from '#contract/kernel/times.schemas.ts'
import { Limit } from '#contract/kernel/lists.schemas.ts'
import { ofProfile } from '#contract/kernel/inputs.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const

/** A receipt or a purchase; what is given back, and what takes a line back, is negative. */
const RegisterLine = z.object({
  number: z.int().describe('Of the year, without gaps, in the order of recording'),
  date: AnsweredDay.describe('The day on which the money came or went'),
  party: z.string().describe('The client, or the supplier'),
  label: z.string(),
  nature: z.enum(NATURES),
  type: z.enum(TRANSACTION_TYPES),
  reference: z.string().describe('Of the bill or the document'),
  currency: z.string(),
  amount: z.number(),
  vat: z.number(),
  amountTTC: z.number(),
  paymentMethod: z.enum([...PAYMENT_METHODS, '']),
  recordedAt: Time,
  takesBack: z.int().describe('Number of the line that it takes back; 0 for none'),
  transactionId: z.string(),
  billId: z.union([z.string(), z.literal(0)]),
})
export type RegisterLine = z.output<typeof RegisterLine>

const RegisterSummary = z.object({
  count: z.int(),
  totals: z.array(
    z.object({ currency: z.string(), amount: z.number(), vat: z.number(), amountTTC: z.number() }),
  ),
  /** The latest first; the year asked for is among them. */
  years: z.array(z.int()),
})

const params = ofProfile.extend({ register: z.enum(REGISTERS), year: Year })
const asKnownAt = Instant.describe('As the register was at this instant')

export const registerRoutes = {
  lines: get('/register/:userId/:profileId/:register/:year', {
    summary:
      'Lines of a year in the register of receipts or purchases, numbered in the order of their recording',
    access: read,
    csv: 'accountBook',
    params,
    query: z.object({
      asKnownAt,
      limit: Limit.default(LARGEST_PAGE),
      cursor: z.string().max(2000).optional(),
    }),
    reply: z.array(RegisterLine),
  }),
  summary: get('/register/:userId/:profileId/:register/:year/summary', {
    summary:
      'How many lines a register has in a year, their sums by currency, and the years with lines',
    access: read,
    params,
    query: z.object({ asKnownAt }),
    reply: RegisterSummary,
  }),
  pdf: get('/register/:userId/:profileId/:register/:year/pdf', {
    summary:
      'A register of a year as a tagged PDF/A, in the caller’s language with its French title',
    access: read,
    kind: 'binary',
    heavy: true,
    params,
    query: z.object({ asKnownAt }),
    reply: z.unknown(),
  }),
}
