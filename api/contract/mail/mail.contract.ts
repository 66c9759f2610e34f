import { del, get, post, put, type Multipart } from '#contract/kernel/contract.ts'
import { MAX_FILE_BYTES } from '#domain/documents/media-types.values.ts'
import {
  MAX_ATTACHMENTS,
  ATTACHMENT_KINDS,
  MAIL_PURPOSES,
  MAX_RECIPIENTS,
} from '#domain/mail/mail.values.ts'
import { z } from 'zod'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { Id, ofProfile, own } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

/** The part that holds the mail, beside its files. */
export const MAIL_FIELD = 'mail'
export const MAIL_LIMITS: Multipart = {
  files: MAX_ATTACHMENTS,
  fileBytes: MAX_FILE_BYTES,
  field: MAIL_FIELD,
}

const bill = '/bill/:userId/:profileId/:id'

const Addresses = z.array(oneLine(254).min(1)).max(MAX_RECIPIENTS)
/**
 * An issued bill and a sent quote are attached as their PDF, an uploaded file as it is. A timesheet
 * is named by its month's id, `<profileId>.<year>-<month>`, with `.<projectId>` after it for one
 * contract alone.
 */
const Attachment = z.strictObject({ kind: z.enum(ATTACHMENT_KINDS), id: oneLine(80).min(1) })
export type MailAttachment = z.output<typeof Attachment>

/** A requested mail. `body` is HTML; `billId` names its bill. */
export const MailDraft = z.strictObject({
  id: Id.optional(),
  recipients: Addresses.min(1),
  cc: Addresses.default([]),
  subject: oneLine(300).min(1),
  body: lines(100_000),
  template: oneLine(100).default(''),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).default([]),
})

/** `reminder` is the reminder of the day: before, on or after the due day. */
const AskedPurpose = z.enum([...MAIL_PURPOSES, 'reminder', ''])
const ofBill = ofProfile.extend({ id: Id })
const ofMail = own.extend({ id: Id })

/** The user's changes to the template's mail. */
const BillMailDraft = z.strictObject({
  id: Id.optional(),
  recipients: Addresses.optional(),
  cc: Addresses.optional(),
  subject: oneLine(300).min(1).optional(),
  body: lines(100_000).optional(),
  template: z.union([Id, z.literal('')]).optional(),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).optional(),
  purpose: AskedPurpose.optional(),
})

const BillMail = z.object({
  from: z.string(),
  senderName: z.string(),
  recipients: z.array(z.string()),
  contacts: z.array(z.object({ name: z.string(), role: z.string(), address: z.string() })),
  subject: z.string(),
  body: z.string(),
  purpose: z.enum(MAIL_PURPOSES),
  /** Id of the user's template; empty for the product's own. */
  template: z.string(),
  templates: z.array(
    z.object({ id: z.string(), name: z.string(), language: z.enum(PAPER_LANGUAGES) }),
  ),
  attachments: z.array(Attachment.extend({ name: z.string(), bytes: z.int(), type: z.string() })),
})
export type BillMail = z.output<typeof BillMail>

/** `sent`: the mail server, or the outbox of the data directory, has it. */
export const Mail = z.object({
  id: z.string(),
  from: z.string(),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  status: z.enum(['queued', 'sent', 'delivered', 'failed']),
  tries: z.int(),
  /** In the caller's language; empty when there was no error. */
  error: z.string(),
  /** Recipients that the server refused while it accepted others. */
  refused: z.array(z.string()),
  requestedAt: Time,
  sentAt: Time,
  billId: z.string(),
  template: z.string(),
  /** Empty for a mail without a purpose. */
  purpose: z.enum([...MAIL_PURPOSES, '']),
  /** Mail in the outbox of the data directory, for the user to send by hand. */
  outbox: z.boolean(),
  /** Whether its user has sent it by hand, and said so. */
  byHand: z.boolean(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.int(), type: z.string() })),
})
export type Mail = z.output<typeof Mail>

export const mailRoutes = {
  send: post('/mail/:userId/send', {
    summary:
      'Asks for a mail, with files where it is sent as multipart; a worker sends it, `all` says what came of it',
    access: 'signed-in',
    perMinute: 60,
    multipart: MAIL_LIMITS,
    closedToGuests: true,
    params: own,
    /** Absent where the request is multipart: the part `mail` then holds it. */
    body: MailDraft.optional(),
    reply: Written,
  }),
  all: get('/mail/:userId/all', {
    summary: "The caller's own mails, newest first",
    access: 'signed-in',
    csv: 'sentMail',
    params: own,
    query: ListQuery.extend({
      billId: Id.optional(),
      /** `ready`: in the outbox; `sent`: with the mail server. */
      status: z.enum(['queued', 'ready', 'sent', 'failed']).optional(),
    }),
    reply: z.array(Mail),
  }),
  one: get('/mail/:userId/:id', {
    summary: 'One mail of the caller',
    access: 'signed-in',
    params: ofMail,
    reply: Mail,
  }),
  way: get('/mail/:userId/way', {
    summary:
      'How mails leave: by a mail server, or into the outbox, from which the user sends them by hand',
    access: 'signed-in',
    params: own,
    reply: z.object({ outbox: z.boolean(), from: z.string() }),
  }),
  retry: put('/mail/:userId/:id/retry', {
    summary:
      'Tries again to send a mail that failed; 409 while it is on its way, and once it is sent',
    access: 'signed-in',
    perMinute: 60,
    closedToGuests: true,
    params: ofMail,
    body: z.strictObject({}).optional(),
    reply: Written,
  }),
  markSent: put('/mail/:userId/:id/sent', {
    summary: 'Records that a mail of the outbox was sent by hand, and when',
    access: 'signed-in',
    perMinute: 60,
    params: ofMail,
    body: z.strictObject({ at: z.int().min(1).describe('Epoch milliseconds') }),
    reply: Written,
  }),
  unmarkSent: del('/mail/:userId/:id/sent', {
    summary: 'Takes that back: the mail lies in the outbox again',
    access: 'signed-in',
    perMinute: 60,
    params: ofMail,
    reply: Written,
  }),
  message: get('/mail/:userId/:id/message', {
    summary: 'The whole mail as its recipients get it, for any mail program',
    access: 'signed-in',
    kind: 'binary',
    params: ofMail,
    reply: z.unknown(),
  }),
  attachment: get('/mail/:userId/:id/attachment/:index', {
    summary: 'One attachment of a mail, counted from 0',
    access: 'signed-in',
    kind: 'binary',
    params: ofMail.extend({ index: z.coerce.number().int().min(0).max(MAX_ATTACHMENTS) }),
    reply: z.unknown(),
  }),
  ofBill: get(`${bill}/mail`, {
    summary:
      'The mail of an issued bill as it would go, written from a template in the client’s language',
    access: { permission: 'perm_billing_menu' },
    params: ofBill,
    query: z.object({
      purpose: AskedPurpose.default(''),
      template: z.union([Id, z.literal('')]).default(''),
    }),
    reply: BillMail,
  }),
  sendBill: post(`${bill}/send`, {
    summary:
      'Sends an issued bill by mail; what is not given is taken from the mail that `GET …/mail` answers',
    access: { permission: 'perm_billing_update' },
    perMinute: 60,
    closedToGuests: true,
    params: ofBill,
    body: BillMailDraft.optional(),
    reply: Written,
  }),
}
