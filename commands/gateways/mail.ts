/** A file as it is sent. */
type AttachedFile = { readonly name: string; readonly type: string; readonly content: Uint8Array }

/** A mail as it is sent; `html` is what the recipient sees, to the byte. */
export type MailMessage = {
  readonly senderName: string
  /** Where an answer goes. */
  readonly replyTo: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly html: string
  /** When it was asked for: a mail that is sent again is the same to the byte. @unit epoch milliseconds */
  readonly date: number
  readonly attachments: readonly AttachedFile[]
}

type MailSent = {
  /** The Message-ID, made of the key. */
  readonly id: string
  /** Recipients, among others that were accepted, that the server did not accept. */
  readonly refused: readonly string[]
}

export type MailCall = {
  /** The same each time the same mail is sent. */
  readonly key: string
  readonly signal: AbortSignal
  /** Called once, immediately before the server is given the mail itself. When it throws, nothing is sent. */
  readonly handOver: () => Promise<unknown>
}

/** Brings mails out of the house. Every adapter passes `tests/conformance/mail.ts`. */
export interface MailTransport {
  /** Sending the same key again changes nothing. SMTP knows no key: there it would be a second mail. */
  readonly repeatable: boolean
  /**
   * @throws EffectRefused MAIL_REFUSED for every recipient · MAIL_TOO_LARGE
   * @throws EffectUnavailable MAIL_UNAVAILABLE: the server has not taken it, also when it broke off in the middle
   * @throws EffectOutcomeUnknown the server had all of it and did not answer
   */
  send(message: MailMessage, call: MailCall): Promise<MailSent>
}
