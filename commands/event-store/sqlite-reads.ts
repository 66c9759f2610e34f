import type Database from 'better-sqlite3'
import { type EventStore, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { type RecordedEvent, START, positionOf } from '#domain/kernel/event.ts'
import { EventStoreDamaged, isDamage } from './sqlite-file.ts'
import { COLUMNS, type Row, eventOf, isWhole, typeIn } from './sqlite-row.ts'

const ALL = -1 // SQLite: no limit
/**
 * Newest events in memory. Projections, figures of what users keep and open screens read each
 * append.
 */
const NEWEST = 128
const FIRST = positionOf(1)

export type SqliteReads = Pick<
  EventStore,
  'readStream' | 'readAll' | 'readAllBackwards' | 'head'
> & {
  /** At most `limit` events of a stream behind a revision. */
  behind(stream: string, revision: number, limit: number): readonly RecordedEvent[]
}

/**
 * The reads of an event log's file, for its writer and for read-only processes. Each row is
 * compared with its checksum.
 *
 * @param standing the end of the log (0 without events) and of each stream (-1 without one)
 */
export function sqliteReads(
  db: Database.Database,
  file: string,
  standing: { head(): number; revision(stream: string): number },
): SqliteReads {
  // better-sqlite3 types a raw row as unknown: these queries always return a `Row`.
  const forwards = db
    .prepare(
      `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
    )
    .raw()
  const backwards = db
    .prepare(
      `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
    )
    .raw()
  const all = db
    .prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`)
    .raw()
  const allBackwards = db
    .prepare(`SELECT ${COLUMNS} FROM events WHERE position < ? ORDER BY position DESC LIMIT ?`)
    .raw()

  /** Skipped rows are compared with their checksums too. */
  const events = (rows: readonly Row[], types?: ReadonlySet<string>): RecordedEvent[] => {
    const found: RecordedEvent[] = []
    for (const row of rows) {
      const [position, stream, revision, , body] = row
      if (!isWhole(row))
        throw new EventStoreDamaged(
          file,
          `position ${position} (${stream}, revision ${revision}) does not match its checksum`,
        )
      if (types === undefined || types.has(typeIn(body)))
        found.push(eventOf(position, stream, revision, body))
    }
    return found
  }

  /** Events without a gap, behind this position. */
  let newest: { readonly behind: number; readonly events: readonly RecordedEvent[] } = {
    behind: 0,
    events: [],
  }
  /** The events behind a position near the head. Each is read from the file once. */
  function newestBehind(after: number): readonly RecordedEvent[] {
    const end = newest.behind + newest.events.length
    const isHeld = after >= newest.behind && after <= end
    const isRead = isHeld && end >= standing.head()
    const added = isRead ? [] : events(all.all(isHeld ? end : after, NEWEST) as Row[])
    if (!isHeld) newest = { behind: after, events: added }
    else if (added.length > 0) {
      const joined = [...newest.events, ...added].slice(-NEWEST)
      newest = { behind: end + added.length - joined.length, events: joined }
    }
    return newest.events.slice(after - newest.behind)
  }

  async function read<T>(look: () => T): Promise<T> {
    if (!db.open) throw new StoreUnavailable(`The event log ${file} is closed.`)
    try {
      return look()
    } catch (error) {
      if (isDamage(error))
        throw new EventStoreDamaged(file, error instanceof Error ? error.message : String(error), {
          cause: error,
        })
      throw error
    }
  }

  return {
    behind: (stream, revision, limit) => events(forwards.all(stream, revision + 1, limit) as Row[]),
    readStream: (stream, { from, limit = ALL, direction = 'forwards' } = {}) =>
      read(() => {
        // A commit between the two must not be in the revision alone. A command would decide
        // without its events, and still append behind them.
        const before = standing.revision(stream)
        const rows = (
          direction === 'forwards'
            ? forwards.all(stream, from ?? 0, limit)
            : backwards.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit)
        ) as Row[]
        const seen = direction === 'forwards' ? rows.at(-1) : rows[0]
        return {
          events: events(rows),
          revision: Math.max(before, seen?.[2] ?? -1),
        }
      }),
    readAll: (after, { limit, types }) =>
      read(() => {
        const left = standing.head() - Number(after)
        if (left === 0) return { events: [], next: after, atHead: true }
        if (left > 0 && left <= NEWEST / 2) {
          const found = newestBehind(Number(after)).slice(0, limit)
          const next = found.at(-1)?.position ?? after
          return {
            events: types ? found.filter(({ type }) => types.has(type)) : found,
            next,
            atHead: Number(next) >= standing.head(),
          }
        }
        const rows = all.all(Number(after), limit) as Row[]
        const last = rows.at(-1)
        const next = last === undefined ? after : positionOf(last[0])
        return { events: events(rows, types), next, atHead: Number(next) >= standing.head() }
      }),
    readAllBackwards: (before, { limit }) =>
      read(() => {
        const found = events(
          allBackwards.all(before === null ? standing.head() + 1 : Number(before), limit) as Row[],
        )
        const last = found.at(-1)?.position
        return { events: found, next: last === undefined || last === FIRST ? START : last }
      }),
    head: () => read(() => positionOf(standing.head())),
  }
}
