import type Database from 'better-sqlite3'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Value } from './sqlite-filter.ts'

/** Changes are committed after this long at most. A crash loses no more, and it is folded again. */
const COMMIT_MS = 100
/** A disk that is full is tried again. */
const RETRY_MS = 1_000
/** Prepared statements kept. An unused one holds some 10 kB until it is collected. */
const STATEMENTS = 600
/** Owners whose numbers are remembered. */
const OWNERS = 10_000
/** Room for one owner's documents in the numbers of a table, so that they lie side by side. */
export const ROOM = 2 ** 30

/** The database as its collections use it. All calls are synchronous. */
export type Tables = {
  /** Runs a statement that changes something. It is committed a little later. */
  readonly write: (text: string, values?: readonly Value[]) => number
  /** All rows, each a list of its columns. */
  readonly rows: <R extends readonly Value[]>(
    text: string,
    values?: readonly Value[],
  ) => readonly R[]
  readonly one: <V extends Value>(text: string, values?: readonly Value[]) => V | undefined
  /** All of the work's changes, or none. */
  readonly whole: <T>(work: () => T) => T
  /** The first number of an owner's room, which is made; `seen` answers null for a new owner. */
  readonly room: (owner: string) => number
  readonly seen: (owner: string) => number | null
  /** Asks for a commit, before which `onCommit` may write. */
  readonly changed: () => void
  readonly commit: () => void
  /** Lets other connections write: until the work ends, `writable` waits. */
  readonly paused: <T>(work: () => Promise<T>) => Promise<T>
  readonly writable: Promise<unknown> | null
  /** Counted up when work was undone: what is remembered of tables may be undone with it. */
  readonly undone: number
}

/** Changes since the last commit are undone. They are folded again once there is room. */
export class ReadModelsLost extends StoreUnavailable {}

/**
 * @param onCommit writes what was gathered since the last commit
 * @param onError told of every error of a statement, which is thrown all the same
 * @param onUndone told once the last commit can be read again, and what came after it is undone
 */
export function openTables(
  sql: Database.Database,
  onCommit: (tables: Tables) => void,
  onError: (error: unknown) => void,
  onUndone: () => void = () => {},
): Tables {
  const statements = new Map<string, Database.Statement<Value[]>>()
  const rooms = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let lost: Error | null = null
  let undone = 0
  let writable: Promise<unknown> | null = null

  function statement(text: string): Database.Statement<Value[]> {
    if (lost) throw lost
    const found = statements.get(text)
    if (found) return found
    const made = sql.prepare<Value[]>(text)
    if (made.reader) made.raw()
    // The oldest ones stand first.
    if (statements.size >= STATEMENTS)
      for (const old of [...statements.keys()].slice(0, STATEMENTS / 4)) statements.delete(old)
    statements.set(text, made)
    return made
  }
  function reported<T>(work: () => T): T {
    const { inTransaction } = sql
    try {
      return work()
    } catch (error) {
      onError(error)
      // A full disk may undo the whole transaction, not the statement alone.
      if (inTransaction && !sql.inTransaction) lose(error)
      throw error
    }
  }
  function lose(cause: unknown): void {
    lost = new ReadModelsLost(
      `The read models ${sql.name} could not be written. Make room: they are read again then`,
      { cause },
    )
    setTimeout(readAgain, RETRY_MS).unref()
  }
  /** Goes on from the last commit, once a page can be written. */
  function readAgain(): void {
    if (!sql.open) return
    try {
      sql.pragma(`user_version = ${Number(sql.pragma('user_version', { simple: true }))}`)
      lost = null
      rooms.clear()
      undone++
      onUndone()
    } catch (error) {
      lose(error)
    }
  }
  const soon = (afterMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      tables.commit()
    }, afterMs)
  }
  function begin(): void {
    if (sql.inTransaction) return
    statement('BEGIN').run()
    soon(COMMIT_MS)
  }

  const tables: Tables = {
    write(text, values = []) {
      begin()
      return reported(() => Number(statement(text).run(...values).lastInsertRowid))
    },
    rows: <R>(text: string, values: readonly Value[] = []) =>
      reported(() => statement(text).all(...values) as readonly R[]), // the caller names the columns
    one: <V>(text: string, values: readonly Value[] = []) =>
      reported(() => (statement(text).get(...values) as readonly [V] | undefined)?.[0]), // as in `rows`
    whole(work) {
      begin()
      statement('SAVEPOINT whole').run()
      try {
        return work()
      } catch (error) {
        if (sql.inTransaction) statement('ROLLBACK TO whole').run()
        rooms.clear()
        undone++
        throw error
      } finally {
        if (sql.inTransaction) statement('RELEASE whole').run()
      }
    },
    seen(owner) {
      const found =
        rooms.get(owner) ?? tables.one<number>('SELECT id FROM _owners WHERE owner = ?', [owner])
      if (found === undefined) return null
      if (rooms.size >= OWNERS) rooms.clear()
      rooms.set(owner, found)
      return found * ROOM
    },
    room: (owner) =>
      tables.seen(owner) ?? tables.write('INSERT INTO _owners (owner) VALUES (?)', [owner]) * ROOM,
    changed: () => soon(COMMIT_MS),
    async paused(work) {
      while (writable) await writable
      tables.commit()
      const working = work()
      writable = working
        .catch(() => {}) // the caller gets the error
        .then(() => {
          writable = null
        })
      return working
    },
    get writable() {
      return writable
    },
    get undone() {
      return undone
    },
    commit() {
      if (timer) clearTimeout(timer)
      timer = null
      if (!sql.open || lost) return
      try {
        onCommit(tables)
        if (sql.inTransaction) statement('COMMIT').run()
      } catch (error) {
        if (sql.inTransaction) return soon(RETRY_MS)
        lose(error)
      }
    },
  }
  return tables
}
