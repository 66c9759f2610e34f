import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Log } from '#domain/kernel/ports/log.ts'

/**
 * Tells of users of the log who have no account. The file of accounts is older than the log, or was
 * lost. Passwords that were changed since are the former ones then.
 *
 * @param newest users of the log, whom an older file lacks first
 */
export async function tellLostAccounts({
  accounts,
  newest,
  log,
}: {
  readonly accounts: Pick<IdentityAdmin, 'findById'>
  readonly newest: readonly string[]
  readonly log: Log
}): Promise<void> {
  const found = await Promise.all(newest.map((id) => accounts.findById(id)))
  const lost = newest.filter((_, i) => found[i] === null)
  if (lost.length > 0)
    log.error(
      { users: lost },
      'Users of the log have no account: identity.sqlite is older than the log. ' +
        'Restore the newer file. Passwords that were changed since are the former ones meanwhile',
    )
}
