import { createHmac } from 'node:crypto'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { AccountDevices } from './account-devices.ts'
import { accountOf, type AccountRow, type AccountRows, keyOf } from './account-rows.ts'
import type { AccountRules } from './account-rules.ts'
import { accountRefusal, FIRST_PASSWORD_MS, type IdentityAdmin } from './accounts.ts'
import type { IdentityDatabase } from './identity-database.ts'
import { type Attempt, type Lockout, unknownAccount } from './lockout.ts'
import { isCommonPassword } from './password-strength.ts'
import { hashPassword, isOutdated, type PasswordCost, passwordMatches } from './passwords.ts'

/** Checks, changes and renewals of passwords. */
export function accountPasswords({
  sql,
  rows,
  rules,
  devices,
  lockout,
  deviceKey,
  clock,
  cost,
}: {
  readonly sql: IdentityDatabase['sql']
  readonly rows: AccountRows
  readonly rules: AccountRules
  readonly devices: AccountDevices
  readonly lockout: Lockout
  readonly deviceKey: string
  readonly clock: Clock
  readonly cost: PasswordCost
}): Pick<
  IdentityAdmin,
  | 'verify'
  | 'confirm'
  | 'changePassword'
  | 'resetPassword'
  | 'passwordMark'
  | 'renewPassword'
  | 'passwordDueOn'
> {
  // For an unknown name this hash is compared, so that the answer takes as long as for a known one.
  const nobody = hashPassword('nobody has this password', cost)

  const check = async (
    row: AccountRow | undefined,
    password: string,
    attempt: Attempt,
  ): Promise<AccountRow | null> => {
    const now = clock.now()
    const until = lockout.begin(attempt, now)
    if (until > 0)
      throw accountRefusal('SIGN_IN_LOCKED', {
        until,
        seconds: Math.ceil((until - now) / 1000),
        ...(row && { accountId: row.id }),
      })
    const right = await passwordMatches(password, row?.password_hash ?? (await nobody))
    if (!right || row === undefined) return null
    lockout.succeeded(attempt)
    return row
  }

  /**
   * A password of the product or its operator stays for a week. A common one of an owner is due at
   * once.
   */
  const isDue = (
    { first_password: first, created_at: since }: AccountRow,
    password: string,
  ): boolean =>
    (first === 'generated' || isCommonPassword(password)) &&
    (first === '' || clock.now() > since + FIRST_PASSWORD_MS)
  const markOf = ({ id, password_hash: hash }: AccountRow): string =>
    createHmac('sha256', deviceKey).update(`password ${id} ${hash}`).digest('base64url')

  const aboutOf = (row: AccountRow) => [row.user_name, row.mail, row.first_name, row.last_name]
  /** Failures are counted by the account alone, since the user is signed in already. */
  async function confirmed(row: AccountRow, password: string, path: string): Promise<void> {
    const right = await check(row, password, {
      account: row.id,
      address: `account ${row.id}`,
      device: null,
    })
    if (right === null)
      throw accountRefusal('CURRENT_PASSWORD_WRONG', {}, [{ path, code: 'CURRENT_PASSWORD_WRONG' }])
  }

  return {
    async verify(login, password, address, device = '') {
      const key = keyOf(login).slice(0, 200)
      const row = rows.byLogin(key)
      const account = await check(row, password, {
        account: row?.id ?? unknownAccount(key),
        address,
        device: row === undefined ? null : devices.knownDevice(device, row),
      })
      if (account === null) throw accountRefusal('CREDENTIALS_WRONG', row && { accountId: row.id })
      if (isOutdated(account.password_hash, cost))
        rows.rehash(account.id, await hashPassword(password, cost))
      return { ...accountOf(account), passwordDue: isDue(account, password) }
    },

    async confirm(id, password, path) {
      const row = rows.known(id)
      await confirmed(row, password, path)
    },

    async changePassword(id, current, next) {
      const row = rows.known(id)
      rules.assertStrong(next, aboutOf(row), 'password')
      await confirmed(row, current, 'current')
      rows.setPassword(id, await hashPassword(next, cost))
    },

    async resetPassword(id, next, proven) {
      const row = rows.known(id)
      rules.assertStrong(next, aboutOf(row), 'password')
      const hash = await hashPassword(next, cost)
      return sql.transaction(() => {
        if (!proven()) return false
        rows.setPassword(id, hash)
        lockout.forgetAccount(id)
        return true
      })()
    },

    passwordMark(id) {
      const row = rows.known(id)
      return markOf(row)
    },

    async renewPassword(id, next, mark) {
      const row = rows.known(id)
      rules.assertStrong(next, aboutOf(row), 'password')
      if (await passwordMatches(next, row.password_hash))
        throw accountRefusal('PASSWORD_UNCHANGED', {}, [
          { path: 'password', code: 'PASSWORD_UNCHANGED' },
        ])
      const hash = await hashPassword(next, cost)
      return sql.transaction(() => {
        const now = rows.byId(id)
        if (!now || markOf(now) !== mark) return false
        rows.setPassword(id, hash)
        return true
      })()
    },

    passwordDueOn(id) {
      const row = rows.byId(id)
      return row?.first_password === 'generated' ? row.created_at + FIRST_PASSWORD_MS : 0
    },
  }
}
