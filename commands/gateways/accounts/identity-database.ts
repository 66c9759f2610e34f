import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import { encryptPlain, openEncrypted } from '../engines/encrypted-sqlite.ts'
import { eraseDeleted } from '../engines/sqlite-erasing.ts'
import {
  type AboutSession,
  type KeptSession,
  type SignInStore,
  unknownSession,
} from './sign-in-store.ts'

/**
 * The embedded sign-in's data on one machine: accounts, attempts, keys, grants, and the sign-in
 * store. Several processes of that machine may open it. Losing it loses the accounts' passwords.
 */
export type IdentityDatabase = SignInStore & { readonly sql: Database.Database }

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY, user_name TEXT NOT NULL, user_name_key TEXT NOT NULL UNIQUE, mail TEXT NOT NULL, mail_key TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, password_hash TEXT NOT NULL, created_at INTEGER NOT NULL,
    first_password TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_at INTEGER NOT NULL, locked_until INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS account_links (
    token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, purpose TEXT NOT NULL, mail TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS waiting_mails (
    id TEXT PRIMARY KEY, sealed BLOB NOT NULL, tries INTEGER NOT NULL, due_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS oidc (
    model TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT, grant_id TEXT, uid TEXT, payload TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_uid ON oidc (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_account ON oidc (account_id) WHERE account_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_expiry ON oidc (expires_at);
  CREATE TABLE IF NOT EXISTS sessions (id_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, sealed BLOB NOT NULL, expires_at INTEGER NOT NULL,
    about TEXT NOT NULL DEFAULT '{}') STRICT;
  CREATE INDEX IF NOT EXISTS sessions_user ON sessions (user_id);
  CREATE TABLE IF NOT EXISTS revoked (jti TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
`

/** Columns that files of earlier versions lack. */
const ADDED = [
  ['sessions', 'about', "TEXT NOT NULL DEFAULT '{}'"],
  ['accounts', 'first_password', "TEXT NOT NULL DEFAULT ''"],
] as const

/** Failures older than this no longer count, so their rows may go. */
const ATTEMPTS_KEPT_MS = DAY_MS

const FILE = 'identity.sqlite'

export const identityFile = (dataDir: string): string => join(dataDir, FILE)
/** The key that the file is encrypted with. */
export const identityKey = (keys: FileKeys): Promise<Buffer> => keys.fileKey(FILE)

/**
 * A file of an earlier release is encrypted first.
 *
 * @param key 32 bytes
 * @throws Error that says which file is damaged and what to do
 */
export function openIdentityDatabase(dataDir: string, key: Buffer): IdentityDatabase {
  mkdirSync(dataDir, { recursive: true })
  const file = identityFile(dataDir)
  encryptPlain(file, key)
  try {
    const sql = openEncrypted(file, key, {}, (sql) => setUp(sql, file))
    return { sql, ...signInStore(sql) }
  } catch (error) {
    throw error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
      ? damaged(file, error.message)
      : error
  }
}

function setUp(sql: Database.Database, file: string): void {
  // The file holds keys: only its owner may read it.
  chmodSync(file, 0o600)
  sql.pragma('busy_timeout = 5000')
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = FULL')
  // A removed account leaves no bytes behind.
  sql.pragma('secure_delete = ON')
  sql.exec(SCHEMA)
  for (const [table, column, type] of ADDED) {
    const columns = sql
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
    if (!columns.includes(column)) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
  }
  const found = sql.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw damaged(file, String(found))
}

const damaged = (file: string, how: string): Error =>
  new Error(
    `The accounts in ${file} are damaged: ${how}. Restore the data directory from a backup; without this file nobody can sign in to what the log holds.`,
  )

type SessionRow = {
  id_hash: string
  user_id: string
  sealed: Buffer
  expires_at: number
  about: string
}
const sessionOf = ({ id_hash, user_id, sealed, expires_at, about }: SessionRow): KeptSession => ({
  idHash: id_hash,
  userId: user_id,
  sealed,
  expiresAt: expires_at,
  // as `add` and `reseal` wrote it
  about: { ...unknownSession, ...(JSON.parse(about) as Partial<AboutSession>) },
})

function signInStore(sql: Database.Database): SignInStore {
  const secret = sql.prepare<[string], { value: string }>(
    'SELECT value FROM secrets WHERE name = ?',
  )
  const keepSecret = sql.prepare(
    'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  )
  const secrets = sql.prepare<[], { name: string; value: string }>(
    'SELECT name, value FROM secrets',
  )
  const replaceSecret = sql.prepare('UPDATE secrets SET value = ? WHERE name = ? AND value = ?')
  const removeSecret = sql.prepare('DELETE FROM secrets WHERE name = ?')
  const session = sql.prepare<[string, number], SessionRow>(
    'SELECT * FROM sessions WHERE id_hash = ? AND expires_at > ?',
  )
  const sessionsOf = sql.prepare<[string, number], SessionRow>(
    'SELECT * FROM sessions WHERE user_id = ? AND expires_at > ?',
  )
  const addSession = sql.prepare(
    'INSERT INTO sessions (id_hash, user_id, sealed, expires_at, about) VALUES (?, ?, ?, ?, ?)',
  )
  const reseal = sql.prepare('UPDATE sessions SET sealed = ?, about = ? WHERE id_hash = ?')
  const endSession = sql.prepare('DELETE FROM sessions WHERE id_hash = ?')
  const endSessions = sql.prepare('DELETE FROM sessions WHERE user_id = ? AND id_hash <> ?')
  const revoke = sql.prepare('INSERT OR IGNORE INTO revoked (jti, expires_at) VALUES (?, ?)')
  const revoked = sql.prepare<[string], unknown>('SELECT 1 FROM revoked WHERE jti = ?')
  const lease = sql.prepare(
    'INSERT INTO leases (name, holder, until) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE holder = excluded.holder OR until <= ?',
  )
  const release = sql.prepare('DELETE FROM leases WHERE name = ? AND holder = ?')

  return {
    async secret(name, make) {
      const present = secret.get(name)
      if (present) return present.value
      keepSecret.run(name, await make())
      const stored = secret.get(name)
      if (!stored) throw new Error(`The secret ${name} was not kept`)
      return stored.value
    },
    has: async (name) => secret.get(name) !== undefined,
    secrets: async () => secrets.all(),
    replaceSecret: async (name, from, to) => replaceSecret.run(to, name, from).changes === 1,
    async removeSecret(name) {
      removeSecret.run(name)
      eraseDeleted(sql)
    },
    sessions: {
      async add({ idHash, userId, sealed, expiresAt, about }) {
        addSession.run(idHash, userId, sealed, expiresAt, JSON.stringify(about))
      },
      async find(idHash, now) {
        const row = session.get(idHash, now)
        return row === undefined ? null : sessionOf(row)
      },
      ofUser: async (userId, now) => sessionsOf.all(userId, now).map(sessionOf),
      async reseal(idHash, { sealed, about }) {
        reseal.run(sealed, JSON.stringify(about), idHash)
      },
      async end(idHash) {
        endSession.run(idHash)
      },
      async endAll(userId, exceptIdHash) {
        endSessions.run(userId, exceptIdHash)
      },
    },
    revoked: {
      async add(jti, expiresAt) {
        revoke.run(jti, expiresAt)
      },
      has: async (jti) => revoked.get(jti) !== undefined,
    },
    leases: {
      take: async (name, holder, until, now) => lease.run(name, holder, until, now).changes === 1,
      async release(name, holder) {
        release.run(name, holder)
      },
    },
    async purge(now) {
      const expired = sql.transaction(() => {
        const rows = [
          sql.prepare('DELETE FROM oidc WHERE expires_at <= ?').run(now),
          sql.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(now),
          sql.prepare('DELETE FROM account_links WHERE expires_at <= ?').run(now),
          sql.prepare('DELETE FROM waiting_mails WHERE expires_at <= ?').run(now),
          sql.prepare('DELETE FROM revoked WHERE expires_at <= ?').run(now),
          sql.prepare('DELETE FROM leases WHERE until <= ?').run(now),
          sql
            .prepare('DELETE FROM attempts WHERE last_at <= ? AND locked_until <= ?')
            .run(now - ATTEMPTS_KEPT_MS, now),
        ]
        return rows.reduce((sum, row) => sum + row.changes, 0)
      })
      return expired()
    },
    async ping() {
      sql.prepare('SELECT 1').get()
    },
    async close() {
      sql.close()
    },
  }
}
