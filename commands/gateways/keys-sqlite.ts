import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { KeptKey, KeyStore } from './keys.ts'

export const KEYS_FILE = 'keys.sqlite'

/**
 * The keys in one SQLite file of the data directory. What is destroyed or replaced is overwritten, and taken out of the
 * write-ahead log too.
 */
export function openSqliteKeys(dataDir: string): KeyStore {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, KEYS_FILE)
  const sql = new Database(file)
  try {
    chmodSync(file, 0o600)
    sql.pragma('busy_timeout = 5000')
    sql.pragma('journal_mode = WAL')
    sql.pragma('synchronous = FULL')
    sql.pragma('secure_delete = ON')
    sql.exec('CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, wrapped TEXT) STRICT')
  } catch (error) {
    sql.close()
    throw error
  }
  const insert = sql.prepare('INSERT INTO keys (id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const byId = sql.prepare<[string], KeptKey>('SELECT id, wrapped FROM keys WHERE id = ?')
  const live = sql.prepare<[], KeptKey>('SELECT id, wrapped FROM keys WHERE wrapped IS NOT NULL LIMIT 1')
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
  /** @throws Error while another process reads: what was destroyed would still be in the file */
  const forgetLog = () => {
    const [{ busy }] = sql.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }] // one row, always
    if (busy !== 0) throw new Error(`${file} is read by another process. Try again.`)
  }
  const found = (ids: readonly string[]): readonly KeptKey[] => ids.flatMap((id) => byId.get(id) ?? [])

  return {
    find: async (ids) => found(ids),
    async add(keys) {
      addAll.immediate(keys)
      return found(keys.map(({ id }) => id))
    },
    async destroy(ids) {
      destroyAll.immediate(ids)
      forgetLog()
    },
    async replace(id, from, to) {
      const { changes } = replace.run(to, id, from)
      forgetLog()
      return changes === 1
    },
    any: async () => live.get() ?? null,
    all: async () => every.all(),
    async close() {
      sql.close()
    },
  }
}
