import type { FastifyBaseLogger } from 'fastify'
import type { WaitingMails } from '#commands/gateways/accounts/waiting-mails.ts'
import { EffectRefused } from '#commands/kernel/effect-failures.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { DAY_MS, MINUTE_MS } from '#domain/kernel/time.ts'
import { directionOf, type Language } from '../kernel/languages.ts'
import { pageText } from '../kernel/messages.ts'
import { seal, unseal } from './session-store.ts'

/** Sends one mail of the house. Absent where no mail server is configured. */
export type HouseMail = (to: string, subject: string, html: string) => Promise<unknown>

export type AccountMailKind =
  | 'resetPassword'
  | 'confirmMail'
  | 'agreeToMail'
  | 'passwordChanged'
  | 'mailChanged'
  | 'newDevice'
  | 'leaving'
  | 'signUp'
  | 'accountExists'
  | 'invited'

/** Life of a mail that cannot be sent: that of its link, else a day. */
const LASTS_MS: Partial<Record<AccountMailKind, number>> = {
  resetPassword: 30 * MINUTE_MS,
  agreeToMail: 7 * DAY_MS,
  invited: 7 * DAY_MS,
}
const FORGOTTEN_MS = 30 * MINUTE_MS
/** Pause after each failed try; the last one repeats. */
const PAUSES_MS = [5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** Interval between looks for mails of processes that ended, and for mails to try again. */
const LOOK_MS = 5_000

/** A mail to send, or a login whose owner may be sent a link. */
type Waiting =
  | { readonly to: string; readonly subject: string; readonly html: string }
  | { readonly login: string }

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/**
 * Mails about an account. The answer to a request does not wait until they are sent, so its time
 * tells nothing of the account. They wait encrypted on the disk, so that no kill loses them.
 */
export function accountMails({
  send,
  waiting,
  key,
  clock,
  log,
}: {
  readonly send: HouseMail
  readonly waiting: WaitingMails
  /** Encrypts what waits: it holds addresses, and links that work. */
  readonly key: Buffer
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}) {
  let offer: (login: string) => Promise<void> = async () => {}
  let running: Promise<void> | null = null

  async function perform(one: Waiting): Promise<void> {
    if ('login' in one) return offer(one.login)
    await send(one.to, one.subject, one.html)
  }
  async function sendDue(): Promise<void> {
    for (let row = waiting.take(clock.now()); row !== null; row = waiting.take(clock.now())) {
      const text = unseal(key, row.sealed)
      try {
        // Another key: the keys were renewed, and the links of old mails work no more.
        if (text !== null) await perform(JSON.parse(text) as Waiting) // sealed by `add`
        waiting.remove(row.id)
      } catch (error) {
        log.warn({ err: error, tries: row.tries }, 'A mail about an account could not be sent')
        if (error instanceof EffectRefused) {
          waiting.remove(row.id)
          continue
        }
        const pause = PAUSES_MS[Math.min(row.tries, PAUSES_MS.length) - 1] ?? LOOK_MS
        waiting.again(row.id, clock.now() + pause)
      }
    }
  }
  function ring(): void {
    running ??= sendDue()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'Mails about accounts could not be looked for'),
      )
      .finally(() => {
        running = null
      })
  }
  function add(one: Waiting, lastsMs: number): void {
    const now = clock.now()
    waiting.add(seal(key, JSON.stringify(one)), now, now + lastsMs)
    // A mail that is added at the end of a run is sent by the next one.
    if (running === null) ring()
    else void running.then(ring)
  }

  return {
    mails: (
      kind: AccountMailKind,
      to: string,
      language: Language,
      {
        link,
        ...details
      }: { link?: URL; userName: string; mail?: string; browser?: string; at?: string },
    ): void => {
      const t = (name: string) => pageText(language, `mail.${kind}.${name}`, details)
      const action =
        link === undefined
          ? ''
          : `<p><a href="${escaped(link.href)}">${escaped(t('action'))}</a></p>`
      const lead = `<p>${escaped(t('lead'))}</p>`
      const foot = `<p>${escaped(t('foot'))}</p>`
      const attributes = `lang="${language}" dir="${directionOf(language)}"`
      const html = `<div ${attributes}>${lead}${action}${foot}</div>`
      add({ to, subject: t('subject'), html }, LASTS_MS[kind] ?? DAY_MS)
    },
    /** Whether there is such an account is looked up later: each login costs the same. */
    forgotten: (login: string): void => add({ login }, FORGOTTEN_MS),
    /**
     * Sends what waits, also of processes that were killed.
     *
     * @param offerPassword sends a link to the owner of a login, if there is one
     * @returns ends it; what is not sent stays for the next process
     */
    start(offerPassword: (login: string) => Promise<void>): () => Promise<void> {
      offer = offerPassword
      ring()
      const timer = setInterval(ring, LOOK_MS).unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}
export type AccountOutbox = ReturnType<typeof accountMails>
export type AccountMails = AccountOutbox['mails']
