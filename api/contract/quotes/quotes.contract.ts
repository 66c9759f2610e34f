import { get, post, put, del } from '#contract/kernel/contract.ts'
import { NewQuote, QuotePatch, Quote, QuoteListQuery } from './quotes.schemas.ts'
import { z } from 'zod'
import {
  CODE_DIGITS,
  DECLINE_LENGTH,
  QUOTE_STATES,
  SIGNER_LENGTH,
} from '#domain/quotes/quote.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { isEmail } from '#domain/kernel/identifiers.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { BillLineInput, Checklist } from '#contract/billing/billing.schemas.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Id, ofProfile, own, Version } from '#contract/kernel/inputs.schemas.ts'

const see = { permission: 'perm_quote_menu' } as const
const add = { permission: 'perm_quote_add' } as const
const update = { permission: 'perm_quote_update' } as const
const remove = { permission: 'perm_quote_delete' } as const

/** Requests of a client with a link in a minute. */
const OF_A_CLIENT = 20

const ofQuote = ofProfile.extend({ id: Id })

const MAIL_LENGTH = 2_000
const SECRET = z.string().regex(/^[\w-]{43}$/)
/** Empty: the user hands the link on, and no code is sent. */
const AddressOrNone = oneLine(254).refine((text) => text === '' || isEmail(text), {
  params: { code: 'EMAIL_INVALID' },
})

/** A quote's changes, or all that was read of it with the changes in it. */
const QuoteChange = readBack(
  QuotePatch.extend({
    lines: z.array(readBack(BillLineInput, Quote.shape.lines.element)).max(500).optional(),
  }),
  Quote,
)

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
const delivery = {
  to: AddressOrNone,
  /** Whether the mail is sent; else the link is the user's to hand on. */
  mail: z.boolean(),
  /** Read before the mail's own words. */
  message: lines(MAIL_LENGTH).optional(),
}

/** Content of a link for the client. */
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

export const quoteRoutes = {
  list: get('/quote/:userId/all/:profileId', {
    summary:
      'Quotes of a profile, the newest first; filters by status, client and contract; also as CSV',
    access: see,
    csv: true,
    params: ofProfile,
    query: QuoteListQuery,
    reply: z.array(Quote),
  }),
  summary: get('/quote/:userId/summary/:profileId', {
    summary: 'A list’s counts by status and its sums by currency',
    access: see,
    params: ofProfile,
    query: QuoteListQuery.omit({ limit: true, cursor: true, sort: true }),
    reply: QuoteSummary,
  }),
  get: get('/quote/:userId/:profileId/:id', {
    summary: 'One quote, with what bills have taken of each line and what is left',
    access: see,
    params: ofQuote,
    reply: Quote,
  }),
  checklist: get('/quote/:userId/:profileId/:id/checklist', {
    summary: 'What a draft needs before it can be sent, met or not; empty once it is sent',
    access: see,
    params: ofQuote,
    reply: Checklist.pick({ ready: true, items: true }),
  }),
  pdf: get('/quote/:userId/:profileId/:id/pdf', {
    summary: 'The paper: the stored bytes of what was sent, or a draft’s preview',
    access: see,
    kind: 'binary',
    heavy: 'preview',
    params: ofQuote,
    query: z.object({ edition: z.coerce.number().int().min(1).max(10_000).optional() }),
    reply: z.unknown(),
  }),
  recipients: get('/quote/:userId/:profileId/:id/recipients', {
    summary: 'Whom a quote would be sent to',
    access: update,
    params: ofQuote,
    reply: Recipients,
  }),
  add: post('/quote/:userId', {
    summary: 'Drafts a quote; what is not told is taken from the client and the business',
    access: add,
    params: own,
    body: NewQuote,
    reply: Written,
  }),
  change: put('/quote/:userId', {
    summary:
      'Changes a quote; one that was sent becomes a draft of its next version, and its links close',
    access: update,
    params: own,
    body: QuoteChange,
    reply: Written,
  }),
  remove: del('/quote/:userId/:profileId/:id', {
    summary: 'Deletes a draft that was never sent; 409 once it has a number',
    access: remove,
    params: ofQuote,
    reply: Written,
  }),
  send: put('/quote/:userId/:profileId/:id/send', {
    summary:
      'Numbers and freezes a draft, and mails it with a link to accept it; 422 names what is missing',
    access: update,
    closedToGuests: true,
    params: ofQuote,
    body: z.strictObject({ ...delivery, version: Version }),
    reply: Posted,
  }),
  remind: put('/quote/:userId/:profileId/:id/remind', {
    summary: 'Mails a sent quote again with another link, or makes a link to hand on',
    access: update,
    closedToGuests: true,
    params: ofQuote,
    body: z.strictObject(delivery),
    reply: Posted,
  }),
  revise: put('/quote/:userId/:profileId/:id/revise', {
    summary: 'Makes a draft of the next version; links to what was sent open nothing any more',
    access: update,
    params: ofQuote,
    body: versioned,
    reply: Written,
  }),
  withdraw: put('/quote/:userId/:profileId/:id/withdraw', {
    summary: 'Takes back what was sent',
    access: update,
    params: ofQuote,
    body: versioned,
    reply: Written,
  }),
  accept: put('/quote/:userId/:profileId/:id/accept', {
    summary: 'Notes that the client agreed otherwise: on paper, by mail, by phone',
    access: update,
    params: ofQuote,
    body: z.strictObject({
      name: oneLine(SIGNER_LENGTH).min(1),
      date: DayTime.optional(),
      note: oneLine(DECLINE_LENGTH).optional(),
      version: Version,
    }),
    reply: Written,
  }),
  decline: put('/quote/:userId/:profileId/:id/decline', {
    summary: 'Notes that the client declined',
    access: update,
    params: ofQuote,
    body: z.strictObject({ reason: lines(DECLINE_LENGTH).optional(), version: Version }),
    reply: Written,
  }),
  contract: put('/quote/:userId/:profileId/:id/contract', {
    summary: 'Makes the contract of an accepted quote; answers its id',
    access: { permission: 'perm_contract_add' },
    params: ofQuote,
    reply: Written.extend({ projectId: z.string() }),
  }),
  deposit: put('/quote/:userId/:profileId/:id/deposit', {
    summary: 'Drafts the deposit bill of an accepted quote; answers its id',
    access: { permission: 'perm_billing_add' },
    params: ofQuote,
    reply: Written.extend({ billId: z.string() }),
  }),
  bill: put('/quote/:userId/:profileId/:id/bill', {
    summary:
      'Drafts a bill of what is left of an accepted quote, or of the quantities named; answers its id',
    access: { permission: 'perm_billing_add' },
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
  }),
  opened: get('/quote/public/:token', {
    summary: 'What a client’s link shows; 404 for a link that opens nothing any more',
    access: 'public',
    perMinute: 60,
    params: token,
    reply: OpenedQuote,
  }),
  code: post('/quote/public/:token/code', {
    summary: 'Mails the client a one-time code, to the address that the quote went to',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
    params: token,
    reply: z.object({ address: z.string() }),
  }),
  acceptByLink: put('/quote/public/:token/accept', {
    summary: 'Accepts by the link, with a name and the one-time code',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
    params: token,
    body: z.strictObject({
      name: oneLine(SIGNER_LENGTH).min(1),
      code: z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`)),
    }),
    reply: z.object({ status: z.enum(QUOTE_STATES) }),
  }),
  declineByLink: put('/quote/public/:token/decline', {
    summary: 'Declines by the link, with a reason',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
    params: token,
    body: z.strictObject({ reason: lines(DECLINE_LENGTH) }),
    reply: z.object({ status: z.enum(QUOTE_STATES) }),
  }),
}
