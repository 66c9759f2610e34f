import { mailGateway } from '#commands/mail/mail-gateway.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import type { Log } from '#domain/kernel/log.ts'
import type { Metrics } from '#domain/kernel/metrics.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { rechercheEntreprises } from './company-registry-recherche-entreprises.ts'
import type { Documents } from './documents.ts'
import { openLogBook } from './log-book.ts'
import { openSqliteLogEntries } from './log-entries-sqlite.ts'
import { openMailOutbox } from './mail-outbox.ts'

/** Addresses of the outside services. An absent address means the stand-in under `DATA_DIR`. */
export type GatewayAddresses = {
  readonly DATA_DIR: string
  readonly MONGODB_URL?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
  readonly COMPANY_REGISTRY_URL: string
  readonly LOG_RETENTION_DAYS: number
}

/** Opens the technical log beside the read models. */
export async function openTechnicalLog(
  { DATA_DIR, MONGODB_URL, LOG_RETENTION_DAYS }: GatewayAddresses,
  options: {
    readonly clock: Clock
    readonly log: Log
    /** Closing functions are added to it. */
    readonly ending: (() => unknown)[]
    readonly until: <T>(engine: string, open: () => Promise<T>) => Promise<T>
  },
): Promise<LogBook> {
  const { clock, log, ending, until } = options
  const entries = MONGODB_URL
    ? await until('MongoDB', async () =>
        (await import('./log-entries-mongodb.ts')).openMongoLogEntries(MONGODB_URL, {
          retentionDays: LOG_RETENTION_DAYS,
        }),
      )
    : openSqliteLogEntries(DATA_DIR)
  const book = openLogBook({ entries, clock, log })
  ending.push(() => book.close())
  return book
}

/** Sender of the mails in the outbox, which users send by hand. */
const OUTBOX = 'carnet@localhost.localdomain'

/** Every outside service: its gateway, and its health. */
export async function openGateways(
  { DATA_DIR, SMTP_URL, MAIL_FROM = OUTBOX, COMPANY_REGISTRY_URL }: GatewayAddresses,
  options: {
    readonly documents: Documents
    readonly book: LogBook
    readonly clock: Clock
    readonly metrics: Metrics
  },
) {
  const { documents, book, clock, metrics } = options
  const registry = rechercheEntreprises({ baseUrl: COMPANY_REGISTRY_URL, now: clock.now, book, metrics })
  const transport = SMTP_URL
    ? (await import('./mail-smtp.ts')).smtpTransport(SMTP_URL, MAIL_FROM)
    : openMailOutbox(DATA_DIR, MAIL_FROM)
  const mail = mailGateway({ transport, documents, metrics })
  const lines = [registry.line, mail.line]
  return {
    registry,
    mail,
    /** Shown in `/api/ready`; a gateway that is away does not make the product unready. */
    health: lines.map((line) => ({ name: line.name, ask: async () => line.health(), mayBeAway: () => true })),
  }
}
export type Gateways = Awaited<ReturnType<typeof openGateways>>
