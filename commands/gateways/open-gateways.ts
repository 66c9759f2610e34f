import { randomUUID } from 'node:crypto'
import { effectKey } from '#commands/kernel/ids.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import { latest, type SecretFiles } from '#commands/kernel/secret-files.ts'
import { mailGateway, messageOf } from '#commands/mail/mail-gateway.ts'
import type { RequestedMail } from '#commands/mail/send-mail.ts'
import { mailEffect } from '#domain/mail/mail.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import type { Ai } from './ai/ai.ts'
import { rechercheEntreprises } from './company-registry/company-registry-recherche-entreprises.ts'
import type { Documents } from './documents/documents.ts'
import { jobSources } from '#commands/prospecting/job-sources.ts'
import type { MailTransport } from './mail/mail.ts'
import { openLogBook } from './log-entries/log-book.ts'
import { LOG_ENTRIES_FILE, openSqliteLogEntries } from './log-entries/log-entries-sqlite.ts'
import { openMailOutbox, sealOutbox } from './mail/mail-outbox.ts'
import { openPayments, type PaymentAddresses } from './payments/open-payments.ts'

/** Addresses of the outside services. An absent address means the stand-in under `DATA_DIR`. */
export type GatewayAddresses = PaymentAddresses &
  SecretFiles & {
    readonly DATA_DIR: string
    readonly MONGODB_URL?: string | undefined
    readonly SMTP_URL?: string | undefined
    readonly MAIL_FROM?: string | undefined
    readonly COMPANY_REGISTRY_URL: string
    readonly FRANCE_TRAVAIL_ID?: string | undefined
    readonly FRANCE_TRAVAIL_SECRET?: string | undefined
    readonly AI_URL?: string | undefined
    readonly AI_KEY?: string | undefined
    readonly AI_MODEL?: string | undefined
    readonly AI_DAILY_TOKENS: number
    readonly AI_GUEST_DAILY_TOKENS: number
    readonly LOG_RETENTION_DAYS: number
  }

/** Opens the technical log beside the read models. */
export async function openTechnicalLog(
  { DATA_DIR, MONGODB_URL, LOG_RETENTION_DAYS }: GatewayAddresses,
  options: {
    readonly keyring: FileKeys
    readonly clock: Clock
    readonly log: Log
    /** Closing functions are added to it. */
    readonly ending: (() => unknown)[]
    readonly until: <T>(engine: string, open: () => Promise<T>) => Promise<T>
  },
): Promise<LogBook> {
  const { keyring, clock, log, ending, until } = options
  const entries = MONGODB_URL
    ? await until('MongoDB', async () =>
        (await import('./log-entries/log-entries-mongodb.ts')).openMongoLogEntries(MONGODB_URL, {
          retentionDays: LOG_RETENTION_DAYS,
        }),
      )
    : openSqliteLogEntries(DATA_DIR, await keyring.fileKey(LOG_ENTRIES_FILE))
  const book = openLogBook({ entries, clock, log })
  ending.push(() => book.close())
  return book
}

/** Sender of the mails in the outbox, which users send by hand. */
const OUTBOX = 'carnet@localhost.localdomain'

/** One attempt to send a mail about an account. */
const HOUSE_MAIL_MS = 60_000

/**
 * Mails of the product about an account. They carry secrets, so no event keeps them.
 */
const houseMail =
  (
    transport: MailTransport,
    { from, now }: { readonly from: string; readonly now: () => number },
  ) =>
  (to: string, subject: string, html: string): Promise<unknown> => {
    const message = {
      senderName: 'Carnet',
      replyTo: from,
      to: [to],
      cc: [],
      subject,
      html,
      date: now(),
      attachments: [],
    }
    const call = {
      key: randomUUID(),
      signal: AbortSignal.timeout(HOUSE_MAIL_MS),
      handOver: async () => {},
    }
    return transport.send(message, call)
  }

/** Ways of mails out of this installation. */
export type MailWay = {
  /** Whether they stay in the outbox, for the user to send by hand. */
  readonly outbox: boolean
  readonly from: string
  /** A mail's bytes, as its recipients get them. */
  readonly bytesOf: (mail: RequestedMail) => Promise<Uint8Array>
}

const mailWay = ({ isOutbox, from }: MailTransport, documents: Documents): MailWay => ({
  outbox: isOutbox,
  from,
  async bytesOf({ id, payload, requestedAt }) {
    // Loaded with the first mail.
    const { composed } = await import('./mail/mail-composed.ts')
    const message = await messageOf(payload, requestedAt, documents)
    return (await composed(message, { key: effectKey(mailEffect.kind, id), from })).bytes
  },
})

/** The model's server, if there is one. Its packages are loaded only then. */
async function openAi(
  { AI_URL, AI_KEY, AI_MODEL }: GatewayAddresses,
  options: { readonly book: LogBook; readonly metrics: Metrics },
): Promise<Ai | null> {
  if (AI_URL === undefined || AI_MODEL === undefined) return null
  const { openAiCompatible } = await import('./ai/ai-openai-compatible.ts')
  return openAiCompatible({ baseUrl: AI_URL, key: AI_KEY, model: AI_MODEL, ...options })
}

/** Every outside service: its gateway, and its health. */
export async function openGateways(
  addresses: GatewayAddresses,
  options: {
    readonly keyring: FileKeys
    readonly documents: Documents
    readonly book: LogBook
    readonly clock: Clock
    readonly metrics: Metrics
    /** Where browsers reach the product: sources are told who asks. */
    readonly publicUrl: string
  },
) {
  const { SMTP_URL, MAIL_FROM = OUTBOX, COMPANY_REGISTRY_URL } = addresses
  const { FRANCE_TRAVAIL_ID, FRANCE_TRAVAIL_SECRET } = addresses
  const { keyring, documents, book, clock, metrics, publicUrl } = options
  await sealOutbox(addresses.DATA_DIR, keyring)
  const registry = rechercheEntreprises({
    baseUrl: COMPANY_REGISTRY_URL,
    now: clock.now,
    book,
    metrics,
  })
  const transport = SMTP_URL
    ? (await import('./mail/mail-smtp.ts')).smtpTransport(latest(addresses, 'SMTP_URL'), MAIL_FROM)
    : await openMailOutbox(addresses.DATA_DIR, MAIL_FROM, keyring)
  const mail = mailGateway({ transport, documents, metrics })
  const ai = await openAi(addresses, { book, metrics })
  const lines = [registry.line, mail.line, ...(ai ? [ai.line] : [])]
  return {
    registry,
    jobSources: jobSources({
      now: clock.now,
      publicUrl,
      franceTravail:
        FRANCE_TRAVAIL_ID && FRANCE_TRAVAIL_SECRET
          ? { clientId: FRANCE_TRAVAIL_ID, clientSecret: FRANCE_TRAVAIL_SECRET }
          : null,
    }),
    ai: {
      server: ai,
      dailyTokens: addresses.AI_DAILY_TOKENS,
      guestDailyTokens: addresses.AI_GUEST_DAILY_TOKENS,
    },
    mail,
    ...openPayments(addresses, { now: clock.now, metrics }),
    mailWay: mailWay(transport, documents),
    houseMail:
      SMTP_URL === undefined ? null : houseMail(transport, { from: MAIL_FROM, now: clock.now }),
    /** Shown in `/api/ready`; a gateway that is away does not make the product unready. */
    health: lines.map((line) => ({
      name: line.name,
      ask: async () => line.health(),
      mayBeAway: () => true,
    })),
  }
}
export type Gateways = Awaited<ReturnType<typeof openGateways>>
