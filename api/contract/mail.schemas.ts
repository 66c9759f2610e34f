import { z } from 'zod'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { Id, ListQuery, routes, Time, Written } from './route.ts'
import * as endpoints from './mail.routes.ts'

const own = z.object({ userId: z.string().max(64) })
const Addresses = z.array(oneLine(254).min(1)).max(50)

/** A requested mail. `body` is HTML; `billId` names its bill. */
const MailDraft = z.strictObject({
  id: Id.optional(),
  recipients: Addresses.min(1),
  cc: Addresses.default([]),
  subject: oneLine(300).min(1),
  body: lines(100_000),
  template: oneLine(100).default(''),
  /** An issued bill is attached as its PDF. */
  attachments: z
    .array(z.strictObject({ kind: z.literal('bill'), id: Id }))
    .max(10)
    .default([]),
})

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
  attachments: z.array(z.object({ name: z.string(), bytes: z.int(), type: z.string() })),
})
export type Mail = z.output<typeof Mail>

const mailSchemas = {
  send: {
    params: own,
    body: MailDraft,
    reply: Written,
  },
  all: {
    params: own,
    query: ListQuery.pick({ limit: true, cursor: true }),
    reply: z.array(Mail),
  },
}
export type MailSchemas = typeof mailSchemas
export const mailRoutes = routes(endpoints.mailRoutes, mailSchemas)
