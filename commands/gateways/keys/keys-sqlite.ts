import Database from 'better-sqlite3'
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { KeptKey, KeyStore } from './keys.ts'
import { openSqlite } from '../engines/opened-sqlite.ts'
import { eraseDeleted } from '../engines/sqlite-erasing.ts'

export const KEYS_FILE = 'keys.sqlite'

function openedKeys(file: string): Database.Database {
  try {
    return openSqlite(file, {}, (sql) => {
      chmodSync(file, 0o600)
      sql.pragma('busy_timeout = 5000')
      sql.pragma('journal_mode = WAL')
      sql.pragma('synchronous = FULL')
      sql.pragma('secure_delete = ON')
      sql.exec('CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, wrapped TEXT) STRICT')
    })
  } catch (error) {
    if (!(error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)))
      throw error
    throw new Error(
      `The keys in ${file} are damaged: ${error.message}. ` +
        'Restore the data directory from a backup; without this file nobody reads personal data.',
      { cause: error },
    )
  }
}

/**
 * The keys in one SQLite file of the data directory. A destroyed or replaced key leaves no byte in
 * the file or its write-ahead log.
 */
export function openSqliteKeys(dataDir: string): KeyStore {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, KEYS_FILE)
  const sql = openedKeys(file)
  const insert = sql.prepare('INSERT INTO keys (id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const byId = sql.prepare<[string], KeptKey>('SELECT id, wrapped FROM keys WHERE id = ?')
  const live = sql.prepare<[], KeptKey>(
    'SELECT id, wrapped FROM keys WHERE wrapped IS NOT NULL LIMIT 1',
  )
  const every = sql.prepare<[], KeptKey>('SELECT id, wrapped FROM keys')
  const replace = sql.prepare('UPDATE keys SET wrapped = ? WHERE id = ? AND wrapped = ?')
  const destroy = sql.prepare(
    'INSERT INTO keys (id, wrapped) VALUES (?, NULL) ON CONFLICT (id) DO UPDATE SET wrapped = NULL',
  )
  const addAll = sql.transaction((keys: readonly KeptKey[]) => {
    for (const { id, wrapped } of keys) insert.run(id, wrapped)
  })
  const destroyAll = sql.transaction((ids: readonly string[]) => {
    for (const id of ids) destroy.run(id)
  })
  const found = (ids: readonly string[]): readonly KeptKey[] =>
    ids.flatMap((id) => byId.get(id) ?? [])

  return {
    find: async (ids) => found(ids),
    async add(keys) {
      addAll.immediate(keys)
      return found(keys.map(({ id }) => id))
    },
    async destroy(ids) {
      destroyAll.immediate(ids)
      eraseDeleted(sql)
    },
    replace: async (id, from, to) => replace.run(to, id, from).changes === 1,
    any: async () => live.get() ?? null,
    all: async () => every.all(),
    async close() {
      sql.close()
    },
  }
}
