import Database from 'better-sqlite3'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { openSqlite } from '#commands/gateways/engines/opened-sqlite.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { APPLICATION_ID, COLUMNS, type Row, SCHEMA, SCHEMA_VERSION, isWhole } from './sqlite-row.ts'
import { walDamage } from './sqlite-wal.ts'

/** Another process writes to this event log. */
export class EventStoreLocked extends Error {
  override readonly name = 'EventStoreLocked'
  constructor(file: string) {
    super(
      `Another process already works on the data directory ${dirname(file)}. Stop it first, or start this one with another DATA_DIR.`,
    )
  }
}

/** The file no longer holds what was written to it. Nothing was repaired or dropped. */
export class EventStoreDamaged extends Error {
  override readonly name = 'EventStoreDamaged'
  readonly what: string
  constructor(file: string, what: string, options?: ErrorOptions) {
    super(
      `The event log ${file} is damaged: ${what}. Nothing was changed. Restore the data directory from a backup, or run \`npm run verify\` to see all that is damaged.`,
      options,
    )
    this.what = what
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** SQLite's messages for a file that is no database, or a damaged one. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (error.code.startsWith('SQLITE_CORRUPT') || error.code.startsWith('SQLITE_NOTADB'))

/**
 * One writer: an exclusive lock on an empty file beside the log. The operating system releases it
 * however its process ends. Other processes can still read the log (`npm run verify`, a backup).
 *
 * @returns a function that releases the lock
 * @throws EventStoreLocked
 */
export function lock(file: string): () => void {
  try {
    const holder = openSqlite(`${file}.lock`, { timeout: 0 }, (sql) => sql.exec('BEGIN EXCLUSIVE'))
    return () => holder.close()
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new EventStoreLocked(file)
    throw error
  }
}

const syncDirectory = (directory: string): void => {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Written under another name and then renamed. An empty log file is therefore one that was emptied,
 * never a log whose creation was interrupted.
 */
function create(file: string): void {
  const fresh = `${file}.new`
  for (const leftover of [fresh, `${fresh}-wal`, `${fresh}-shm`, `${fresh}-journal`])
    rmSync(leftover, { force: true })
  const db = new Database(fresh)
  db.pragma('page_size = 8192')
  db.pragma('synchronous = FULL')
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
  db.exec(SCHEMA)
  db.pragma('journal_mode = WAL')
  db.close()
  renameSync(fresh, file)
  syncDirectory(dirname(file))
}

/** Checks, before SQLite opens the file, that it can be an event log. */
function inspect(file: string): void {
  const wal = `${file}-wal`
  if (!existsSync(file)) {
    if (existsSync(wal) && statSync(wal).size > 0)
      throw new EventStoreDamaged(file, 'the file is gone and its write-ahead log is still there')
    return
  }
  if (statSync(file).size === 0) throw new EventStoreDamaged(file, 'the file is empty')
  const damage = walDamage(wal)
  if (damage) throw new EventStoreDamaged(file, damage)
}

/**
 * Opens the log for reading, and creates it when there is none. The caller holds the lock.
 *
 * @throws EventStoreDamaged · StoreUnavailable for a file from a newer version
 */
export function openFile(file: string): Database.Database {
  inspect(file)
  if (!existsSync(file)) create(file)
  try {
    return openSqlite(file, { fileMustExist: true }, (db) => {
      const id = db.pragma('application_id', { simple: true })
      if (id !== APPLICATION_ID)
        throw new EventStoreDamaged(file, 'it is a SQLite file, but no event log')
      const version = Number(db.pragma('user_version', { simple: true }))
      if (version > SCHEMA_VERSION)
        throw new StoreUnavailable(
          `The event log ${file} was written by a newer version (${version}; this one knows ${SCHEMA_VERSION}). Start that version.`,
        )
      db.pragma('journal_mode = WAL')
      db.pragma('cache_size = -16000')
      if (version < SCHEMA_VERSION) db.pragma(`user_version = ${SCHEMA_VERSION}`)
      // Writes use a connection of their own.
      db.pragma('query_only = ON')
    })
  } catch (error) {
    if (isDamage(error)) throw new EventStoreDamaged(file, messageOf(error), { cause: error })
    throw error
  }
}

/** A second connection to the log, for writing. */
export function openAgain(file: string): Database.Database {
  const db = new Database(file, { fileMustExist: true })
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -16000')
  return db
}

/**
 * Reads the whole log: every row's checksum, no position missing, every stream counted from 0,
 * index and table in agreement. About 3 µs an event.
 *
 * @returns the last position; 0 without events
 * @throws EventStoreDamaged
 */
export function check(db: Database.Database, file: string): number {
  return guarded(file, (damaged) => {
    const revisions = new Map<string, number>()
    let head = 0
    // better-sqlite3 takes a row's type from the caller
    for (const row of db
      .prepare(`SELECT ${COLUMNS} FROM events ORDER BY position`)
      .raw()
      .iterate() as IterableIterator<Row>) {
      const [position, stream, revision] = row
      if (position !== head + 1)
        throw damaged(
          position - head === 2
            ? `position ${head + 1} is missing`
            : `positions ${head + 1} to ${position - 1} are missing`,
        )
      if (!isWhole(row))
        throw damaged(
          `position ${position} (${stream}, revision ${revision}) does not match its checksum`,
        )
      const last = revisions.get(stream) ?? -1
      if (revision !== last + 1)
        throw damaged(
          `position ${position} is revision ${revision} of ${stream}, which stands at ${last}`,
        )
      revisions.set(stream, revision)
      head = position
    }
    const found = db.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw damaged(String(found))
    return head
  })
}

/** The last position; earlier rows are not checked. @throws EventStoreDamaged */
export const headOf = (db: Database.Database, file: string): number =>
  guarded(file, () =>
    Number(db.prepare('SELECT ifnull(max(position), 0) FROM events').pluck().get()),
  )

function guarded<T>(file: string, look: (damaged: (what: string) => EventStoreDamaged) => T): T {
  try {
    return look((what) => new EventStoreDamaged(file, what))
  } catch (error) {
    if (isDamage(error)) throw new EventStoreDamaged(file, messageOf(error), { cause: error })
    throw error
  }
}

export const makeDirectoryFor = (file: string): void =>
  void mkdirSync(dirname(file), { recursive: true })
