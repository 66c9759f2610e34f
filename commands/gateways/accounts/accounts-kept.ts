import { z } from 'zod'
import type { IdentityDatabase } from './identity-database.ts'
import { createLockout, unknownAccount } from './lockout.ts'
import { eraseDeleted } from '../engines/sqlite-erasing.ts'

/**
 * A stored account of the embedded sign-in, its password hashed. @unit `created_at`: epoch
 * milliseconds
 */
export const KeptAccount = z.strictObject({
  id: z.string().min(1),
  user_name: z.string(),
  user_name_key: z.string(),
  mail: z.string(),
  mail_key: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  password_hash: z.string(),
  created_at: z.int(),
  /** Absent in files of earlier versions. */
  first_password: z.enum(['', 'trusted', 'generated']).default(''),
})
export type KeptAccount = z.infer<typeof KeptAccount>

const COLUMNS = Object.keys(KeptAccount.shape)

/** Every account, by id. */
export const keptAccounts = ({ sql }: Pick<IdentityDatabase, 'sql'>): readonly KeptAccount[] =>
  sql.prepare<[], KeptAccount>(`SELECT ${COLUMNS.join()} FROM accounts ORDER BY id`).all()

/**
 * Restores stored accounts, all or none. An account whose id exists already is left unchanged.
 *
 * @throws Error when another account has the name or the mail of one of them
 */
export function putBackAccounts(
  { sql }: Pick<IdentityDatabase, 'sql'>,
  accounts: readonly KeptAccount[],
): void {
  const rivals = sql.prepare<[KeptAccount], { id: string }>(
    'SELECT id FROM accounts WHERE id <> @id AND (user_name_key = @user_name_key OR mail_key = @mail_key)',
  )
  const insert = sql.prepare(
    `INSERT INTO accounts (${COLUMNS.join()}) VALUES (${COLUMNS.map((column) => `@${column}`).join()}) ON CONFLICT (id) DO NOTHING`,
  )
  sql.transaction(() => {
    for (const account of accounts) {
      if (rivals.get(account))
        throw new Error(
          `Another account of the data directory is named ${account.user_name}, or has its mail. Begin with an empty data directory.`,
        )
      insert.run(account)
    }
  })()
}

/**
 * Deletes all data of a user from the database and from its write-ahead log: account, grants,
 * sessions, attempts.
 *
 * @throws Error while another process reads the file
 */
export function eraseAccount({ sql }: Pick<IdentityDatabase, 'sql'>, id: string): void {
  sql.transaction(() => {
    const names = sql
      .prepare<[string], string>('SELECT user_name_key FROM accounts WHERE id = ?')
      .pluck()
      .all(id)
    const lockout = createLockout({ sql })
    sql.prepare('DELETE FROM accounts WHERE id = ?').run(id)
    sql.prepare('DELETE FROM oidc WHERE account_id = ?').run(id)
    sql.prepare('DELETE FROM account_links WHERE account_id = ?').run(id)
    sql.prepare('DELETE FROM sessions WHERE user_id = ?').run(id)
    for (const account of [id, ...names.map(unknownAccount)]) lockout.forgetAccount(account)
  })()
  eraseDeleted(sql)
}
