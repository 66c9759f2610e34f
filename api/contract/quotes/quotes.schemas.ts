import { z } from 'zod'
import { QUOTE_PARTIES, QUOTE_STATES } from '#domain/quotes/quote.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { AnsweredTerms, Bill, BillPatch } from '#contract/billing/billing.schemas.ts'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { AnsweredDay, Time } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Id, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery, sortBy } from '#contract/kernel/lists.schemas.ts'
const idOrNone = z.union([z.string(), z.literal(0)])

/** A bill's draft without what is a bill's own, and what is a quote's own. */
const content = BillPatch.omit({
  id: true,
  profileId: true,
  version: true,
  type: true,
  projectId: true,
  issueDate: true,
  dueDate: true,
  deposits: true,
}).extend({
  /** 0: some days after it is sent. */
  validUntil: DayTime.optional(),
  depositPercent: z.number().min(0).max(100).multipleOf(0.01).optional(),
  /** Price of drawing up the quote; 0 for nothing. */
  fee: z.number().min(0).max(1_000_000).optional(),
})
export const NewQuote = content.extend({ id: Id.optional(), profileId: Id })
export type NewQuote = z.output<typeof NewQuote>
export const QuotePatch = content.extend({ id: Id, profileId: Id, version: Version })
export type QuotePatch = z.output<typeof QuotePatch>

/** `status` is its state today. Amounts are in the major units of `currency`. */
export const Quote = z.object({
  ...audit,
  ...Bill.pick({
    profileId: true,
    clientId: true,
    client: true,
    totalHT: true,
    tvaBreakdown: true,
    totalTva: true,
    totalTTC: true,
  }).shape,
  ...AnsweredTerms.shape,
  status: z.enum(QUOTE_STATES),
  ref: z.string().describe('Number of what was sent last; empty until then'),
  edition: z.int().describe('How often it was sent'),
  lines: z.array(
    Bill.shape.lines.element.omit({ creditedLine: true, quotedLine: true }).extend({
      billed: z.number().describe('Quantity that bills have taken'),
      left: z
        .number()
        .describe('Quantity that bills may still take; the whole before it is accepted'),
    }),
  ),
  leftHT: z.number().describe('What is left to bill, without VAT; 0 before it is accepted'),
  validUntil: AnsweredDay.describe('Of a draft: the chosen day, 0 for none'),
  depositPercent: z.number(),
  depositTTC: z.number(),
  fee: z.number(),
  sentDate: AnsweredDay,
  sentAt: Time,
  mailedAt: Time,
  remindedAt: Time,
  ready: z.boolean().describe('Of a sent quote: its mail lies in the outbox, for the user to send'),
  reminderReady: z.boolean().describe('The last reminder lies in the outbox'),
  viewedAt: Time,
  address: z
    .string()
    .describe('Where the client’s codes go; empty when the client can’t accept by the link'),
  acceptedBy: z.enum(['', ...QUOTE_PARTIES]),
  acceptedName: z.string(),
  codeHanded: z
    .boolean()
    .describe('The one-time code was given to the user to hand on: no mail server sent it'),
  acceptedNote: z.string(),
  acceptedDate: AnsweredDay,
  acceptedAt: Time,
  declinedBy: z.enum(['', ...QUOTE_PARTIES]),
  declinedReason: z.string(),
  declinedAt: Time,
  withdrawnAt: Time,
  expiredAt: Time,
  projectId: idOrNone.describe('The contract that was made of it'),
  depositId: idOrNone.describe('The deposit bill that was made of it'),
  bills: z.array(z.string()).describe('Bills that take its lines'),
  versions: z.array(
    z.object({
      edition: z.int(),
      ref: z.string(),
      date: AnsweredDay,
      validUntil: AnsweredDay,
      totalHT: z.number(),
      totalTTC: z.number(),
      sha256: z.string(),
    }),
  ),
})
export type Quote = z.output<typeof Quote>

/** Order of the list. `number`: sent quotes by day and number, then the drafts. */
export const QUOTE_ORDERS = [
  'number',
  'client',
  'validUntil',
  'totalHT',
  'totalTTC',
  'creationDate',
  'lastModificationDate',
] as const
export const QuoteListQuery = ListQuery.extend({
  sort: sortBy(QUOTE_ORDERS).optional(),
  filters: filtersInQuery(QUOTE_LIST_FILTERS),
  status: z.enum(QUOTE_STATES).optional(),
  clientId: Id.optional(),
  projectId: Id.optional(),
})
