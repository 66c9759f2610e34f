import Database from 'better-sqlite3'
import { hasWordLike } from '#domain/kernel/fold-text.values.ts'
import { START, type Position } from '#domain/kernel/event.ts'
import type { Checkpoint, Collection, Doc, ReadStore } from '#domain/kernel/ports/read-store.ts'
import { forgiving } from './forgiving.ts'
import { sqliteCollection } from './sqlite-collection.ts'
import { WORD_LIKE } from './sqlite-filter.ts'
import { openTables } from './sqlite-tables.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS _checkpoints (key TEXT PRIMARY KEY, checkpoint TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _sums (collection TEXT NOT NULL, spec TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (collection, spec)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _mark (position TEXT NOT NULL, event_id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS _owners (id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE) STRICT;
`
const BEGINNING: Checkpoint = { position: START, failure: null }

/** An event of the log that the read models were made from. */
type Mark = { readonly position: Position; readonly eventId: string }

export type SqliteReadStore = ReadStore & {
  /** The furthest checkpoint. */
  furthest(): Position
  readonly marked: Mark | null
  mark(event: Mark): void
  /** Share of the file's pages that hold nothing. */
  unused(): number
  /** Lets another connection write: what is applied meanwhile waits, and reads do not. */
  paused<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Read models in SQLite, of one process. Changes are committed ten times a second, all checkpoints
 * and documents of a command together.
 *
 * @param sql opened by the caller, and closed here; in memory when absent
 * @param onError told of every error of the database, which is thrown all the same
 */
export function sqliteReadStore(
  sql: Database.Database = new Database(':memory:'),
  onError: (error: unknown) => void = () => {},
): SqliteReadStore {
  sql.exec(SCHEMA)
  sql.function(WORD_LIKE, { deterministic: true }, (text: string, word: string) =>
    Number(hasWordLike(text, word)),
  )
  const changed = new Set<string>()
  const tables = openTables(
    sql,
    ({ write }) => {
      for (const key of changed) {
        const checkpoint = checkpoints.get(key)
        if (checkpoint === undefined) write('DELETE FROM _checkpoints WHERE key = ?', [key])
        else
          write('INSERT OR REPLACE INTO _checkpoints VALUES (?, ?)', [
            key,
            JSON.stringify(checkpoint),
          ])
      }
      changed.clear()
    },
    onError,
    () => {
      changed.clear()
      readCheckpoints()
      for (const listener of listeners) listener()
    },
  )
  const checkpoints = new Map<string, Checkpoint>()
  const listeners = new Set<() => void>()
  function readCheckpoints(): void {
    checkpoints.clear()
    for (const [key, text] of tables.rows<[string, string]>(
      'SELECT key, checkpoint FROM _checkpoints',
    ))
      checkpoints.set(key, JSON.parse(text) as Checkpoint) // as written above
  }
  readCheckpoints()
  const at = (key: string): Checkpoint => checkpoints.get(key) ?? BEGINNING
  const put = (key: string, checkpoint: Checkpoint | null): void => {
    if (checkpoint === null) checkpoints.delete(key)
    else checkpoints.set(key, checkpoint)
    changed.add(key)
    tables.changed()
  }
  function advance(key: string, from: Position, to: Position): boolean {
    if (at(key).position !== from) return false
    put(key, { position: to, failure: null })
    return true
  }
  const collections = new Map<string, Collection<Doc>>()

  return {
    sharing: null,
    collection<D extends Doc>(name: string) {
      const found =
        collections.get(name) ??
        forgiving(sqliteCollection<Doc>(tables, name, (from, to) => advance(name, from, to)))
      collections.set(name, found)
      return found as object as Collection<D> // each name has one document type, declared by its projection
    },
    async names() {
      const named = tables.rows<[string]>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%/doc'",
      )
      return named.map(([name]) => name.slice(0, -'/doc'.length))
    },
    checkpoints: {
      load: async (key) => at(key),
      async fail(key, failure) {
        put(key, { ...at(key), failure })
      },
      async forget(key) {
        put(key, null)
      },
    },
    furthest: () =>
      [...checkpoints.values()].reduce(
        (most, { position }) => (position > most ? position : most),
        START,
      ),
    get marked() {
      const [row] = tables.rows<[string, string]>('SELECT position, event_id FROM _mark')
      return row === undefined ? null : { position: row[0], eventId: row[1] }
    },
    mark({ position, eventId }) {
      tables.write('DELETE FROM _mark')
      tables.write('INSERT INTO _mark VALUES (?, ?)', [position, eventId])
    },
    unused: () =>
      (tables.one<number>('SELECT * FROM pragma_freelist_count') ?? 0) /
      (tables.one<number>('SELECT * FROM pragma_page_count') ?? 1),
    paused: tables.paused,
    onUndone: (listener) => void listeners.add(listener),
    async ping() {
      tables.one('SELECT 1')
    },
    async close() {
      tables.commit()
      sql.close()
    },
  }
}
