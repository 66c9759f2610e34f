import type Database from 'better-sqlite3'
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
import { type Row, bodyOf, crcOf } from './sqlite-row.ts'
import { type SqliteWriter, openSqliteWriter } from './sqlite-writer.ts'

type Pending = {
  readonly stream: string
  readonly expected: number
  readonly events: readonly NewEvent[]
  readonly bodies: readonly string[]
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: Error) => void
}
/** An append on its way to the disk, and the answer it has once it is there. */
type Sent = { readonly pending: Pending; readonly appended: Appended }

/** As many appends are sent on while others of their turn are still made. */
const SHARE = 32
/** Commits on their way at once. */
const FLIGHTS = 4

/**
 * The log in one SQLite file. A thread of its own writes, and waits for the disk; appends that arrive together share a commit, which is
 * synced before any of them is acknowledged. Reads block for their own time: 3 µs an event.
 *
 * @param file made, with its directory, when there is none; `<file>.lock` is held while open
 * @param options.onWatcherFailed told of what a watcher threw; its failure touches neither the append nor the other watchers
 * @param options.check all there is, once: `first`, here; or `beside`, on another thread while the caller goes on. Until that is done only
 * `readAll` answers, which compares what it reads in any case; what else is asked for waits, and is refused when the log is damaged.
 * @throws EventStoreLocked · EventStoreDamaged · StoreUnavailable
 */
export function openSqliteEventStore(
  file: string,
  options: { onWatcherFailed?: (error: unknown) => void; check?: 'first' | 'beside' } = {},
): EventStore {
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
  readonly #reads: SqliteReads
  #writer: SqliteWriter | null = null
  readonly #beside: CheckBeside | undefined
  /** Null once the file is known to be whole; rejected for good when it is not. */
  #unchecked: Promise<void> | null = null

  /** Last revision of every stream, as far as is acknowledged. The lock makes this the file's only writer. */
  #revisions: Map<string, number>
  #head: number
  /** The same for what is on its way: streams that are written to, and the last position given. */
  readonly #ahead = new Map<string, number>()
  #given: number

  #queue: Pending[] = []
  #scheduled = false
  #flights = 0
  /** Appends to a stream that does not stand where they expect, or will not once what is on its way has arrived. */
  #undecided: Pending[] = []
  /** A commit failed: what is behind it fails too, and nothing is sent until all of that is known. */
  #settingBack = false
  #closed: Error | null = null
  #closing: Promise<void> | null = null
  #onIdle: (() => void) | null = null

  constructor(
    db: Database.Database,
    file: string,
    { head, revisions }: Standing,
    unlock: () => void,
    onWatcherFailed: (error: unknown) => void,
    beside?: CheckBeside,
  ) {
    this.#db = db
    this.#file = file
    this.#head = this.#given = head
    this.#revisions = revisions
    this.#beside = beside
    if (beside) {
      this.#unchecked = beside.standing.then((standing) => {
        this.#head = this.#given = standing.head
        this.#revisions = standing.revisions
        this.#unchecked = null
        // Now, for the first append not to wait for it.
        this.#writer ??= openSqliteWriter(file)
      })
      this.#unchecked.catch(() => {}) // told to whoever asks
    }
    this.#unlock = unlock
    this.#onWatcherFailed = onWatcherFailed
    this.#reads = sqliteReads(db, file, { head: () => this.#head, revision: (stream) => this.#revision(stream) })
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    if (this.#unchecked) return this.#unchecked.then(() => this.append(stream, expected, events))
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#closed
      if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`)
      // Encoded before it is sent: an event that is no JSON fails its own append alone.
      this.#queue.push({ stream, expected, events, bodies: events.map(bodyOf), resolve, reject })
      if (this.#queue.length >= SHARE) this.#send()
      else this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  /** Sends what waits on to the writer, unless enough is on its way: it then shares the next commit. */
  #send(): void {
    if (this.#flights >= FLIGHTS || this.#settingBack || this.#queue.length === 0) return
    const rows: Row[number][] = []
    const batch: Sent[] = []
    for (const pending of this.#queue.splice(0)) {
      const appended = this.#place(pending, rows)
      if (appended) batch.push({ pending, appended })
    }
    if (batch.length === 0) return this.#rest()
    this.#flights++
    this.#writer ??= openSqliteWriter(this.#file)
    this.#writer.write(rows).then(
      () => this.#landed(batch),
      (error: Error) => this.#failed(batch, error),
    )
  }

  /** Gives an append its rows. @returns null for one that is not written: a conflict, which leaves the others alone */
  #place(pending: Pending, rows: Row[number][]): Appended | null {
    const { stream, expected, bodies } = pending
    const ahead = this.#ahead.get(stream)
    if ((ahead ?? this.#revision(stream)) !== expected) {
      if (ahead === undefined) this.#conflict(pending)
      else this.#undecided.push(pending)
      return null
    }
    let revision = expected
    for (const body of bodies) {
      const position = ++this.#given
      rows.push(position, stream, ++revision, crcOf(position, stream, revision, body), body)
    }
    this.#ahead.set(stream, revision)
    return { revision, position: positionOf(this.#given), replayed: false }
  }

  /** The stream stands elsewhere: by the very same events, or by others. */
  #conflict({ stream, expected, events, resolve, reject }: Pending): void {
    try {
      const there = expected < -1 ? [] : this.#reads.behind(stream, expected, events.length)
      const last = there.at(-1)
      if (last && there.length === events.length && there.every((event, i) => event.id === events[i]?.id))
        resolve({ revision: last.revision, position: last.position, replayed: true })
      else reject(new StaleRevision(stream, expected, this.#revision(stream)))
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #landed(batch: readonly Sent[]): void {
    for (const { pending, appended } of batch) {
      this.#revisions.set(pending.stream, appended.revision)
      if (this.#ahead.get(pending.stream) === appended.revision) this.#ahead.delete(pending.stream)
      this.#head += pending.bodies.length
    }
    for (const { pending, appended } of batch) pending.resolve(appended)
    this.#notify()
    this.#arrived()
  }

  #failed(batch: readonly Sent[], error: Error): void {
    if (error instanceof AppendOutcomeUnknown)
      this.#closed ??= new StoreUnavailable(
        `The event log ${this.#file} takes nothing more until it is reopened: ${error.message}`,
        { cause: error },
      )
    for (const { pending } of batch) pending.reject(error)
    this.#settingBack = true
    this.#arrived()
  }

  #arrived(): void {
    this.#flights--
    if (this.#settingBack && this.#flights === 0) {
      this.#ahead.clear()
      this.#given = this.#head
      this.#settingBack = false
    }
    if (this.#undecided.length > 0) this.#queue.unshift(...this.#undecided.splice(0))
    if (this.#queue.length > 0) this.#schedule()
    this.#rest()
  }

  #rest(): void {
    if (this.#flights === 0 && this.#queue.length === 0 && this.#undecided.length === 0) this.#onIdle?.()
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
  close(): Promise<void> {
    return (this.#closing ??= this.#end())
  }

  async #end(): Promise<void> {
    this.#closed ??= new StoreUnavailable(`The event log ${this.#file} is closed.`)
    await this.#beside?.stop()
    if (!this.#unchecked)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
        this.#schedule()
        this.#rest()
      })
    await this.#writer?.close()
    this.#watchers.clear()
    this.#db.close()
    this.#unlock()
  }
}
