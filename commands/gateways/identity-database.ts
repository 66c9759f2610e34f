import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * What sign-in needs and the event log must not hold: accounts, attempts, the provider's keys, grants and sessions.
 * Losing it signs everyone out and loses the accounts' passwords; the business's data does not depend on it.
 */
export type IdentityDatabase = {
  readonly sql: Database.Database
  /** A secret made on first use and kept for good. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>
  /** True once that secret was made. */
  has(name: string): boolean
  /** Forgets what has expired. @returns how many rows */
  purge(nowMs: number): number
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY, user_name TEXT NOT NULL, user_name_key TEXT NOT NULL UNIQUE, mail TEXT NOT NULL, mail_key TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, password_hash TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_at INTEGER NOT NULL, locked_until INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS oidc (
    model TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT, grant_id TEXT, uid TEXT, payload TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_uid ON oidc (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_account ON oidc (account_id) WHERE account_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS oidc_expiry ON oidc (expires_at);
  CREATE TABLE IF NOT EXISTS sessions (id_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, sealed BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_user ON sessions (user_id);
  CREATE TABLE IF NOT EXISTS revoked (jti TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
`

/** Failures older than this no longer count, so their rows may go. */
const ATTEMPTS_KEPT_MS = 86_400_000

export function openIdentityDatabase(dataDir: string): IdentityDatabase {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'identity.sqlite')
  const sql = new Database(file)
  // The keys are in it: nobody but its owner reads it.
  chmodSync(file, 0o600)
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = FULL')
  sql.pragma('busy_timeout = 5000')
  sql.exec(SCHEMA)

  const read = sql.prepare<[string], { value: string }>('SELECT value FROM secrets WHERE name = ?')
  const keep = sql.prepare('INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')

  return {
    sql,
    async secret(name, make) {
      const known = read.get(name)
      if (known) return known.value
      keep.run(name, await make())
      const kept = read.get(name)
      if (!kept) throw new Error(`The secret ${name} was not kept`)
      return kept.value
    },
    has: (name) => read.get(name) !== undefined,
    purge(nowMs) {
      const expired = sql.transaction(() => {
        const rows = [
          sql.prepare('DELETE FROM oidc WHERE expires_at <= ?').run(nowMs),
          sql.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(nowMs),
          sql.prepare('DELETE FROM revoked WHERE expires_at <= ?').run(nowMs),
          sql.prepare('DELETE FROM attempts WHERE last_at <= ? AND locked_until <= ?').run(nowMs - ATTEMPTS_KEPT_MS, nowMs),
        ]
        return rows.reduce((sum, row) => sum + row.changes, 0)
      })
      return expired()
    },
    close: () => sql.close(),
  }
}
