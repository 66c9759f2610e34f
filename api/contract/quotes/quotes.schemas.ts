import { z } from 'zod'
import {
  CODE_DIGITS,
  DECLINE_LENGTH,
  QUOTE_PARTIES,
  QUOTE_STATES,
  SIGNER_LENGTH,
} from '#domain/quotes/quote.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { isEmail } from '#domain/kernel/identifiers.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import {
  AnsweredTerms,
  Bill,
  BillLineInput,
  BillPatch,
  Checklist,
} from '#contract/billing/billing.schemas.ts'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import * as endpoints from './quotes.routes.ts'
import {
  AnsweredDay,
  audit,
  Id,
  ListQuery,
  ofProfile,
  own,
  routes,
  sortBy,
  Time,
  Version,
  Written,
} from '#contract/kernel/route.ts'

const ofQuote = ofProfile.extend({ id: Id })
const idOrNone = z.union([z.string(), z.literal(0)])

const MAIL_LENGTH = 2_000
const SECRET = z.string().regex(/^[\w-]{43}$/)
/** Empty: the user hands the link on, and no code is sent. */
const AddressOrNone = oneLine(254).refine((text) => text === '' || isEmail(text), {
  params: { code: 'EMAIL_INVALID' },
})

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
  /** What drawing up the quote costs the client; 0 for nothing. */
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
  viewedAt: Time,
  address: z
    .string()
    .describe('Where the client’s codes go; empty when the client can’t accept by the link'),
  acceptedBy: z.enum(['', ...QUOTE_PARTIES]),
  acceptedName: z.string(),
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

/** A quote's changes, or all that was read of it with the changes in it. */
const QuoteChange = readBack(
  QuotePatch.extend({
    lines: z.array(readBack(BillLineInput, Quote.shape.lines.element)).max(500).optional(),
  }),
  Quote,
)

/** What the list is sorted by. `number`: sent quotes by day and number, then the drafts. */
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

const QuoteSummary = z.object({
  views: z.record(z.enum(['all', ...QUOTE_STATES]), z.int()),
  totals: z.array(
    z.object({ currency: z.string(), count: z.int(), totalHT: z.number(), totalTTC: z.number() }),
  ),
  /** Quotes of the profile, without filters. */
  count: z.int(),
})

const Recipients = z.object({
  from: z.string(),
  recipients: z.array(z.string()),
  contacts: z.array(z.object({ name: z.string(), role: z.string(), address: z.string() })),
})

/** A quote on its way to the client. `link` is told this once. */
const Posted = Written.extend({ link: z.string(), mailId: z.string() })
const post = {
  to: AddressOrNone,
  /** Whether the mail is sent; else the link is the user's to hand on. */
  mail: z.boolean(),
  /** Read before the mail's own words. */
  message: lines(MAIL_LENGTH).optional(),
}

/** What a client reads by a link. */
const OpenedQuote = z.object({
  status: z.enum(QUOTE_STATES),
  ref: z.string(),
  language: z.string(),
  business: z.string(),
  client: z.string(),
  serviceName: z.string(),
  date: AnsweredDay,
  validUntil: AnsweredDay,
  currency: z.string(),
  totalHT: z.number(),
  totalTTC: z.number(),
  sha256: z.string(),
  /** Whether a code can be sent. */
  byCode: z.boolean(),
})
const token = z.object({ token: SECRET })
const versioned = z.strictObject({ version: Version }).optional()

const quoteSchemas = {
  list: { params: ofProfile, query: QuoteListQuery, reply: z.array(Quote) },
  summary: {
    params: ofProfile,
    query: QuoteListQuery.omit({ limit: true, cursor: true, sort: true }),
    reply: QuoteSummary,
  },
  get: { params: ofQuote, reply: Quote },
  checklist: { params: ofQuote, reply: Checklist.pick({ ready: true, items: true }) },
  pdf: {
    params: ofQuote,
    query: z.object({ edition: z.coerce.number().int().min(1).max(10_000).optional() }),
    reply: z.unknown(),
  },
  recipients: { params: ofQuote, reply: Recipients },
  add: { params: own, body: NewQuote, reply: Written },
  change: { params: own, body: QuoteChange, reply: Written },
  remove: { params: ofQuote, reply: Written },
  send: { params: ofQuote, body: z.strictObject({ ...post, version: Version }), reply: Posted },
  remind: { params: ofQuote, body: z.strictObject(post), reply: Posted },
  revise: { params: ofQuote, body: versioned, reply: Written },
  withdraw: { params: ofQuote, body: versioned, reply: Written },
  accept: {
    params: ofQuote,
    body: z.strictObject({
      name: oneLine(SIGNER_LENGTH).min(1),
      date: DayTime.optional(),
      note: oneLine(DECLINE_LENGTH).optional(),
      version: Version,
    }),
    reply: Written,
  },
  decline: {
    params: ofQuote,
    body: z.strictObject({ reason: lines(DECLINE_LENGTH).optional(), version: Version }),
    reply: Written,
  },
  contract: { params: ofQuote, reply: Written.extend({ projectId: z.string() }) },
  deposit: { params: ofQuote, reply: Written.extend({ billId: z.string() }) },
  bill: {
    params: ofQuote,
    body: z
      .strictObject({
        /** Id of the bill. */
        id: Id.optional(),
        lines: z
          .array(
            z.strictObject({
              line: z.int().min(0).max(499),
              quantity: z.number().min(0).max(1_000_000),
            }),
          )
          .min(1)
          .max(500)
          .optional(),
      })
      .optional(),
    reply: Written.extend({ billId: z.string() }),
  },
  opened: { params: token, reply: OpenedQuote },
  code: { params: token, reply: z.object({ address: z.string() }) },
  acceptByLink: {
    params: token,
    body: z.strictObject({
      name: oneLine(SIGNER_LENGTH).min(1),
      code: z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`)),
    }),
    reply: z.object({ status: z.enum(QUOTE_STATES) }),
  },
  declineByLink: {
    params: token,
    body: z.strictObject({ reason: lines(DECLINE_LENGTH) }),
    reply: z.object({ status: z.enum(QUOTE_STATES) }),
  },
}
export type QuoteSchemas = typeof quoteSchemas
export const quoteRoutes = routes(endpoints.quoteRoutes, quoteSchemas)
