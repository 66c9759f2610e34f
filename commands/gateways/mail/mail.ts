/** An attachment as it is sent. */
type AttachedFile = { readonly name: string; readonly type: string; readonly content: Uint8Array }

/** A mail as it is sent; the recipient gets `html` byte for byte. */
export type MailMessage = {
  readonly senderName: string
  /** Address for answers. */
  readonly replyTo: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly html: string
  /** When it was requested: a repeated mail has the same bytes. @unit epoch milliseconds */
  readonly date: number
  readonly attachments: readonly AttachedFile[]
  /** The address that ends mails of this kind, by one request. */
  readonly unsubscribe?: string
}

type MailSent = {
  /** The Message-ID, derived from the key. */
  readonly id: string
  /** Recipients that the server refused while it accepted others. */
  readonly refused: readonly string[]
}

export type MailCall = {
  /** The same for every attempt of the same mail. */
  readonly key: string
  readonly signal: AbortSignal
  /**
   * Called once, immediately before the mail itself is given to the server. When it throws, nothing
   * is sent.
   */
  readonly handOver: () => Promise<unknown>
}

/** Sends mails. Every adapter passes `tests/conformance/mail.ts`. */
export interface MailTransport {
  /**
   * Whether sending the same key again does nothing. SMTP knows no key: it would send a second
   * mail.
   */
  readonly repeatable: boolean
  /** Whether mails stay on this machine until the user sends them by hand. */
  readonly isOutbox: boolean
  /** The installation's address, which mails come from. */
  readonly from: string
  /**
   * @throws EffectRefused MAIL_REFUSED for every recipient · MAIL_TOO_LARGE
   * @throws EffectUnavailable MAIL_UNAVAILABLE: the server has not accepted it, also when the
   * connection broke in the middle
   * @throws EffectOutcomeUnknown the server had all of it and did not answer
   */
  send(message: MailMessage, call: MailCall): Promise<MailSent>
}
