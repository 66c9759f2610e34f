import type Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import {
  type LogEntry,
  type VerifyReport,
  type ExternalSeal,
  damageAt,
  sealedBy,
  verifyEntries,
} from '#commands/kernel/verify.ts'
import { FileUnopened, openSqlite } from '#commands/gateways/engines/opened-sqlite.ts'
import { SEALS } from '#domain/operations/seal.ts'
import { APPLICATION_ID, COLUMNS, type Row, eventOf, isWhole } from './sqlite-row.ts'
import { walDamage } from './sqlite-wal.ts'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
const fileDamage = (detail: string): LogEntry => ({ damage: { what: 'file', detail } })

/**
 * Reads every readable event of a log, or of one of its streams. It also reads a log that
 * `openSqliteEventStore` refuses, and one that another process writes to. It then sees the commits
 * from before it began. Changes nothing.
 *
 * @throws Error when there is no such file
 */
export function* scanSqliteLog(file: string, stream?: string): Generator<LogEntry> {
  if (!existsSync(file)) throw new Error(`There is no event log at ${file}.`)
  // Read twice: a log that another process writes to may change during the first look, while damage
  // stays.
  const damage = walDamage(`${file}-wal`) && walDamage(`${file}-wal`)
  let db: Database.Database | undefined
  try {
    const options = { readonly: true, fileMustExist: true }
    db = openSqlite(file, options, (sql) => sql.pragma('application_id'))
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      yield fileDamage('it is no event log')
      return
    }
    if (stream !== undefined) return yield* rowsOf(db, stream)
    yield* rows(db)
    // better-sqlite3 types a pragma as unknown
    for (const found of db.pragma('integrity_check(20)') as { integrity_check: string }[])
      if (found.integrity_check !== 'ok') yield fileDamage(found.integrity_check)
  } catch (error) {
    // A disk that takes no writing says nothing about the log on it.
    if (error instanceof FileUnopened) throw error
    yield fileDamage(messageOf(error))
  } finally {
    db?.close()
  }
  if (damage) yield fileDamage(damage)
}

/**
 * Walks every chain of a log, damaged or not, and compares it with its seals. @throws Error when
 * there is no such file
 */
export async function verifySqliteLog(
  file: string,
  witnesses: readonly ExternalSeal[] = [],
): Promise<VerifyReport> {
  const sealed = sealedBy(witnesses)
  for (const entry of scanSqliteLog(file, SEALS)) if ('event' in entry) sealed.add(entry.event)
  return verifyEntries(scanSqliteLog(file), { gapless: true, sealed })
}

/**
 * In the order of positions. Behind a page that SQLite cannot read, it goes position by position.
 */
function* rows(db: Database.Database): Generator<LogEntry> {
  let at = 0
  try {
    for (const row of db
      .prepare(`SELECT ${COLUMNS} FROM events ORDER BY position`)
      .raw()
      .iterate() as IterableIterator<Row>) {
      at = row[0]
      yield entryOf(row)
    }
    return
  } catch {
    // the page behind `at` is damaged
  }
  const head = headOf(db, at)
  const one = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position = ?`).raw()
  for (at++; at <= head; at++) {
    try {
      const row = one.get(at) as Row | undefined
      if (row) yield entryOf(row)
    } catch (error) {
      yield damageAt('unreadable', at, messageOf(error))
    }
  }
}

function* rowsOf(db: Database.Database, stream: string): Generator<LogEntry> {
  for (const row of db
    .prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`)
    .raw()
    .iterate(stream) as IterableIterator<Row>)
    yield entryOf(row)
}

/** The last readable position: from the table's end, else from its index. */
function headOf(db: Database.Database, atLeast: number): number {
  for (const sql of [
    'SELECT max(position) FROM events',
    "SELECT max(+position) FROM events INDEXED BY sqlite_autoindex_events_1 WHERE stream >= ''",
  ]) {
    try {
      return Math.max(atLeast, Number(db.prepare(sql).pluck().get() ?? 0))
    } catch {
      // the index is damaged too
    }
  }
  return atLeast
}

function entryOf(row: Row): LogEntry {
  const [position, stream, revision, , body] = row
  const place = { stream, revision }
  if (!isWhole(row))
    return damageAt('unreadable', position, 'the row does not match its checksum', place)
  try {
    return { event: eventOf(position, stream, revision, body) }
  } catch (error) {
    return damageAt('unreadable', position, messageOf(error), place)
  }
}
