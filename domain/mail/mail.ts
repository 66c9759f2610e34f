import { z } from 'zod'
import { catalogue } from '#domain/kernel/errors.ts'
import { isEmail, isLookAlike } from '#domain/kernel/identifiers.ts'
import { defineEffect } from '#domain/operations/effect.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { MAIL_PURPOSES } from './mail.values.ts'

/** A file of a mail: its bytes are a document. @unit bytes */
export const MailFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int().min(0),
  sha256: z.string(),
})
export type MailFile = z.output<typeof MailFile>

/**
 * A mail as it was requested; all of it is personal. `body` is sanitised HTML, before anything is
 * added on sending.
 */
export const MailPayload = z.object({
  /**
   * The writer: the name that a recipient sees, and the address for answers. Mails are sent from
   * the installation's own address.
   */
  sender: z.object({ name: z.string(), address: z.string() }),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  template: z.string(),
  /** Empty for a mail without a bill. */
  billId: z.string(),
  attachments: z.array(MailFile),
  /** Purpose of a bill's mail; absent in other and in earlier mails. */
  purpose: z.enum(MAIL_PURPOSES).optional(),
  /**
   * The step of the plan that a reminder belongs to; absent in one that the user began. @unit days
   * from the due day
   */
  step: z.int().optional(),
  /** The address that ends mails of this kind; absent in those that are no series. */
  unsubscribe: z.string().optional(),
})
export type MailPayload = z.output<typeof MailPayload>

/**
 * Answer of the server: the Message-ID, and the recipients that it refused while it accepted
 * others. `outbox`: the mail lies in the outbox, for the user to send by hand.
 */
export type MailResult = {
  readonly messageId: string
  readonly refused: readonly string[]
  readonly outbox?: true
}

export const mailRefusal = catalogue({
  MAIL_ADDRESS_INVALID: 'invalid',
  EMAIL_LOOKS_ALIKE: 'invalid',
  MAIL_EMPTY: 'invalid',
  MAIL_WITHOUT_RECIPIENT: 'invalid',
  /** The text still holds a variable that has no value. */
  MAIL_VARIABLE_UNKNOWN: 'invalid',
  MAIL_TOO_LARGE: 'too-large',
  MAIL_TOO_MANY: 'too-many',
  /** The server refuses all recipients for good. */
  MAIL_REFUSED: 'outside',
  /** The server accepted some recipients and refused others. */
  MAIL_PARTLY_REFUSED: 'outside',
  MAIL_UNAVAILABLE: 'outside',
  /** The bill was paid, credited or disputed since the reminder was asked for. */
  MAIL_REMINDER_STOPPED: 'conflict',
  /** Before the mail was prepared, or still to come. */
  MAIL_SENT_AT_INVALID: 'invalid',
})

/** Largest body. An event is read whole whenever its stream is. @unit bytes in UTF-8 */
export const MAX_BODY_BYTES = 32 * 1024
/**
 * Largest sum of attachments: most servers take 25 MB encoded, and encoding adds a third. @unit
 * bytes
 */
export const MAX_ATTACHED_BYTES = 18_000_000

/**
 * About four hours of tries. The user waits for an answer, so that a later success is worth less
 * than an early failure.
 */
export const mailEffect = defineEffect<MailPayload, MailResult>('mail', {
  Payload: MailPayload,
  policy: {
    mostAttempts: 12,
    backoff: { firstMs: 10_000, longestMs: HOUR_MS },
    attemptMs: 120_000,
  },
  isByHand: ({ outbox }) => outbox === true,
})

/** @throws MAIL_ADDRESS_INVALID naming each invalid address */
export function checkedAddresses(
  path: 'recipients' | 'cc',
  addresses: readonly string[],
): readonly string[] {
  const wrong = addresses.flatMap((address, i) =>
    isEmail(address)
      ? isLookAlike(address)
        ? [{ path: `${path}.${i}`, code: 'EMAIL_LOOKS_ALIKE' }]
        : []
      : [{ path: `${path}.${i}`, code: 'EMAIL_INVALID' }],
  )
  if (wrong.length > 0) throw mailRefusal('MAIL_ADDRESS_INVALID', {}, wrong)
  return addresses
}
