import Database from 'better-sqlite3'
import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  type LogSlice,
  type ReadAllOptions,
  StaleRevision,
  StoreUnavailable,
  type StreamSlice,
} from '#domain/kernel/event-store.ts'
import { type NewEvent, type Position, positionOf } from '#domain/kernel/event.ts'
import { type CheckBeside, checkBeside } from './sqlite-check.ts'
import { check, headOf, lock, makeDirectoryFor, openFile, type Standing } from './sqlite-file.ts'
import { type SqliteReads, sqliteReads } from './sqlite-reads.ts'
import { COLUMNS, bodyOf, crcOf } from './sqlite-row.ts'

type Pending = {
  readonly stream: string
  readonly expected: number
  readonly events: readonly NewEvent[]
  readonly bodies: readonly string[]
  resolve(appended: Appended): void
  reject(error: Error): void
}

/**
 * The log in one SQLite file. Appends that arrive in the same turn of the event loop share one commit, which is synced before any of
 * them is acknowledged. Calls block for their own time: about 0.1 ms a commit, 3 µs an event read.
 *
 * @param file made, with its directory, when there is none; `<file>.lock` is held while open
 * @param options.onWatcherFailed told of what a watcher threw; its failure touches neither the append nor the other watchers
 * @param options.check all there is, once: `first`, here; or `beside`, on another thread while the caller goes on. Until that is done only
 * `readAll` answers, which compares what it reads in any case; what else is asked for waits, and is refused when the log is damaged.
 * @throws EventStoreLocked · EventStoreDamaged · StoreUnavailable
 */
export function openSqliteEventStore(file: string, options: { onWatcherFailed?: (error: unknown) => void; check?: 'first' | 'beside' } = {}): EventStore {
  makeDirectoryFor(file)
  const unlock = lock(file)
  let db: Database.Database | undefined
  try {
    db = openFile(file)
    const onWatcherFailed = options.onWatcherFailed ?? (() => {})
    if (options.check !== 'beside') return new SqliteEventStore(db, file, check(db, file), unlock, onWatcherFailed)
    const head = headOf(db, file)
    return new SqliteEventStore(db, file, { head, revisions: new Map() }, unlock, onWatcherFailed, checkBeside(file))
  } catch (error) {
    db?.close()
    unlock()
    throw error
  }
}

class SqliteEventStore implements EventStore {
  readonly #db: Database.Database
  readonly #file: string
  readonly #unlock: () => void
  readonly #onWatcherFailed: (error: unknown) => void
  readonly #watchers = new Set<(upTo: Position) => void>()
  readonly #statements
  readonly #reads: SqliteReads
  /** Last revision of every stream. The lock makes this the file's only writer, so it is never behind. */
  #revisions: Map<string, number>
  /** What the open transaction's streams stood at before, in the order it wrote to them. */
  readonly #undone: [stream: string, revision: number][] = []
  #head: number
  #queue: Pending[] = []
  #closed: Error | null = null
  readonly #beside: CheckBeside | undefined
  /** Null once the file is known to be whole; rejected for good when it is not. */
  #unchecked: Promise<void> | null = null

  constructor(db: Database.Database, file: string, { head, revisions }: Standing, unlock: () => void, onWatcherFailed: (error: unknown) => void, beside?: CheckBeside) {
    this.#db = db
    this.#file = file
    this.#head = head
    this.#revisions = revisions
    this.#beside = beside
    if (beside) {
      this.#unchecked = beside.standing.then((standing) => {
        this.#head = standing.head
        this.#revisions = standing.revisions
        this.#unchecked = null
      })
      this.#unchecked.catch(() => {}) // told to whoever asks
    }
    this.#unlock = unlock
    this.#onWatcherFailed = onWatcherFailed
    this.#statements = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      rollback: db.prepare('ROLLBACK'),
      insert: db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`),
    }
    this.#reads = sqliteReads(db, file, { head: () => this.#head, revision: (stream) => this.#revision(stream) })
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    if (this.#unchecked) return this.#unchecked.then(() => this.append(stream, expected, events))
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#closed
      if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`)
      // Encoded before the transaction: an event that is no JSON fails its own append alone.
      this.#queue.push({ stream, expected, events, bodies: events.map(bodyOf), resolve, reject })
      if (this.#queue.length === 1) setImmediate(() => this.#flush())
    })
  }

  #flush(): void {
    const batch = this.#queue
    if (batch.length === 0) return
    this.#queue = []
    const before = this.#head
    const outcomes: (Appended | StaleRevision)[] = []
    try {
      this.#statements.begin.run()
      for (const pending of batch) outcomes.push(this.#write(pending))
    } catch (error) {
      this.#undo(before)
      const unavailable = new StoreUnavailable(`Nothing was written: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      for (const pending of batch) pending.reject(unavailable)
      return
    }
    try {
      this.#statements.commit.run()
    } catch (error) {
      this.#undo(before)
      const failure = this.#commitFailed(error)
      for (const pending of batch) pending.reject(failure)
      return
    }
    this.#undone.length = 0
    for (const [i, pending] of batch.entries()) {
      const outcome = outcomes[i]! // one outcome was pushed for each pending append
      if (outcome instanceof StaleRevision) pending.reject(outcome)
      else pending.resolve(outcome)
    }
    if (this.#head > before) this.#notify()
  }

  /** Inside the transaction. A conflict writes nothing and leaves the others alone. */
  #write({ stream, expected, events, bodies }: Pending): Appended | StaleRevision {
    const actual = this.#revision(stream)
    if (actual !== expected) return this.#replayed(stream, expected, events) ?? new StaleRevision(stream, expected, actual)
    let revision = expected
    for (const body of bodies) {
      const position = ++this.#head
      this.#statements.insert.run(position, stream, ++revision, crcOf(position, stream, revision, body), body)
    }
    this.#undone.push([stream, expected])
    this.#revisions.set(stream, revision)
    return { revision, position: positionOf(this.#head), replayed: false }
  }

  #replayed(stream: string, expected: number, events: readonly NewEvent[]): Appended | null {
    if (expected < -1) return null
    const there = this.#reads.behind(stream, expected, events.length)
    const last = there.at(-1)
    if (!last || there.length !== events.length || there.some((event, i) => event.id !== events[i]?.id)) return null
    return { revision: last.revision, position: last.position, replayed: true }
  }

  /** A stream that was new stands at -1 then, as one that is not known. */
  #undo(head: number): void {
    this.#head = head
    for (const [stream, revision] of this.#undone.reverse()) this.#revisions.set(stream, revision)
    this.#undone.length = 0
    if (this.#db.inTransaction) this.#statements.rollback.run() // SQLite has rolled back by itself after some errors
  }

  /** A full disk is found before the commit's last page; any other failure may have left the commit behind, and the page cache can no longer be trusted. */
  #commitFailed(error: unknown): Error {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') return new StoreUnavailable(`Nothing was written: ${message}`, { cause: error })
    this.#closed = new StoreUnavailable(`The event log ${this.#file} failed to commit (${message}) and takes nothing more until it is reopened.`, { cause: error })
    return new AppendOutcomeUnknown(`The commit failed: ${message}`, { cause: error })
  }

  #notify(): void {
    const upTo = positionOf(this.#head)
    for (const watcher of this.#watchers) {
      try {
        watcher(upTo)
      } catch (error) {
        this.#onWatcherFailed(error)
      }
    }
  }

  #revision(stream: string): number {
    return this.#revisions.get(stream) ?? -1
  }

  async readStream(stream: string, options?: Parameters<EventStore['readStream']>[1]): Promise<StreamSlice> {
    if (this.#unchecked) await this.#unchecked
    return this.#reads.readStream(stream, options)
  }

  readAll(after: Position, options: ReadAllOptions): Promise<LogSlice> {
    return this.#reads.readAll(after, options)
  }

  async readAllBackwards(before: Position | null, options: { limit: number }): Promise<Omit<LogSlice, 'atHead'>> {
    if (this.#unchecked) await this.#unchecked
    return this.#reads.readAllBackwards(before, options)
  }

  async head(): Promise<Position> {
    if (this.#unchecked) await this.#unchecked
    return this.#reads.head()
  }

  watch(onGrown: (upTo: Position) => void): () => void {
    const watcher = (upTo: Position) => onGrown(upTo) // a name of its own: the same function may watch twice
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Commits what is waiting, then lets go of the file. */
  async close(): Promise<void> {
    if (!this.#db.open) return
    await this.#beside?.stop()
    this.#flush()
    this.#closed ??= new StoreUnavailable(`The event log ${this.#file} is closed.`)
    this.#watchers.clear()
    this.#db.close()
    this.#unlock()
  }
}
