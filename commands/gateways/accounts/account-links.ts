import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { DAY_MS, MINUTE_MS } from '#domain/kernel/time.ts'
import type { IdentityDatabase } from './identity-database.ts'

/**
 * `password` sets a new password, `mail` confirms a new address. `mailByOther` goes to the present
 * address, whose owner agrees to an address that another user has entered.
 */
export type LinkPurpose = 'password' | 'mail' | 'mailByOther'
export type AccountLink = { readonly accountId: string; readonly mail: string }

const LASTS_MS: Readonly<Record<LinkPurpose, number>> = {
  password: 30 * MINUTE_MS,
  mail: DAY_MS,
  mailByOther: 7 * DAY_MS,
}
/** A second request within this time sends no second mail. */
const EVERY_MS = 60_000

type Row = { account_id: string; mail: string; expires_at: number }

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Mailed links to the owner of an account. Each link works once. The database keeps the hash of its
 * token only. A new link replaces the earlier one of the same purpose.
 */
export function createAccountLinks({ sql }: Pick<IdentityDatabase, 'sql'>, clock: Clock) {
  const insert = sql.prepare(
    'INSERT INTO account_links (token_hash, account_id, purpose, mail, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const of = sql.prepare<[string, string, number], Row>(
    'SELECT account_id, mail, expires_at FROM account_links WHERE token_hash = ? AND purpose = ? AND expires_at > ?',
  )
  const last = sql.prepare<[string, string, number], Row>(
    'SELECT account_id, mail, expires_at FROM account_links WHERE account_id = ? AND purpose = ? AND expires_at > ?',
  )
  const forget = sql.prepare('DELETE FROM account_links WHERE account_id = ? AND purpose = ?')
  const forgetAll = sql.prepare('DELETE FROM account_links WHERE account_id = ?')

  const peek = (token: string, purpose: LinkPurpose): AccountLink | null => {
    const row = of.get(hashOf(token), purpose, clock.now())
    return row === undefined ? null : { accountId: row.account_id, mail: row.mail }
  }

  return {
    /**
     * @returns the token for the mail; null within a minute of the last link to the same address
     */
    offer: sql.transaction(
      (accountId: string, purpose: LinkPurpose, mail: string): string | null => {
        const now = clock.now()
        const before = last.get(accountId, purpose, now)
        if (before?.mail === mail && before.expires_at - LASTS_MS[purpose] > now - EVERY_MS)
          return null
        forget.run(accountId, purpose)
        const token = randomBytes(32).toString('base64url')
        insert.run(hashOf(token), accountId, purpose, mail, now + LASTS_MS[purpose])
        return token
      },
    ),
    /** @returns null for a link that was used, replaced or has expired */
    peek,
    /** The same, and the link works no more. */
    take: sql.transaction((token: string, purpose: LinkPurpose): AccountLink | null => {
      const link = peek(token, purpose)
      if (link !== null) forget.run(link.accountId, purpose)
      return link
    }),
    /**
     * No link of the account works any more: who had its password or its mail may have asked for
     * them.
     */
    endAll: (accountId: string): void => void forgetAll.run(accountId),
    /** The address that waits for its confirmation; empty when there is none. */
    mailToConfirm: (accountId: string): string =>
      (last.get(accountId, 'mail', clock.now()) ?? last.get(accountId, 'mailByOther', clock.now()))
        ?.mail ?? '',
  }
}
export type AccountLinks = ReturnType<typeof createAccountLinks>
