import type { IdentityAdmin, PreparedAccount } from '#commands/gateways/accounts/accounts.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import type { NewUser, Users } from '#commands/identity/users.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { isLanguage } from '../kernel/languages.ts'
import type { AccountMails } from './account-mails.ts'
import { seal, unseal } from './session-store.ts'

const LASTS_MS = DAY_MS
/** A second request within this time sends no second mail. */
const EVERY_MS = 60_000
/** Addresses that are remembered for that; the oldest is forgotten. */
const REMEMBERED = 10_000

/**
 * An account that its owner has yet to confirm. It stands in the link alone, encrypted: nothing is
 * kept here.
 */
type Pending = {
  readonly account: PreparedAccount
  readonly user: Pick<NewUser, 'preferredLanguage' | 'timeZone'>
  readonly until: number
}

/**
 * Sign-up where mails can be sent. An account is made once the link in its mail is opened. A
 * stranger gets one answer, whether an address has an account or not. Its owner alone is told, by
 * mail.
 */
export function confirmedSignUp({
  accounts,
  users,
  mails,
  publicUrl,
  key,
  clock,
}: {
  readonly accounts: IdentityAdmin
  readonly users: Users
  readonly mails: AccountMails
  readonly publicUrl: () => URL
  /** Encrypts what the links hold. */
  readonly key: Buffer
  readonly clock: Clock
}) {
  const sent = new Map<string, number>()
  /** Whether a mail may go to this address now. */
  function inPace(mail: string): boolean {
    const to = mail.trim().toLowerCase()
    const now = clock.now()
    if (now - (sent.get(to) ?? -EVERY_MS) < EVERY_MS) return false
    sent.delete(to)
    sent.set(to, now)
    const [oldest] = sent.keys()
    if (sent.size > REMEMBERED && oldest !== undefined) sent.delete(oldest)
    return true
  }

  function pendingIn(token: string): Pending | null {
    const text = unseal(key, Buffer.from(token, 'base64url'))
    const pending = text === null ? null : (JSON.parse(text) as Pending) // sealed by `ask`
    return pending !== null && pending.until > clock.now() ? pending : null
  }

  return {
    /**
     * @param id of the account, once it is made
     * @throws ACCOUNT_EXISTS for a user name that is taken · USER_NAME_INVALID · PASSWORD_TOO_WEAK
     * · TOO_MANY_REQUESTS
     */
    async ask(
      id: string,
      { preferredLanguage, timeZone, ...fields }: NewUser,
      from: string,
    ): Promise<void> {
      const { isKnown, ...account } = await accounts.prepare({ id, ...fields }, { from })
      if (!inPace(account.mail)) return
      const language =
        preferredLanguage !== undefined && isLanguage(preferredLanguage) ? preferredLanguage : 'fr'
      const { mail, userName } = account
      if (isKnown)
        return mails('accountExists', mail, language, {
          link: new URL('/oidc/forgotten', publicUrl()),
          userName,
        })
      const user = {
        ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
        ...(timeZone === undefined ? {} : { timeZone }),
      }
      const pending: Pending = { account, user, until: clock.now() + LASTS_MS }
      const link = new URL('/oidc/account', publicUrl())
      link.searchParams.set('token', seal(key, JSON.stringify(pending)).toString('base64url'))
      mails('signUp', mail, language, { link, userName })
    },

    /** The address that a link confirms; null for one that is too old or not ours. */
    mailIn: (token: string): string | null => pendingIn(token)?.account.mail ?? null,

    /** @returns whether the account is there now; one that was confirmed before stays as it is */
    async confirm(token: string, meta: CommandMeta): Promise<boolean> {
      const pending = pendingIn(token)
      if (pending === null) return false
      if ((await accounts.findById(pending.account.id)) !== null) return true
      try {
        await users.confirmed(accounts, pending.account, pending.user, meta)
        return true
      } catch (error) {
        // The name or mail was taken since, or the account was removed.
        if (error instanceof Refusal && ['ACCOUNT_EXISTS', 'NOT_FOUND'].includes(error.code))
          return false
        throw error
      }
    },
  }
}
export type ConfirmedSignUp = ReturnType<typeof confirmedSignUp>
