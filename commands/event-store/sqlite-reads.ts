import type Database from 'better-sqlite3'
import { type EventStore, StoreUnavailable } from '#domain/kernel/event-store.ts'
import { type RecordedEvent, START, positionOf } from '#domain/kernel/event.ts'
import { EventStoreDamaged, isDamage } from './sqlite-file.ts'
import { COLUMNS, type Row, eventOf, isWhole } from './sqlite-row.ts'

const ALL = -1 // SQLite: no limit
const FIRST = positionOf(1)

export type SqliteReads = Pick<EventStore, 'readStream' | 'readAll' | 'readAllBackwards' | 'head'> & {
  /** Up to so many events of a stream behind a revision. */
  behind(stream: string, revision: number, limit: number): readonly RecordedEvent[]
}

/**
 * The reads of an event log's file, for its one writer and for whoever only looks. Each row is compared with its checksum.
 *
 * @param standing where the log and its streams stand: the last position, 0 before the first; the last revision, -1 for no stream
 */
export function sqliteReads(db: Database.Database, file: string, standing: { head(): number; revision(stream: string): number }): SqliteReads {
  const forwards = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`).raw()
  const backwards = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`).raw()
  const all = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`).raw()
  const allBackwards = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position < ? ORDER BY position DESC LIMIT ?`).raw()

  const events = (rows: unknown[]): RecordedEvent[] =>
    rows.map((row) => {
      const whole = row as Row // better-sqlite3 types a raw row as unknown
      const [position, stream, revision, , body] = whole
      if (!isWhole(whole)) throw new EventStoreDamaged(file, `position ${position} (${stream}, revision ${revision}) does not match its checksum`)
      return eventOf(position, stream, revision, body)
    })

  async function read<T>(look: () => T): Promise<T> {
    if (!db.open) throw new StoreUnavailable(`The event log ${file} is closed.`)
    try {
      return look()
    } catch (error) {
      if (isDamage(error)) throw new EventStoreDamaged(file, error instanceof Error ? error.message : String(error), { cause: error })
      throw error
    }
  }

  return {
    behind: (stream, revision, limit) => events(forwards.all(stream, revision + 1, limit)),
    readStream: (stream, { from, limit = ALL, direction = 'forwards' } = {}) =>
      read(() => {
        const rows = direction === 'forwards' ? forwards.all(stream, from ?? 0, limit) : backwards.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit)
        return { events: events(rows), revision: standing.revision(stream) }
      }),
    readAll: (after, { limit }) =>
      read(() => {
        const found = events(all.all(Number(after), limit))
        const next = found.at(-1)?.position ?? after
        return { events: found, next, atHead: Number(next) >= standing.head() }
      }),
    readAllBackwards: (before, { limit }) =>
      read(() => {
        const found = events(allBackwards.all(before === null ? standing.head() + 1 : Number(before), limit))
        const last = found.at(-1)?.position
        return { events: found, next: last === undefined || last === FIRST ? START : last }
      }),
    head: () => read(() => positionOf(standing.head())),
  }
}
