import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/kernel/time.ts'
import type { IdentityDatabase } from './identity-database.ts'

type Policy = {
  readonly free: number
  readonly firstDelayMs: number
  readonly longestMs: number
  readonly forgottenAfterMs: number
}

const QUARTER_MS = 15 * MINUTE_MS
/**
 * One account from one address. An owner may mistype a few times, then each failure doubles the
 * wait.
 */
const PAIR: Policy = {
  free: 5,
  firstDelayMs: 30_000,
  longestMs: QUARTER_MS,
  forgottenAfterMs: DAY_MS,
}
/**
 * One account from all addresses. Known devices of the owner are not counted here.
 * @source OWASP ASVS 4.0.3, 2.2.1: 100 failed attempts an hour at most
 */
const ACCOUNT: Policy = {
  free: 50,
  firstDelayMs: 30_000,
  longestMs: QUARTER_MS,
  forgottenAfterMs: DAY_MS,
}
/** The users of an office share one address, so it has more free attempts. */
const ADDRESS: Policy = {
  free: 30,
  firstDelayMs: 60_000,
  longestMs: QUARTER_MS,
  forgottenAfterMs: HOUR_MS,
}

/**
 * Taken names that a sign-up told one address. An office mistypes a few; a harvester asks for many.
 */
const TAKEN: Policy = {
  free: 60,
  firstDelayMs: 60_000,
  longestMs: QUARTER_MS,
  forgottenAfterMs: HOUR_MS,
}

type Row = { failures: number; last_at: number; locked_until: number }
type Counted = { readonly key: string; readonly policy: Policy }

/**
 * Where an attempt comes from. `device` has signed in to this account before; null for an unknown
 * device.
 */
export type Attempt = {
  readonly account: string
  readonly address: string
  readonly device: string | null
}

/**
 * Stands for a login that no account has. It is hashed, because users type passwords into the wrong
 * field.
 */
export const unknownAccount = (login: string): string =>
  `unknown:${createHash('sha256').update(login).digest('base64url').slice(0, 22)}`

/**
 * Counts failed sign-ins by account and address. Guesses from one address then never lock the owner
 * out at another. A known device has a count of its own. An attempt is counted before the password
 * is checked, so that parallel attempts are not free.
 */
export function createLockout({ sql }: Pick<IdentityDatabase, 'sql'>) {
  const read = sql.prepare<[string], Row>(
    'SELECT failures, last_at, locked_until FROM attempts WHERE key = ?',
  )
  const write = sql.prepare(
    'INSERT INTO attempts (key, failures, last_at, locked_until) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at, locked_until = excluded.locked_until',
  )
  const forget = sql.prepare('DELETE FROM attempts WHERE key = ?')
  const forgetAll = sql.prepare(
    "DELETE FROM attempts WHERE key = 'account:' || @account OR substr(key, 1, length(@account) + 6) = 'pair:' || " +
      "@account || ' ' OR substr(key, 1, length(@account) + 8) = 'device:' || @account || ' '",
  )

  const count = (key: string, policy: Policy, now: number): void => {
    const row = read.get(key)
    const failures =
      (row !== undefined && now - row.last_at < policy.forgottenAfterMs ? row.failures : 0) + 1
    const over = failures - policy.free
    const lockedUntil =
      over < 0 ? 0 : now + Math.min(policy.firstDelayMs * 2 ** Math.min(over, 20), policy.longestMs)
    write.run(key, failures, now, lockedUntil)
  }

  const own = ({ account, address, device }: Attempt): Counted => ({
    key: device === null ? `pair:${account} ${address}` : `device:${account} ${device}`,
    policy: PAIR,
  })
  const shared = ({ account, address, device }: Attempt): readonly Counted[] =>
    device === null
      ? [
          { key: `account:${account}`, policy: ACCOUNT },
          { key: `address:${address}`, policy: ADDRESS },
        ]
      : []

  return {
    /**
     * @returns 0 when the attempt may go on (counted as failed), else the end of the wait in epoch
     * milliseconds
     */
    begin: sql.transaction((attempt: Attempt, now: number): number => {
      const counted = [own(attempt), ...shared(attempt)]
      const until = Math.max(...counted.map(({ key }) => read.get(key)?.locked_until ?? 0))
      if (until > now) return until
      for (const { key, policy } of counted) count(key, policy, now)
      return 0
    }),
    /**
     * Resets the attempt's own count. Counts shared with other users only lose this one attempt.
     */
    succeeded: sql.transaction((attempt: Attempt): void => {
      forget.run(own(attempt).key)
      for (const { key } of shared(attempt)) {
        const row = read.get(key)
        if (row !== undefined) write.run(key, Math.max(0, row.failures - 1), row.last_at, 0)
      }
    }),
    /**
     * Until when an address is told no more of names that are taken; 0 when it is. @unit epoch
     * milliseconds
     */
    toldUntil: (address: string): number => read.get(`taken:${address}`)?.locked_until ?? 0,
    /** A sign-up was told that its name or mail is taken. */
    toldTaken: sql.transaction((address: string, now: number): void =>
      count(`taken:${address}`, TAKEN, now),
    ),
    forgetAccount: (account: string): void => void forgetAll.run({ account }),
  }
}
export type Lockout = ReturnType<typeof createLockout>
