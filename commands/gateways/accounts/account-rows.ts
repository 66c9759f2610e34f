import { refusal } from '#domain/kernel/errors.ts'
import type { Account } from './accounts.ts'
import type { IdentityDatabase } from './identity-database.ts'

export type AccountRow = {
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

export const keyOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  userName: row.user_name,
  mail: row.mail,
  firstName: row.first_name,
  lastName: row.last_name,
})

/** The table of accounts. */
export function accountRows({ sql }: Pick<IdentityDatabase, 'sql'>) {
  const byId = sql.prepare<[string], AccountRow>('SELECT * FROM accounts WHERE id = ?')
  const byLogin = sql.prepare<[string, string], AccountRow>(
    'SELECT * FROM accounts WHERE user_name_key = ? OR mail_key = ? LIMIT 1',
  )
  const names = sql.prepare<[], { id: string; user_name: string }>(
    'SELECT id, user_name FROM accounts',
  )
  const rehash = sql.prepare('UPDATE accounts SET password_hash = ? WHERE id = ?')
  const setPassword = sql.prepare(
    "UPDATE accounts SET password_hash = ?, first_password = '' WHERE id = ?",
  )
  return {
    byId: (id: string): AccountRow | undefined => byId.get(id),
    /** @throws NOT_FOUND */
    known(id: string): AccountRow {
      const row = byId.get(id)
      if (!row) throw refusal('NOT_FOUND')
      return row
    },
    /** @param key of a user name or a mail */
    byLogin: (key: string): AccountRow | undefined => byLogin.get(key, key),
    names: () => names.all(),
    rehash: (id: string, hash: string) => void rehash.run(hash, id),
    setPassword: (id: string, hash: string) => void setPassword.run(hash, id),
  }
}
export type AccountRows = ReturnType<typeof accountRows>
