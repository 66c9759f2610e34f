import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import {
  EffectOutcomeUnknown,
  EffectRefused,
  EffectUnavailable,
} from '#commands/kernel/effect-failures.ts'
import type { MailCall, MailTransport } from './mail.ts'
import { composed, MAX_MAIL_BYTES } from './mail-composed.ts'

const PIECE = 16 * 1024
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Fields of nodemailer's errors besides their message. */
type SmtpError = Error & {
  readonly code?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
  readonly rejectedErrors?: readonly SmtpError[] | undefined
  readonly recipient?: string | undefined
}

/**
 * The server's status, `550 5.1.1`: its text may quote an address. @source RFC 5321, 4.2; RFC 3463
 */
const statusOf = ({ responseCode, response, code }: SmtpError): string =>
  responseCode === undefined
    ? (code ?? '')
    : [responseCode, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]]
        .filter(Boolean)
        .join(' ')

const isPermanent = ({ responseCode = 0 }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600

type Mail = {
  readonly envelope: { from: string; to: string[]; size: number }
  readonly bytes: Buffer
}

/**
 * `all`: the server was given the whole mail. `held`: the error that kept it from being given at
 * all.
 */
type Given = { all: boolean; held: { readonly because: unknown } | null }

/** One mail over one connection. @returns the server's answers for recipients that it refused */
async function deliver(
  connection: SMTPConnection,
  auth: { user: string; pass: string } | null,
  { envelope, bytes }: Mail,
  { signal, handOver }: MailCall,
  given: Given,
): Promise<SmtpError[]> {
  async function* pieces() {
    // nodemailer 10.6.0 overwrites the code of a stream's error, so the original error is kept
    // here.
    await handOver().catch((because: unknown) => {
      given.held = { because }
      throw new Error('The mail is not handed over')
    })
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
    // The end of the mail is written only now: a server that did not get it has no mail.
    given.all = true
  }
  const { promise, resolve, reject } = Promise.withResolvers<SmtpError[]>()
  connection.on('error', reject)
  connection.on('end', () =>
    reject(Object.assign(new Error('The server hung up'), { code: 'ECONNECTION' })),
  )
  signal.addEventListener(
    'abort',
    () => reject(Object.assign(new Error('Out of time'), { code: 'ETIMEDOUT' })),
    {
      once: true,
    },
  )
  const send = () =>
    connection.send(envelope, Readable.from(pieces()), (error, info) =>
      error ? reject(error) : resolve(info?.rejectedErrors ?? []),
    )
  connection.connect((error) => {
    if (error) reject(error)
    else if (auth === null) send()
    else
      connection.login({ credentials: auth }, (refused) => {
        if (refused) reject(refused)
        else send()
      })
  })
  return promise
}

/**
 * Mails by SMTP, a connection each.
 *
 * SMTP has no idempotency key. A mail that the server may have accepted is sent again only if a
 * user asks. A connection that ends before the last byte leaves no mail behind (RFC 5321, 4.1.1.4).
 * The mail is then tried again. An end between the last byte and the answer leaves an unknown
 * outcome.
 *
 * @param url `smtp://user:password@host:587`, or `smtps://` where TLS comes first; asked for each
 * mail
 * @param from the installation's address
 */
export function smtpTransport(url: () => string, from: string): MailTransport {
  return {
    repeatable: false,
    isOutbox: false,
    from,
    async send(message, call) {
      const { id, bytes } = await composed(message, { key: call.key, from })
      if (bytes.length > MAX_MAIL_BYTES) throw new EffectRefused('MAIL_TOO_LARGE')
      call.signal.throwIfAborted()
      const at = new URL(url())
      const secure = at.protocol === 'smtps:'
      const auth = at.username
        ? { user: decodeURIComponent(at.username), pass: decodeURIComponent(at.password) }
        : null
      const connection = new SMTPConnection({
        host: at.hostname,
        port: at.port ? Number(at.port) : secure ? 465 : 587,
        secure,
        // A password is sent without TLS to this machine alone.
        requireTLS: auth !== null && !secure && !LOOPBACK.has(at.hostname),
        socketCloseTimeout: 0,
      })
      const given: Given = { all: false, held: null }
      const envelope = { from, to: [...message.to, ...message.cc], size: bytes.length }
      try {
        const rejected = await deliver(connection, auth, { envelope, bytes }, call, given)
        return { id, refused: rejected.flatMap(({ recipient }) => recipient ?? []) }
      } catch (error) {
        throw given.held ? given.held.because : failureOf(error, given.all)
      } finally {
        connection.on('error', () => {}) // errors after the connection has served
        connection.close()
      }
    },
  }
}

function failureOf(error: unknown, given: boolean): unknown {
  if (!(error instanceof Error)) return error
  const failure = error as SmtpError // an error of nodemailer, or of Node's sockets
  const why = { cause: error }
  const answered = failure.responseCode !== undefined
  if (given && !answered)
    return new EffectOutcomeUnknown('The mail server had the mail and did not answer', why)
  // 552 and 5.3.4: larger than the server accepts. EMESSAGE without an answer: larger than the size
  // it announced.
  const tooLarge = failure.responseCode === 552 || /\b5\.3\.4\b/.test(failure.response ?? '')
  if (tooLarge || (failure.code === 'EMESSAGE' && !answered))
    return new EffectRefused('MAIL_TOO_LARGE', statusOf(failure), why)
  // A refusal before the mail itself (TLS, the password) is a fault of the configuration, not of
  // the mail.
  if (failure.code !== 'EENVELOPE' && failure.code !== 'EMESSAGE')
    return new EffectUnavailable(
      'MAIL_UNAVAILABLE',
      answered && failure.code ? failure.code : statusOf(failure),
      why,
    )
  // All recipients were refused. If one may be accepted later, the mail is tried again.
  const each = failure.rejectedErrors ?? []
  const forGood = each.length > 0 ? each.every(isPermanent) : isPermanent(failure)
  return forGood
    ? new EffectRefused('MAIL_REFUSED', statusOf(each[0] ?? failure), why)
    : new EffectUnavailable('MAIL_UNAVAILABLE', statusOf(each[0] ?? failure), why)
}
