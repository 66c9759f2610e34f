import { appendFileSync, chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { KeptKey, KeyStore } from './keys.ts'

export const KEYS_FILE = 'keys.sqlite'
/** Names of destroyed keys, one a line: kept beside, so that they can be laid on a backup from before. */
export const DESTROYED_FILE = 'destroyed-keys.txt'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, owner TEXT NOT NULL, wrapped TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS keys_owner ON keys (owner);
`
const named = (count: number): string => Array.from({ length: count }, () => '?').join()
/** Names in one statement: SQLite takes 32,766. */
const AT_ONCE = 10_000

type Adding = {
  readonly keys: readonly KeptKey[]
  readonly resolve: (there: readonly KeptKey[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * The keys in one SQLite file of the data directory. Keys that are asked for together share a commit. Its pages are
 * overwritten when a key is destroyed, and it has no write-ahead log, which would still hold the key.
 */
export function openSqliteKeys(dataDir: string): KeyStore {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, KEYS_FILE)
  const destroyedFile = path.join(dataDir, DESTROYED_FILE)
  const sql = new Database(file)
  chmodSync(file, 0o600)
  try {
    sql.pragma('busy_timeout = 5000')
    sql.pragma('journal_mode = DELETE')
    sql.pragma('synchronous = FULL')
    sql.pragma('secure_delete = ON')
    sql.exec(SCHEMA)
  } catch (error) {
    sql.close()
    throw error
  }

  const insert = sql.prepare('INSERT INTO keys (id, owner, wrapped) VALUES (@id, @owner, @wrapped) ON CONFLICT DO NOTHING')
  const one = sql.prepare<[string], KeptKey>('SELECT id, owner, wrapped FROM keys WHERE id = ?')
  const ofOwner = sql.prepare<[string], string>('SELECT id FROM keys WHERE owner = ? AND wrapped IS NOT NULL').pluck()
  const everyKey = sql.prepare<[], KeptKey>('SELECT id, owner, wrapped FROM keys')
  const anyKey = sql.prepare<[], KeptKey>('SELECT id, owner, wrapped FROM keys WHERE wrapped IS NOT NULL LIMIT 1')
  const replace = sql.prepare('UPDATE keys SET wrapped = ? WHERE id = ? AND wrapped = ?')
  const destroyOne = sql.prepare(
    'INSERT INTO keys (id, owner, wrapped) VALUES (@id, @owner, NULL) ON CONFLICT (id) DO UPDATE SET wrapped = NULL',
  )
  const addAll = sql.transaction((batch: readonly Adding[]) =>
    batch.map(({ keys }) =>
      keys.map((key) => {
        insert.run(key)
        return one.get(key.id) ?? key
      }),
    ),
  )
  const destroyAll = sql.transaction((keys: readonly Omit<KeptKey, 'wrapped'>[]) => {
    for (const { id, owner } of keys) destroyOne.run({ id, owner })
  })

  let queue: Adding[] = []
  function commit(): void {
    const batch = queue
    queue = []
    try {
      const there = addAll.immediate(batch)
      batch.forEach(({ resolve }, i) => resolve(there[i] ?? []))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  // A backup from before a key was destroyed holds it still: what stands in this file is destroyed there too.
  const listed = destroyedIn(destroyedFile)
  if (listed.some(({ id }) => one.get(id)?.wrapped !== null)) destroyAll.immediate(listed)

  return {
    async find(ids) {
      const found: KeptKey[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const some = ids.slice(from, from + AT_ONCE)
        if (some.length === 1 && some[0] !== undefined) {
          const key = one.get(some[0])
          if (key) found.push(key)
        } else
          found.push(
            ...sql
              .prepare<string[], KeptKey>(`SELECT id, owner, wrapped FROM keys WHERE id IN (${named(some.length)})`)
              .all(...some),
          )
      }
      return found
    },
    add: (keys) =>
      new Promise((resolve, reject) => {
        queue.push({ keys, resolve, reject })
        if (queue.length === 1) setImmediate(commit)
      }),
    ofOwner: async (owner) => ofOwner.all(owner),
    async destroy(keys) {
      // First the list: what a crash leaves undone here is done by the next opening.
      const before = new Set(destroyedIn(destroyedFile).map(({ id }) => id))
      const fresh = keys.filter(({ id }) => !before.has(id))
      if (fresh.length > 0) appendDurably(destroyedFile, fresh.map(({ id, owner }) => `${id} ${owner}\n`).join(''))
      destroyAll.immediate(keys)
    },
    rewrap: async (id, from, to) => replace.run(to, id, from).changes === 1,
    any: async () => anyKey.get() ?? null,
    all: async () => everyKey.all(),
    async ping() {
      one.get('')
    },
    async close() {
      sql.close()
    },
  }
}

function destroyedIn(file: string): readonly Omit<KeptKey, 'wrapped'>[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [id = '', owner = ''] = line.trim().split(' ')
      return id === '' ? [] : [{ id, owner }]
    })
}

function appendDurably(file: string, text: string): void {
  appendFileSync(file, text, { mode: 0o600 })
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
