import { quoteFileName } from '#domain/quotes/quote-paper.ts'
import { directionOf } from '#domain/kernel/languages.values.ts'
import { randomBytes, randomInt } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { codeMail, quoteMail } from '#domain/quotes/quote-mail.ts'
import { type LiveQuote, quoteDecider, quoteRefusal } from '#domain/quotes/quote.ts'
import { type MailFile, mailRefusal } from '#domain/mail/mail.ts'
import type { Position } from '#domain/kernel/event.ts'
import { CODE_DIGITS, CODE_MINUTES } from '#domain/quotes/quote.values.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import type { QuoteCommands } from './quotes.ts'
import { step } from '#commands/billing/step.ts'

/** 256 bits: a link cannot be guessed. */
const SECRET_BYTES = 32
/** An address that a link is told apart by: what `randomBytes` gives of that length. */
export const SECRET = /^[\w-]{43}$/

/** A mail as the mails' own commands take it. */
type Mail = {
  readonly sender: { readonly name: string; readonly address: string }
  readonly recipients: string[]
  readonly cc: string[]
  readonly subject: string
  readonly html: string
  readonly template: string
  readonly billId: string
  readonly attachments: MailFile[]
}
type QuoteFile = (owner: string, id: string) => Promise<MailFile | null>

/** Sends one mail of the product itself, which no event keeps. */
export type SendCode = (to: string, subject: string, html: string) => Promise<unknown>

/** The last sent paper, as a file of a mail; null for an unsent quote, or another user's. */
export const sentQuotePaper =
  (handler: CommandHandler, documents: Pick<Documents, 'read'>): QuoteFile =>
  async (owner, id) => {
    const state = (await handler.load(quoteDecider, id, owner))?.state
    if (!state || state.status === 'none' || state.status === 'removed' || state.sent === null)
      return null
    const { documentSha256: sha256 } = state.sent
    const paper = await documents.read(sha256)
    return (
      paper && {
        name: quoteFileName(state.sent.frozen),
        type: PDF,
        bytes: paper.bytes.length,
        sha256,
      }
    )
  }

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
/** The user's text before the mail's own words, as paragraphs. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** Mails about quotes: with the link to one, and with the one-time code of its client. */
export function quoteMails({
  handler,
  facts,
  quotes,
  mail,
  file,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'mailing'>
  readonly quotes: QuoteCommands
  readonly mail: {
    readonly check: (mail: Mail, sentBefore: number) => unknown
    readonly send: (
      id: string,
      mail: Mail,
      sentBefore: number | null,
      meta: CommandMeta,
    ) => Promise<unknown>
  }
  readonly file: QuoteFile
}) {
  /** Words of the mail. @param link empty in a preview */
  function written(quote: LiveQuote, kind: 'send' | 'remind', link: string, sender: string) {
    if (quote.sent === null) throw quoteRefusal('QUOTE_NOT_SENT')
    const { bill, validUntil } = quote.sent.frozen
    const { amount, day } = figuresOf(bill.language)
    return quoteMail(bill.language, kind, {
      link,
      sender: sender || bill.seller.name,
      ref: bill.ref,
      amount: amount(bill.totalGrossMinor, bill.currency),
      last: day(validUntil),
    })
  }

  async function usualRecipients(owner: string, { content, sent }: LiveQuote) {
    const mailing = await facts.mailing(owner, { clientId: content.clientId, projectId: '' })
    const addresses = [
      sent?.address ?? '',
      ...mailing.lastRecipients,
      ...mailing.contacts.map(({ address }) => address),
    ]
    const first = addresses.find((address) => address !== '')
    return { ...mailing, recipients: first === undefined ? [] : [first] }
  }

  return {
    /** Recipients. */
    async recipients(owner: string, id: string) {
      const { state } = await quotes.load(id, owner)
      const { sender, contacts, recipients } = await usualRecipients(owner, state)
      return { sender, contacts, recipients }
    },

    /**
     * Refuses an address before anything is numbered. @throws MAIL_ADDRESS_INVALID · MAIL_TOO_MANY
     */
    check(address: string, sentBefore: number): void {
      mail.check(
        {
          sender: { name: '', address: '' },
          recipients: [address],
          cc: [],
          subject: '',
          html: '<p>.</p>',
          template: '',
          billId: '',
          attachments: [],
        },
        sentBefore,
      )
    },

    /**
     * Opens a link to what was sent and, with an address, requests the mail that carries it.
     *
     * @param linkTo the link's address, of its secret
     * @returns the link, for the user to hand on
     */
    async post(
      id: string,
      {
        kind,
        to,
        message,
        linkTo,
        sentBefore,
      }: {
        readonly kind: 'send' | 'remind'
        /** Empty: the user hands the link on. */
        readonly to: string
        readonly message: string
        readonly linkTo: (secret: string) => string
        readonly sentBefore: number
      },
      meta: CommandMeta,
    ): Promise<{ readonly link: string; readonly mailId: string; readonly position: Position }> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const link = linkTo(secret)
      return writtenAtOnce(handler, meta, async (meta) => {
        const { state, position: opened } = await quotes.openLink(id, secret, meta)
        if (to === '' || state.status === 'none' || state.status === 'removed')
          return { link, mailId: '', position: opened }
        const { sender } = await facts.mailing(meta.owner, { clientId: '', projectId: '' })
        const { subject, body } = written(state, kind, link, sender.name)
        const paper = await file(meta.owner, id)
        const mailId = ulidFrom(`mail of quote ${id} ${meta.commandId}`)
        const html = paragraphs(message) + body
        const attachments = paper === null ? [] : [paper]
        const draft = {
          sender,
          recipients: [to],
          cc: [],
          subject,
          html,
          template: '',
          billId: '',
          attachments,
        }
        await mail.send(mailId, draft, sentBefore, step(meta, derivedUuid(meta.commandId, 'mail')))
        const { position } = await quotes.noteMail(id, mailId, kind === 'remind', meta)
        return { link, mailId, position }
      })
    },

    /**
     * Sends the client a one-time code, to the address that the quote went to.
     *
     * @param send null where no mail leaves by itself: the user hands the code on, from the outbox
     */
    async sendCode(
      id: string,
      secret: string,
      send: SendCode | null,
      meta: CommandMeta,
    ): Promise<{ readonly address: string }> {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
      const { state } = await quotes.requestCode(
        id,
        { secret, code, isHanded: send === null },
        meta,
      )
      if (state.status !== 'sent' || state.sent === null) throw quoteRefusal('QUOTE_LINK_CLOSED')
      const { frozen, address } = state.sent
      const { bill } = frozen
      const { subject, body } = codeMail(bill.language, {
        code,
        ref: bill.ref,
        business: bill.seller.commercialName || bill.seller.name,
        minutes: String(CODE_MINUTES),
      })
      if (send === null) {
        const { sender } = await facts.mailing(meta.owner, { clientId: '', projectId: '' })
        const draft = {
          sender,
          recipients: [address],
          cc: [],
          subject,
          html: body,
          template: '',
          billId: '',
        }
        const mailId = ulidFrom(`code of quote ${id} ${meta.commandId}`)
        const requested = step(meta, derivedUuid(meta.commandId, 'code mail'))
        await mail.send(mailId, { ...draft, attachments: [] }, null, requested)
      } else
        await send(address, subject, directed(bill.language, body)).catch(() => {
          throw mailRefusal('MAIL_UNAVAILABLE')
        })
      return { address: masked(address) }
    },
  }
}

const directed = (language: PaperLanguage, body: string): string =>
  `<div lang="${language}" dir="${directionOf(language)}">${body}</div>`

/** Enough of an address for its holder to know it: `c•••@hydravion.example`. */
export const masked = (address: string): string => address.replace(/^(.).*@/, '$1•••@')
