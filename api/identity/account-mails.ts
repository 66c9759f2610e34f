import type { FastifyBaseLogger } from 'fastify'
import { directionOf, type Language } from '../kernel/languages.ts'
import { pageText } from '../kernel/messages.ts'

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

const TRIES = 3
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/**
 * Mails about an account. The answer to a request does not wait for them, so its time tells nothing
 * of the account.
 */
export const accountMails = (send: HouseMail, log: Pick<FastifyBaseLogger, 'warn'>) => {
  async function tried(to: string, subject: string, html: string): Promise<void> {
    for (let left = TRIES; ; left -= 1)
      try {
        await send(to, subject, html)
        return
      } catch (error) {
        if (left > 1) continue
        log.warn({ err: error }, 'A mail about an account could not be sent')
        return
      }
  }
  return (
    kind: AccountMailKind,
    to: string,
    language: Language,
    {
      link,
      ...details
    }: { link?: URL; userName: string; mail?: string; browser?: string; at?: string },
  ): void => {
    const t = (key: string) => pageText(language, `mail.${kind}.${key}`, details)
    const action =
      link === undefined ? '' : `<p><a href="${escaped(link.href)}">${escaped(t('action'))}</a></p>`
    const lead = `<p>${escaped(t('lead'))}</p>`
    const foot = `<p>${escaped(t('foot'))}</p>`
    void tried(
      to,
      t('subject'),
      `<div lang="${language}" dir="${directionOf(language)}">${lead}${action}${foot}</div>`,
    )
  }
}
export type AccountMails = ReturnType<typeof accountMails>
