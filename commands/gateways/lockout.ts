import type { IdentityDatabase } from './identity-database.ts'

type Policy = {
  readonly free: number
  readonly firstDelayMs: number
  readonly longestMs: number
  readonly forgottenAfterMs: number
}

/**
 * An owner may mistype a few times. Then each failure doubles the wait, up to a limit that a locked-out owner can wait
 * for.
 */
const ACCOUNT: Policy = { free: 5, firstDelayMs: 30_000, longestMs: 15 * 60_000, forgottenAfterMs: 86_400_000 }
/**
 * The users of an office share one address, so it has more free attempts. The longest wait is longer, against clients
 * that try many accounts.
 */
const ADDRESS: Policy = { free: 30, firstDelayMs: 60_000, longestMs: 60 * 60_000, forgottenAfterMs: 3_600_000 }

type Row = { failures: number; last_at: number; locked_until: number }

/**
 * Counts failed sign-ins per account and per address. An attempt is counted before the password is checked, so that
 * parallel attempts are not free.
 */
export function createLockout({ sql }: IdentityDatabase) {
  const read = sql.prepare<[string], Row>('SELECT failures, last_at, locked_until FROM attempts WHERE key = ?')
  const write = sql.prepare(
    'INSERT INTO attempts (key, failures, last_at, locked_until) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at, locked_until = excluded.locked_until',
  )
  const forget = sql.prepare('DELETE FROM attempts WHERE key = ?')

  const count = (key: string, policy: Policy, now: number): void => {
    const row = read.get(key)
    const failures = (row !== undefined && now - row.last_at < policy.forgottenAfterMs ? row.failures : 0) + 1
    const over = failures - policy.free
    const lockedUntil = over < 0 ? 0 : now + Math.min(policy.firstDelayMs * 2 ** Math.min(over, 20), policy.longestMs)
    write.run(key, failures, now, lockedUntil)
  }

  const keys = (account: string, address: string) => [
    { key: `account:${account}`, policy: ACCOUNT },
    { key: `address:${address}`, policy: ADDRESS },
  ]

  return {
    /**
     * @returns 0 when the attempt may go on (it is counted as failed), else the end of the wait in epoch milliseconds
     */
    begin: sql.transaction((account: string, address: string, now: number): number => {
      const both = keys(account, address)
      const until = Math.max(...both.map(({ key }) => read.get(key)?.locked_until ?? 0))
      if (until > now) return until
      for (const { key, policy } of both) count(key, policy, now)
      return 0
    }),
    /**
     * Resets the account. The address only gets this one attempt back: a full reset would let its own account pay for
     * attempts on others.
     */
    succeeded: sql.transaction((account: string, address: string): void => {
      forget.run(`account:${account}`)
      const row = read.get(`address:${address}`)
      if (row !== undefined) write.run(`address:${address}`, Math.max(0, row.failures - 1), row.last_at, 0)
    }),
    forgetAccount: (account: string): void => void forget.run(`account:${account}`),
  }
}
