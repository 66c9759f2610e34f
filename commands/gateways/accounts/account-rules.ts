import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { type AccountRows, keyOf } from './account-rows.ts'
import {
  accountRefusal,
  isUserName,
  type NewAccount,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordOrigin,
} from './accounts.ts'
import type { Lockout } from './lockout.ts'
import { lookOf } from './look-alikes.ts'
import { isStrongEnough } from './password-strength.ts'

/** Rules of user names, mails and passwords of accounts. */
export function accountRules(rows: AccountRows, lockout: Lockout, clock: Clock) {
  const assertMailFree = (id: string, mailKey: string): void => {
    const mailed = rows.byLogin(mailKey)
    if (mailed && mailed.id !== id)
      throw accountRefusal('MAIL_TAKEN', {}, [{ path: 'mail', code: 'MAIL_TAKEN' }])
  }
  /**
   * A user name must not be another account's mail either: users type both into the same field. Nor
   * may it look like another's. One answer serves all of this and names no field: a stranger
   * does not learn who has an account.
   */
  const assertNew = ({
    id,
    userName,
    mail,
  }: Pick<NewAccount, 'id' | 'userName' | 'mail'>): void => {
    const look = lookOf(userName)
    const isOfAnother = [keyOf(userName), keyOf(mail)].some((key) => {
      const other = rows.byLogin(key)
      return other !== undefined && other.id !== id
    })
    if (
      isOfAnother ||
      rows.names().some((other) => other.id !== id && lookOf(other.user_name) === look)
    )
      throw accountRefusal('ACCOUNT_EXISTS')
  }
  const assertStrong = (password: string, about: readonly string[], path: string): void => {
    const details = { min: PASSWORD_MIN }
    if (password.length > PASSWORD_MAX) {
      const most = { max: PASSWORD_MAX }
      throw accountRefusal('PASSWORD_TOO_LONG', most, [
        { path, code: 'PASSWORD_TOO_LONG', details: most },
      ])
    }
    if (!isStrongEnough(password, about))
      throw accountRefusal('PASSWORD_TOO_WEAK', details, [
        { path, code: 'PASSWORD_TOO_WEAK', details },
      ])
  }
  /** In the order of the fields; each is found by itself, so that a form can show all of them. */
  function faultsOf(
    { id, userName, mail, firstName, lastName, password }: NewAccount,
    trust: PasswordOrigin = 'checked',
  ): Refusal[] {
    const name = userName.normalize('NFKC').trim()
    const checks = [
      () => {
        if (!isUserName(name))
          throw accountRefusal('USER_NAME_INVALID', {}, [
            { path: 'userName', code: 'USER_NAME_INVALID' },
          ])
      },
      () => {
        if (trust === 'checked')
          assertStrong(password, [name, mail, firstName, lastName], 'password')
      },
      () => assertNew({ id, userName: name, mail }),
    ]
    return checks.flatMap((check) => {
      try {
        check()
        return []
      } catch (error) {
        if (error instanceof Refusal) return [error]
        throw error
      }
    })
  }
  /** @throws TOO_MANY_REQUESTS to an address that was told of many taken names */
  function assertMayAsk(from: string): void {
    const now = clock.now()
    const until = lockout.toldUntil(from)
    if (until > now)
      throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil((until - now) / 1000) })
  }
  /** The fault of a name that an answer may name: never that a mail is taken. */
  function nameFault({
    id,
    userName: name,
    mail,
  }: Pick<NewAccount, 'id' | 'userName' | 'mail'>): Refusal | null {
    if (keyOf(name) === keyOf(mail)) return null
    if (name.includes('@'))
      return accountRefusal('USER_NAME_INVALID', {}, [
        { path: 'userName', code: 'USER_NAME_INVALID' },
      ])
    return isNew({ id, userName: name, mail: name }) ? null : accountRefusal('ACCOUNT_EXISTS')
  }
  const isNew = (account: Pick<NewAccount, 'id' | 'userName' | 'mail'>): boolean => {
    try {
      assertNew(account)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'ACCOUNT_EXISTS') return false
      throw error
    }
  }
  return { assertMailFree, assertNew, assertStrong, assertMayAsk, faultsOf, nameFault, isNew }
}
export type AccountRules = ReturnType<typeof accountRules>
