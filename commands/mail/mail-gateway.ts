import { type Documents, keptDocument } from '#commands/gateways/documents/documents.ts'
import type { MailMessage, MailTransport } from '#commands/gateways/mail/mail.ts'
import { EffectOutcomeUnknown, EffectUnavailable } from '#commands/kernel/effect-failures.ts'
import type { EffectGateway } from '#commands/kernel/effect-gateway.ts'
import { gatewayLine } from '#commands/kernel/gateway-line.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { mailEffect, type MailPayload, type MailResult } from '#domain/mail/mail.ts'
import { laidOut } from '#domain/mail/layout.ts'
import { withZeroMargins } from '#domain/mail/margins.ts'
import { logLines } from '#domain/operations/log-book.ts'

/** Time limit for the connection, the mail and the answer. Shorter than `attemptMs`. */
const TIMEOUT_MS = 60_000

const line = logLines('Gmail', {
  MAIL_SENT: 'Info',
  MAIL_READY: 'Info',
  MAIL_TRIED: 'Warning',
  MAIL_ABANDONED: 'Error',
  MAIL_OUTCOME_UNKNOWN: 'Error',
})

/**
 * A mailbox is temporarily unavailable (450, 451, 452), while the server itself works. @source RFC
 * 5321, 4.2.3
 */
const isAboutMail = (error: EffectUnavailable): boolean => /^45\d/.test(error.reason.detail)

type Bytes = Pick<Documents, 'read'>

/** A mail as its recipients get it. @throws when the bytes of an attachment are missing */
export async function messageOf(
  mail: MailPayload,
  requestedAt: number,
  documents: Bytes,
): Promise<MailMessage> {
  const attachments = await Promise.all(
    mail.attachments.map(async ({ name, type, sha256 }) => {
      const { bytes } = await keptDocument(documents, sha256)
      return { name, type, content: bytes }
    }),
  )
  return {
    senderName: mail.sender.name,
    replyTo: mail.sender.address,
    to: mail.recipients,
    cc: mail.cc,
    subject: mail.subject,
    html: withZeroMargins(laidOut(mail.body)),
    date: requestedAt,
    attachments,
    ...(mail.unsubscribe !== undefined && { unsubscribe: mail.unsubscribe }),
  }
}

/** Sends mails through any transport. */
export const mailGateway = ({
  transport,
  documents,
  metrics,
}: {
  readonly transport: MailTransport
  readonly documents: Bytes
  readonly metrics?: Metrics
}): EffectGateway<MailPayload, MailResult> => ({
  effect: mailEffect,
  repeatable: transport.repeatable,
  line: gatewayLine('mail', {
    timeoutMs: TIMEOUT_MS,
    isOutage: (error) =>
      error instanceof EffectOutcomeUnknown ||
      (error instanceof EffectUnavailable && !isAboutMail(error)),
    ...(metrics && { metrics }),
  }),
  says: {
    done: (more) => line(transport.isOutbox ? 'MAIL_READY' : 'MAIL_SENT', more),
    failed: (more) => line('MAIL_TRIED', more),
    abandoned: (more) => line('MAIL_ABANDONED', more),
    unknown: (more) => line('MAIL_OUTCOME_UNKNOWN', more),
  },
  async perform(mail, { key, requestedAt, signal, handOver }) {
    const message = await messageOf(mail, requestedAt, documents)
    const { id, refused } = await transport.send(message, { key, signal, handOver })
    return { messageId: id, refused, ...(transport.isOutbox && { outbox: true }) }
  },
})
