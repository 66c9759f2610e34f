import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { encryptPlain, openEncrypted } from '../engines/encrypted-sqlite.ts'
import {
  COUNTED,
  COUNTED_BY_WORDS,
  type LogCounts,
  type LogEntry,
} from '#domain/operations/log-book.ts'
import { LOG_LEVELS, type LogLevel, type LogSource } from '#domain/operations/log-entry.values.ts'
import {
  countsOf,
  type LogEntries,
  type NewLogEntry,
  searchedText,
  wordsIn,
} from './log-entries.ts'
import { conditionOf, logEntrySearch, PER_MS, tag } from './log-entries-search.ts'

export const LOG_ENTRIES_FILE = 'logs.sqlite'
/** Rows removed before other work gets a turn. */
const CHUNK = 1_000
const FREED_PAGES = 2_000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY, last_at INTEGER NOT NULL, level TEXT NOT NULL, source TEXT NOT NULL, message TEXT NOT NULL,
    correlation_id TEXT NOT NULL, duration_ms REAL, repeated INTEGER NOT NULL, details TEXT NOT NULL, words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_level ON entries (level);
  CREATE INDEX IF NOT EXISTS entries_source ON entries (source, level);
  CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5 (
    text, tags, content = '', contentless_delete = 1, detail = column, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
`

type Row = {
  readonly id: number
  readonly last_at: number
  readonly level: LogLevel
  readonly source: LogSource
  readonly message: string
  readonly correlation_id: string
  readonly duration_ms: number | null
  readonly repeated: number
  readonly details: string
}

const entryOf = (row: Row): LogEntry => ({
  id: String(row.id),
  at: Math.floor(row.id / PER_MS),
  lastAt: row.last_at,
  level: row.level,
  source: row.source,
  message: row.message,
  correlationId: row.correlation_id,
  durationMs: row.duration_ms,
  repeated: row.repeated,
  details: JSON.parse(row.details) as LogEntry['details'], // written by `add`
})

/** @throws Database.SqliteError when the file is no database, or is damaged */
function opened(file: string, key: Buffer): Database.Database {
  encryptPlain(file, key)
  return openEncrypted(file, key, {}, (sql) => {
    sql.pragma('busy_timeout = 2000')
    sql.pragma('auto_vacuum = INCREMENTAL')
    sql.pragma('journal_mode = WAL')
    // A power cut may lose the last lines, which the technical log can afford.
    sql.pragma('synchronous = NORMAL')
    sql.pragma('cache_size = -16000')
    sql.exec(SCHEMA)
  })
}

/**
 * A damaged log does not keep the process from starting: it is renamed and a new one is created.
 */
function openedOrPutAside(file: string, key: Buffer): Database.Database {
  try {
    return opened(file, key)
  } catch (error) {
    if (!(error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)))
      throw error
    renameSync(file, `${file}.damaged`)
    for (const left of ['-wal', '-shm']) rmSync(`${file}${left}`, { force: true })
    return opened(file, key)
  }
}

/**
 * The technical log of one machine, in an encrypted file beside its event log.
 *
 * @param key 32 bytes
 */
export function openSqliteLogEntries(dataDir: string, key: Buffer): LogEntries {
  mkdirSync(dataDir, { recursive: true })
  const sql = openedOrPutAside(join(dataDir, LOG_ENTRIES_FILE), key)
  const { idsOf, countOf } = logEntrySearch(sql)
  const lastOf = sql.prepare<[number, number], { id: number | null }>(
    'SELECT max(id) AS id FROM entries WHERE id >= ? AND id < ?',
  )
  const insert = sql.prepare(
    'INSERT INTO entries (id, last_at, level, source, message, correlation_id, duration_ms, repeated, details, ' +
      'words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const index = sql.prepare('INSERT INTO search (rowid, text, tags) VALUES (?, ?, ?)')
  const change = sql.prepare(
    'UPDATE entries SET repeated = ?, last_at = ?, duration_ms = ? WHERE id = ?',
  )
  const oldest = sql.prepare<[number, number], { id: number }>(
    'SELECT id FROM entries WHERE id < ? ORDER BY id LIMIT ?',
  )
  const removeEntry = sql.prepare('DELETE FROM entries WHERE id = ?')
  const removeWords = sql.prepare('DELETE FROM search WHERE rowid = ?')

  /** The next free id of a millisecond, or of the first later one that has an id left. */
  function freeFrom(first: number): number {
    for (let ms = first; ; ms += PER_MS) {
      const next = (lastOf.get(ms, ms + PER_MS)?.id ?? ms - 1) + 1
      if (next < ms + PER_MS) return next
    }
  }
  const addAll = sql.transaction((entries: readonly NewLogEntry[]) =>
    entries.map((entry) => {
      const id = freeFrom(entry.at * PER_MS)
      const { lastAt, level, source, message, correlationId, durationMs, repeated, details } = entry
      const detailsText = JSON.stringify(details)
      const text = ` ${wordsIn(searchedText(entry)).join(' ')} `
      insert.run(
        id,
        lastAt,
        level,
        source,
        message,
        correlationId,
        durationMs,
        repeated,
        detailsText,
        text,
      )
      index.run(id, text, [tag('lvl', level), tag('src', source), tag('msg', message)].join(' '))
      return String(id)
    }),
  )
  const removeAll = sql.transaction((before: number): number => {
    const ids = oldest.all(before, CHUNK)
    for (const { id } of ids) {
      removeEntry.run(id)
      removeWords.run(id)
    }
    return ids.length
  })

  return {
    async add(entries) {
      return addAll.immediate(entries)
    },
    async repeat(changes) {
      for (const { id, repeated, lastAt, durationMs } of changes)
        change.run(repeated, lastAt, durationMs, Number(id))
    },
    async find(filter, { limit, cursor }) {
      const ids = idsOf(filter, limit + 1, cursor)
      const page = ids.slice(0, limit)
      const rows = sql
        .prepare<[string], Row>(
          'SELECT * FROM entries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
        )
        .all(JSON.stringify(page))
      return { items: rows.map(entryOf), next: ids.length > limit ? String(page.at(-1)) : null }
    },
    async count(filter): Promise<LogCounts> {
      if (conditionOf(filter).count === 0)
        return countsOf(
          LOG_LEVELS.map((level) => [level, countOf(filter, level)]),
          (count) => count === COUNTED,
        )
      const ids = idsOf({ ...filter, levels: [] }, COUNTED_BY_WORDS)
      const rows = sql
        .prepare<[string], { level: LogLevel; count: number }>(
          'SELECT level, count(*) AS count FROM entries WHERE id IN (SELECT value FROM json_each(?)) GROUP BY level',
        )
        .all(JSON.stringify(ids))
      return countsOf(
        rows.map(({ level, count }) => [level, count]),
        () => ids.length === COUNTED_BY_WORDS,
      )
    },
    async older(before) {
      const count = sql
        .prepare<[number], number>('SELECT count(*) FROM entries WHERE id < ?')
        .pluck()
      const older = Number(count.get(before * PER_MS))
      return { older, kept: Number(count.get(Number.MAX_SAFE_INTEGER)) - older }
    },
    async clean(before) {
      let removed = 0
      for (let chunk = CHUNK; chunk === CHUNK; ) {
        chunk = removeAll.immediate(before * PER_MS)
        removed += chunk
        await nextTurn()
      }
      sql.pragma(`incremental_vacuum(${FREED_PAGES})`)
      return removed
    },
    async ping() {
      sql.prepare('SELECT 1').get()
    },
    async close() {
      sql.close()
    },
  }
}
