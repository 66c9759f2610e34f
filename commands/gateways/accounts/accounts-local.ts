import { randomBytes } from 'node:crypto'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { accountDevices } from './account-devices.ts'
import { accountPasswords } from './account-passwords.ts'
import { accountOf, accountRows, keyOf } from './account-rows.ts'
import { accountRules } from './account-rules.ts'
import type { IdentityAdmin, PreparedAccount } from './accounts.ts'
import type { IdentityDatabase } from './identity-database.ts'
import { createLockout } from './lockout.ts'
import { hashPassword, PASSWORD_COST } from './passwords.ts'

/** The embedded accounts, in the identity database. */
export async function createLocalAccounts(
  database: IdentityDatabase,
  clock: Clock,
  cost = PASSWORD_COST,
): Promise<IdentityAdmin> {
  const { sql } = database
  const lockout = createLockout(database)
  const deviceKey = await database.secret('devices', () => randomBytes(32).toString('base64'))
  const rows = accountRows(database)
  const rules = accountRules(rows, lockout, clock)
  const devices = accountDevices(rows, deviceKey)
  const insert = sql.prepare(
    'INSERT INTO accounts (id, user_name, user_name_key, mail, mail_key, first_name, last_name, password_hash, created_at, first_password) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  /** Hashing takes a moment, in which another request may have taken the name. */
  const keep = sql.transaction(
    ({ id, userName, mail, firstName, lastName, hash }: PreparedAccount, first: string) => {
      rules.assertNew({ id, userName, mail })
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
      if (from !== undefined) rules.assertMayAsk(from)
      const [fault] = rules.faultsOf(account, trust)
      if (from !== undefined && fault?.code === 'ACCOUNT_EXISTS')
        lockout.toldTaken(from, clock.now())
      if (fault !== undefined) throw fault
      const hash = await hashPassword(password, cost)
      const first = trust === 'checked' ? '' : trust
      return keep({ id, userName: name, mail: mail.trim(), firstName, lastName, hash }, first)
    },

    async prepare(account, { from }) {
      const { id, firstName, lastName, password } = account
      const userName = account.userName.normalize('NFKC').trim()
      const mail = account.mail.trim()
      rules.assertMayAsk(from)
      const fault =
        rules.faultsOf(account).find(({ code }) => code !== 'ACCOUNT_EXISTS') ??
        rules.nameFault({ id, userName, mail })
      if (fault?.code === 'ACCOUNT_EXISTS') lockout.toldTaken(from, clock.now())
      if (fault) throw fault
      const hash = await hashPassword(password, cost)
      return {
        id,
        userName,
        mail,
        firstName,
        lastName,
        hash,
        isKnown: !rules.isNew({ id, userName, mail }),
      }
    },

    registerPrepared: async (account) => keep(account, ''),

    faultsOf: (account) => rules.faultsOf(account),

    ...accountPasswords({ sql, rows, rules, devices, lockout, deviceKey, clock, cost }),
    isKnownDevice: devices.isKnownDevice,
    rememberDevice: devices.rememberDevice,

    async change(id, { mail, firstName, lastName }) {
      return sql.transaction(() => {
        const row = rows.known(id)
        const mailNext = mail?.trim() ?? row.mail
        rules.assertMailFree(id, keyOf(mailNext))
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
      rows.known(id)
      rules.assertMailFree(id, keyOf(mail))
    },

    async findById(id) {
      const row = rows.byId(id)
      return row ? accountOf(row) : null
    },

    async findByLogin(login) {
      const row = rows.byLogin(keyOf(login))
      return row ? accountOf(row) : null
    },

    async remove(id) {
      sql.prepare('DELETE FROM accounts WHERE id = ?').run(id)
      sql.prepare('DELETE FROM account_links WHERE account_id = ?').run(id)
      lockout.forgetAccount(id)
    },
  }
}
