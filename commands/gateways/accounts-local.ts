import type { Clock } from '#domain/kernel/clock.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { accountRefusal, PASSWORD_MIN, type Account, type IdentityAdmin } from './accounts.ts'
import type { IdentityDatabase } from './identity-database.ts'
import { createLockout } from './lockout.ts'
import { hashPassword, isOutdated, isStrongEnough, passwordMatches } from './passwords.ts'

type Row = { id: string; user_name: string; mail: string; first_name: string; last_name: string; password_hash: string }

const keyOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const accountOf = (row: Row): Account => ({
  id: row.id,
  userName: row.user_name,
  mail: row.mail,
  firstName: row.first_name,
  lastName: row.last_name,
})
/** Letters, digits and the characters of an e-mail address: none that is markup or ends a line. */
const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]{2,79}$/u

/** The embedded accounts, in the identity database. */
export function createLocalAccounts(database: IdentityDatabase, clock: Clock): IdentityAdmin {
  const { sql } = database
  const lockout = createLockout(database)
  const byId = sql.prepare<[string], Row>('SELECT * FROM accounts WHERE id = ?')
  const byLogin = sql.prepare<[string, string], Row>(
    'SELECT * FROM accounts WHERE user_name_key = ? OR mail_key = ? LIMIT 1',
  )
  const insert = sql.prepare(
    'INSERT INTO accounts (id, user_name, user_name_key, mail, mail_key, first_name, last_name, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const setPassword = sql.prepare('UPDATE accounts SET password_hash = ? WHERE id = ?')
  // For an unknown name this hash is compared, so that the answer takes as long as for a known one.
  const nobody = hashPassword('nobody has this password')

  /** A user name must not be another account's mail either: users type both into the same field. */
  const assertFree = (id: string, userNameKey: string, mailKey: string): void => {
    const named = byLogin.get(userNameKey, userNameKey)
    if (named && named.id !== id)
      throw accountRefusal('USER_NAME_TAKEN', {}, [{ path: 'userName', code: 'USER_NAME_TAKEN' }])
    const mailed = byLogin.get(mailKey, mailKey)
    if (mailed && mailed.id !== id) throw accountRefusal('MAIL_TAKEN', {}, [{ path: 'mail', code: 'MAIL_TAKEN' }])
  }
  const assertStrong = (password: string, about: readonly string[], path: string): void => {
    const details = { min: PASSWORD_MIN }
    if (!isStrongEnough(password, about))
      throw accountRefusal('PASSWORD_TOO_WEAK', details, [{ path, code: 'PASSWORD_TOO_WEAK', details }])
  }
  const check = async (
    lockedAs: string,
    row: Row | undefined,
    password: string,
    address: string,
  ): Promise<Row | null> => {
    const now = clock.now()
    const until = lockout.begin(lockedAs, address, now)
    if (until > 0) throw accountRefusal('SIGN_IN_LOCKED', { until, seconds: Math.ceil((until - now) / 1000) })
    const right = await passwordMatches(password, row?.password_hash ?? (await nobody))
    if (!right || row === undefined) return null
    lockout.succeeded(lockedAs, address)
    return row
  }

  return {
    async register({ id, userName, mail, firstName, lastName, password }, { password: trust = 'checked' } = {}) {
      const name = userName.normalize('NFKC').trim()
      if (!USER_NAME.test(name))
        throw accountRefusal('USER_NAME_INVALID', {}, [{ path: 'userName', code: 'USER_NAME_INVALID' }])
      if (trust === 'checked') assertStrong(password, [name, mail], 'password')
      assertFree(id, keyOf(name), keyOf(mail))
      const hash = await hashPassword(password)
      // Hashing takes a moment, in which another request may have taken the name.
      sql.transaction(() => {
        assertFree(id, keyOf(name), keyOf(mail))
        insert.run(id, name, keyOf(name), mail.trim(), keyOf(mail), firstName, lastName, hash, clock.now())
      })()
      return { id, userName: name, mail: mail.trim(), firstName, lastName }
    },

    async verify(login, password, address) {
      const key = keyOf(login).slice(0, 200)
      const row = byLogin.get(key, key)
      const account = await check(row?.id ?? `unknown:${key}`, row, password, address)
      if (account === null) throw accountRefusal('CREDENTIALS_WRONG')
      if (isOutdated(account.password_hash)) setPassword.run(await hashPassword(password), account.id)
      return accountOf(account)
    },

    async changePassword(id, current, next) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      assertStrong(next, [row.user_name, row.mail], 'password')
      if ((await check(id, row, current, `account ${id}`)) === null)
        throw accountRefusal('CURRENT_PASSWORD_WRONG', {}, [{ path: 'current', code: 'CURRENT_PASSWORD_WRONG' }])
      setPassword.run(await hashPassword(next), id)
    },

    async change(id, { mail, firstName, lastName }) {
      sql.transaction(() => {
        const row = byId.get(id)
        if (!row) throw refusal('NOT_FOUND')
        const mailNext = mail?.trim() ?? row.mail
        assertFree(id, keyOf(row.user_name), keyOf(mailNext))
        sql
          .prepare('UPDATE accounts SET mail = ?, mail_key = ?, first_name = ?, last_name = ? WHERE id = ?')
          .run(mailNext, keyOf(mailNext), firstName ?? row.first_name, lastName ?? row.last_name, id)
      })()
    },

    async findById(id) {
      const row = byId.get(id)
      return row ? accountOf(row) : null
    },

    async findByLogin(login) {
      const row = byLogin.get(keyOf(login), keyOf(login))
      return row ? accountOf(row) : null
    },

    async remove(id) {
      sql.prepare('DELETE FROM accounts WHERE id = ?').run(id)
      lockout.forgetAccount(id)
    },
  }
}
