import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import {
  type Account,
  accountRefusal,
  FIRST_PASSWORD_MS,
  type IdentityAdmin,
  type NewAccount,
  PASSWORD_MIN,
  type PasswordOrigin,
  type PreparedAccount,
  USER_NAME,
} from './accounts.ts'
import type { IdentityDatabase } from './identity-database.ts'
import { type Attempt, createLockout, unknownAccount } from './lockout.ts'
import { lookOf } from './look-alikes.ts'
import { isCommonPassword, isStrongEnough } from './password-strength.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts'

type Row = {
  id: string
  user_name: string
  mail: string
  first_name: string
  last_name: string
  password_hash: string
  created_at: number
  /** How the password of the first start came to be; empty once its owner has chosen one. */
  first_password: '' | 'trusted' | 'generated'
}

const keyOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const accountOf = (row: Row): Account => ({
  id: row.id,
  userName: row.user_name,
  mail: row.mail,
  firstName: row.first_name,
  lastName: row.last_name,
})

/** Accounts that one browser is known by; the oldest is forgotten. */
const KNOWN_BY = 5
/** `<device>.<signature>.<signature>…`, one for each account that has signed in on it. */
const DEVICE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/

/** The embedded accounts, in the identity database. */
export async function createLocalAccounts(
  database: IdentityDatabase,
  clock: Clock,
): Promise<IdentityAdmin> {
  const { sql } = database
  const lockout = createLockout(database)
  const byId = sql.prepare<[string], Row>('SELECT * FROM accounts WHERE id = ?')
  const byLogin = sql.prepare<[string, string], Row>(
    'SELECT * FROM accounts WHERE user_name_key = ? OR mail_key = ? LIMIT 1',
  )
  const insert = sql.prepare(
    'INSERT INTO accounts (id, user_name, user_name_key, mail, mail_key, first_name, last_name, password_hash, created_at, first_password) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const rehash = sql.prepare('UPDATE accounts SET password_hash = ? WHERE id = ?')
  const setPassword = sql.prepare(
    "UPDATE accounts SET password_hash = ?, first_password = '' WHERE id = ?",
  )
  const names = sql.prepare<[], { id: string; user_name: string }>(
    'SELECT id, user_name FROM accounts',
  )
  const deviceKey = await database.secret('devices', () => randomBytes(32).toString('base64'))
  // For an unknown name this hash is compared, so that the answer takes as long as for a known one.
  const nobody = hashPassword('nobody has this password')

  const assertMailFree = (id: string, mailKey: string): void => {
    const mailed = byLogin.get(mailKey, mailKey)
    if (mailed && mailed.id !== id)
      throw accountRefusal('MAIL_TAKEN', {}, [{ path: 'mail', code: 'MAIL_TAKEN' }])
  }
  /**
   * A user name must not be another account's mail either: users type both into the same field. Nor
   * may it look like another's. The answer is one for all of this and names no field, so that it
   * tells no stranger who has an account.
   */
  const assertNew = ({
    id,
    userName,
    mail,
  }: Pick<NewAccount, 'id' | 'userName' | 'mail'>): void => {
    const look = lookOf(userName)
    const isOfAnother = [keyOf(userName), keyOf(mail)].some((key) => {
      const found = byLogin.get(key, key)
      return found !== undefined && found.id !== id
    })
    if (
      isOfAnother ||
      names.all().some((other) => other.id !== id && lookOf(other.user_name) === look)
    )
      throw accountRefusal('ACCOUNT_EXISTS')
  }
  /** Holds until the password changes. */
  const signatureOf = (device: string, row: Row): string =>
    createHmac('sha256', deviceKey)
      .update(`${device} ${row.id} ${row.password_hash}`)
      .digest('base64url')
  /** The device that has signed in to this account before; null for any other. */
  const knownDevice = (text: string, row: Row): string | null => {
    const [, device, signatures = ''] = DEVICE.exec(text) ?? []
    if (device === undefined) return null
    const expected = Buffer.from(signatureOf(device, row))
    const isKnown = signatures.split('.').some((given) => {
      const bytes = Buffer.from(given)
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
    return isKnown ? device : null
  }
  const assertStrong = (password: string, about: readonly string[], path: string): void => {
    const details = { min: PASSWORD_MIN }
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
        if (!USER_NAME.test(name))
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
  const check = async (
    row: Row | undefined,
    password: string,
    attempt: Attempt,
  ): Promise<Row | null> => {
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
   * One that the product or its operator chose stays for a week; a common one of an owner, not at
   * all.
   */
  const isDue = ({ first_password: first, created_at: since }: Row, password: string): boolean =>
    (first === 'generated' || isCommonPassword(password)) &&
    (first === '' || clock.now() > since + FIRST_PASSWORD_MS)
  const markOf = ({ id, password_hash: hash }: Row): string =>
    createHmac('sha256', deviceKey).update(`password ${id} ${hash}`).digest('base64url')

  const aboutOf = (row: Row) => [row.user_name, row.mail, row.first_name, row.last_name]
  /** Failures are counted by the account alone, since the user is signed in already. */
  async function confirmed(row: Row, password: string, path: string): Promise<void> {
    const right = await check(row, password, {
      account: row.id,
      address: `account ${row.id}`,
      device: null,
    })
    if (right === null)
      throw accountRefusal('CURRENT_PASSWORD_WRONG', {}, [{ path, code: 'CURRENT_PASSWORD_WRONG' }])
  }

  /** @throws TOO_MANY_REQUESTS to an address that was told of many taken names */
  function assertMayAsk(from: string): void {
    const now = clock.now()
    const until = lockout.toldUntil(from)
    if (until > now)
      throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil((until - now) / 1000) })
  }
  /** What is refused of a name that may be told: not that a mail is taken. */
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
  /** Hashing takes a moment, in which another request may have taken the name. */
  const keep = sql.transaction(
    ({ id, userName, mail, firstName, lastName, hash }: PreparedAccount, first: string) => {
      assertNew({ id, userName, mail })
      insert.run(
        id,
        userName,
        keyOf(userName),
        mail,
        keyOf(mail),
        firstName,
        lastName,
        hash,
        clock.now(),
        first,
      )
      return { id, userName, mail, firstName, lastName }
    },
  )

  return {
    async register(account, { password: trust = 'checked', from } = {}) {
      const { id, userName, mail, firstName, lastName, password } = account
      const name = userName.normalize('NFKC').trim()
      if (from !== undefined) assertMayAsk(from)
      const [fault] = faultsOf(account, trust)
      if (from !== undefined && fault?.code === 'ACCOUNT_EXISTS')
        lockout.toldTaken(from, clock.now())
      if (fault !== undefined) throw fault
      const hash = await hashPassword(password)
      const first = trust === 'checked' ? '' : trust
      return keep({ id, userName: name, mail: mail.trim(), firstName, lastName, hash }, first)
    },

    async prepare(account, { from }) {
      const { id, firstName, lastName, password } = account
      const userName = account.userName.normalize('NFKC').trim()
      const mail = account.mail.trim()
      assertMayAsk(from)
      const fault =
        faultsOf(account).find(({ code }) => code !== 'ACCOUNT_EXISTS') ??
        nameFault({ id, userName, mail })
      if (fault?.code === 'ACCOUNT_EXISTS') lockout.toldTaken(from, clock.now())
      if (fault) throw fault
      const hash = await hashPassword(password)
      return {
        id,
        userName,
        mail,
        firstName,
        lastName,
        hash,
        isKnown: !isNew({ id, userName, mail }),
      }
    },

    registerPrepared: async (account) => keep(account, ''),

    faultsOf: (account) => faultsOf(account),

    async verify(login, password, address, device = '') {
      const key = keyOf(login).slice(0, 200)
      const row = byLogin.get(key, key)
      const account = await check(row, password, {
        account: row?.id ?? unknownAccount(key),
        address,
        device: row === undefined ? null : knownDevice(device, row),
      })
      if (account === null) throw accountRefusal('CREDENTIALS_WRONG', row && { accountId: row.id })
      if (isOutdated(account.password_hash)) rehash.run(await hashPassword(password), account.id)
      return { ...accountOf(account), passwordDue: isDue(account, password) }
    },

    isKnownDevice(id, text = '') {
      const row = byId.get(id)
      return row !== undefined && knownDevice(text, row) !== null
    },

    rememberDevice(id, text = '') {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      const [, known, signatures = ''] = DEVICE.exec(text) ?? []
      const device = known ?? randomBytes(16).toString('base64url')
      const mine = signatureOf(device, row)
      const others = signatures.split('.').filter((one) => one !== '' && one !== mine)
      return [device, mine, ...others.slice(0, KNOWN_BY - 1)].join('.')
    },

    async confirm(id, password, path) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      await confirmed(row, password, path)
    },

    async changePassword(id, current, next) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      assertStrong(next, aboutOf(row), 'password')
      await confirmed(row, current, 'current')
      setPassword.run(await hashPassword(next), id)
    },

    async resetPassword(id, next, proven) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      assertStrong(next, aboutOf(row), 'password')
      const hash = await hashPassword(next)
      return sql.transaction(() => {
        if (!proven()) return false
        setPassword.run(hash, id)
        lockout.forgetAccount(id)
        return true
      })()
    },

    passwordMark(id) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      return markOf(row)
    },

    async renewPassword(id, next, mark) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      assertStrong(next, aboutOf(row), 'password')
      if (await passwordMatches(next, row.password_hash))
        throw accountRefusal('PASSWORD_UNCHANGED', {}, [
          { path: 'password', code: 'PASSWORD_UNCHANGED' },
        ])
      const hash = await hashPassword(next)
      return sql.transaction(() => {
        const now = byId.get(id)
        if (!now || markOf(now) !== mark) return false
        setPassword.run(hash, id)
        return true
      })()
    },

    passwordDueOn(id) {
      const row = byId.get(id)
      return row?.first_password === 'generated' ? row.created_at + FIRST_PASSWORD_MS : 0
    },

    async change(id, { mail, firstName, lastName }) {
      return sql.transaction(() => {
        const row = byId.get(id)
        if (!row) throw refusal('NOT_FOUND')
        const mailNext = mail?.trim() ?? row.mail
        assertMailFree(id, keyOf(mailNext))
        sql
          .prepare(
            'UPDATE accounts SET mail = ?, mail_key = ?, first_name = ?, last_name = ? WHERE id = ?',
          )
          .run(
            mailNext,
            keyOf(mailNext),
            firstName ?? row.first_name,
            lastName ?? row.last_name,
            id,
          )
        return { mail: row.mail, firstName: row.first_name, lastName: row.last_name }
      })()
    },

    assertMailFree(id, mail) {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      assertMailFree(id, keyOf(mail))
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
      sql.prepare('DELETE FROM account_links WHERE account_id = ?').run(id)
      lockout.forgetAccount(id)
    },
  }
}
