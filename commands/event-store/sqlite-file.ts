import Database from 'better-sqlite3'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from '#domain/kernel/event-store.ts'
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

/** The file does not hold what was written to it. Nothing is repaired or dropped on the way. */
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SQLite's own words for a file that is not, or no longer, what it wrote. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (error.code.startsWith('SQLITE_CORRUPT') || error.code.startsWith('SQLITE_NOTADB'))

/**
 * One writer: an exclusive lock on an empty file beside the log, which the operating system lets go of however its holder ends.
 * The log itself stays readable to others (`npm run verify`, a backup).
 *
 * @returns lets go of the lock
 * @throws EventStoreLocked
 */
export function lock(file: string): () => void {
  const holder = new Database(`${file}.lock`, { timeout: 0 })
  try {
    holder.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new EventStoreLocked(file)
    throw error
  }
  return () => holder.close()
}

const syncDirectory = (directory: string): void => {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Made under another name and moved in place whole, so that an empty file is never a log just begun but always one that was emptied. */
function create(file: string): void {
  const fresh = `${file}.new`
  for (const leftover of [fresh, `${fresh}-wal`, `${fresh}-shm`, `${fresh}-journal`]) rmSync(leftover, { force: true })
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

/** Throws unless the file, before SQLite touches it, can be the log that was left. */
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
 * Opens the log to read, making it when there is none. Call with the lock held.
 *
 * @throws EventStoreDamaged · StoreUnavailable for a file from a newer version
 */
export function openFile(file: string): Database.Database {
  inspect(file)
  if (!existsSync(file)) create(file)
  let db: Database.Database | undefined
  try {
    db = new Database(file, { fileMustExist: true })
    const id = db.pragma('application_id', { simple: true })
    if (id !== APPLICATION_ID) throw new EventStoreDamaged(file, 'it is a SQLite file, but no event log')
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version > SCHEMA_VERSION)
      throw new StoreUnavailable(
        `The event log ${file} was written by a newer version (${version}; this one knows ${SCHEMA_VERSION}). Start that version.`,
      )
    db.pragma('journal_mode = WAL')
    db.pragma('cache_size = -16000')
    // What is written goes another way.
    db.pragma('query_only = ON')
    return db
  } catch (error) {
    db?.close()
    if (isDamage(error)) throw new EventStoreDamaged(file, messageOf(error), { cause: error })
    throw error
  }
}

/** A log that `openFile` has opened, to write to. */
export function openAgain(file: string): Database.Database {
  const db = new Database(file, { fileMustExist: true })
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -16000')
  return db
}

/** Where a log stands: the last position, and the last revision of every stream (some 100 bytes each). */
export type Standing = { readonly head: number; readonly revisions: Map<string, number> }

/**
 * Reads all there is: every row's checksum, no position missing, every stream counted from 0, the index and the table in agreement.
 * About 3 µs an event.
 *
 * @throws EventStoreDamaged
 */
export function check(db: Database.Database, file: string): Standing {
  return guarded(file, (damaged) => {
    const revisions = new Map<string, number>()
    let head = 0
    // better-sqlite3 types a row by the caller's word
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
        throw damaged(`position ${position} (${stream}, revision ${revision}) does not match its checksum`)
      const last = revisions.get(stream) ?? -1
      if (revision !== last + 1)
        throw damaged(`position ${position} is revision ${revision} of ${stream}, which stands at ${last}`)
      revisions.set(stream, revision)
      head = position
    }
    const found = db.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw damaged(String(found))
    return { head, revisions }
  })
}

/** The last position, before anything is known of those in front of it. @throws EventStoreDamaged */
export const headOf = (db: Database.Database, file: string): number =>
  guarded(file, () => Number(db.prepare('SELECT ifnull(max(position), 0) FROM events').pluck().get()))

function guarded<T>(file: string, look: (damaged: (what: string) => EventStoreDamaged) => T): T {
  try {
    return look((what) => new EventStoreDamaged(file, what))
  } catch (error) {
    if (isDamage(error)) throw new EventStoreDamaged(file, messageOf(error), { cause: error })
    throw error
  }
}

export const makeDirectoryFor = (file: string): void => void mkdirSync(dirname(file), { recursive: true })
