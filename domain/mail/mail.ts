import { z } from 'zod'
import { catalogue } from '#domain/kernel/errors.ts'
import { isEmail } from '#domain/kernel/identifiers.ts'
import { defineEffect } from '#domain/operations/effect.ts'

/** A file of a mail: its bytes are a document. @unit bytes */
export const MailFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int().min(0),
  sha256: z.string(),
})
export type MailFile = z.output<typeof MailFile>

/** A mail as it was asked for; all of it is personal. `body` is sanitised HTML, without what is added on sending. */
export const MailPayload = z.object({
  /** Who writes: the name a recipient sees, and the address an answer goes to. The address it is sent from is the house's. */
  sender: z.object({ name: z.string(), address: z.string() }),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  template: z.string(),
  /** Empty when it is about no bill. */
  billId: z.string(),
  attachments: z.array(MailFile),
})
export type MailPayload = z.output<typeof MailPayload>

/** What the server answered: the mail's Message-ID, and the recipients among others that it did not take. */
export type MailResult = { readonly messageId: string; readonly refused: readonly string[] }

export const mailRefusal = catalogue({
  MAIL_ADDRESS_INVALID: 'invalid',
  MAIL_EMPTY: 'invalid',
  MAIL_TOO_LARGE: 'too-large',
  MAIL_TOO_MANY: 'too-many',
  /** The server takes this mail for nobody, and will not tomorrow. */
  MAIL_REFUSED: 'outside',
  /** The server took it, but not for everybody. */
  MAIL_PARTLY_REFUSED: 'outside',
  MAIL_UNAVAILABLE: 'outside',
})

/** Of the body. An event is read whole each time its stream is. @unit bytes in UTF-8 */
export const MAX_BODY_BYTES = 32 * 1024
/** Of the attachments together: most servers take 25 MB once they are encoded, which makes a third more. @unit bytes */
export const MAX_ATTACHED_BYTES = 18_000_000

/** About four hours of tries. Someone waits for an answer: what takes longer is better known to have failed. */
export const mailEffect = defineEffect<MailPayload, MailResult>('mail', {
  Payload: MailPayload,
  policy: { mostAttempts: 12, backoff: { firstMs: 10_000, longestMs: 3_600_000 }, attemptMs: 120_000 },
})

/** @throws MAIL_ADDRESS_INVALID naming each address that is none */
export function checkedAddresses(path: 'recipients' | 'cc', addresses: readonly string[]): readonly string[] {
  const wrong = addresses.flatMap((address, i) =>
    isEmail(address) ? [] : [{ path: `${path}.${i}`, code: 'EMAIL_INVALID' }],
  )
  if (wrong.length > 0) throw mailRefusal('MAIL_ADDRESS_INVALID', {}, wrong)
  return addresses
}
