import type Database from 'better-sqlite3'
import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  type LogSlice,
  type ReadAllOptions,
  StaleRevision,
  type StreamAppend,
  StoreUnavailable,
  type StreamSlice,
} from '#domain/kernel/ports/event-store.ts'
import { type NewEvent, type Position, positionOf } from '#domain/kernel/event.ts'
import { assertAppends } from './appends.ts'
import { type CheckBeside, checkBeside, checkedTo } from './sqlite-check.ts'
import { check, headOf, lock, makeDirectoryFor, openFile } from './sqlite-file.ts'
import { type SqliteReads, sqliteReads } from './sqlite-reads.ts'
import { type Row, bodyOf, crcOf } from './sqlite-row.ts'
import { LogReplaced, type SqliteWriter, openSqliteWriter } from './sqlite-writer.ts'

type Part = StreamAppend & { readonly bodies: readonly string[] }
/** An append of one stream or several, of which all parts are written or none. */
type Pending = {
  readonly parts: readonly Part[]
  readonly resolve: (appended: readonly Appended[]) => void
  readonly reject: (error: Error) => void
}
/** An append that was sent to the writer, and its answers for the time it is durable. */
type Sent = { readonly pending: Pending; readonly appended: readonly Appended[] }

/** Appends sent in one batch while others of the same turn are still arriving. */
const SHARE = 32
/** The most commits in progress at once. */
const FLIGHTS = 4
/** Streams whose last revision is in memory; others are looked up in 5 µs. */
const REVISIONS = 20_000

export type EventFile = EventStore & {
  /** Why nothing more can be written until the product is started again; null while it can. */
  fault(): Error | null
}

/**
 * The log in one SQLite file. A thread of its own writes and waits for the disk. Appends that
 * arrive together share a commit, which is synced before any of them is acknowledged. A read blocks
 * the caller's thread: 3 µs an event.
 *
 * @param file created, with its directory, when there is none; `<file>.lock` is held while it is
 * open
 * @param options.onWatcherFailed called with a watcher's error, which affects neither the append
 * nor the other watchers
 * @param options.check checks the whole log once: `first`, before this returns; `beside`, on
 * another thread; or there already. Until it has ended only `readAll` answers, which compares
 * every row with its checksum anyway. Other calls wait, and are refused when the log is damaged.
 * @throws EventStoreLocked · EventStoreDamaged · StoreUnavailable
 */
export function openSqliteEventStore(
  file: string,
  options: {
    onWatcherFailed?: (error: unknown) => void
    check?: 'first' | 'beside' | CheckBeside
  } = {},
): EventFile {
  makeDirectoryFor(file)
  const unlock = lock(file)
  let db: Database.Database | undefined
  try {
    db = openFile(file)
    const onWatcherFailed = options.onWatcherFailed ?? (() => {})
    const { check: how = 'first' } = options
    if (how === 'first')
      return new SqliteEventStore(db, file, check(db, file), unlock, onWatcherFailed)
    const head = headOf(db, file)
    return new SqliteEventStore(
      db,
      file,
      head,
      unlock,
      onWatcherFailed,
      how === 'beside' ? checkBeside(file) : checkedTo(head, file, how),
    )
  } catch (error) {
    db?.close()
    unlock()
    throw error
  }
}

class SqliteEventStore implements EventFile {
  readonly #db: Database.Database
  readonly #file: string
  readonly #unlock: () => void
  readonly #onWatcherFailed: (error: unknown) => void
  readonly #watchers = new Set<(upTo: Position) => void>()
  readonly #reads: SqliteReads
  #writer: SqliteWriter | null = null
  readonly #beside: CheckBeside | undefined
  /** Null once the file is known to be sound; rejected for good when it is damaged. */
  #unchecked: Promise<void> | null = null

  /**
   * Last revisions of streams that were asked for. The lock makes this process the file's only
   * writer.
   */
  readonly #revisions = new Map<string, number>()
  readonly #lastRevision: Database.Statement
  #head: number
  /**
   * The same with unacknowledged appends included: their streams' revisions, and the last position
   * given.
   */
  readonly #ahead = new Map<string, number>()
  #given: number

  #queue: Pending[] = []
  #scheduled = false
  #flights = 0
  /**
   * Appends whose expected revision does not match now, or will not once the running commits are
   * done.
   */
  #undecided: Pending[] = []
  /**
   * A commit failed, and the commits sent behind it fail too. Nothing is sent until all of them
   * have answered.
   */
  #settingBack = false
  #closed: Error | null = null
  /** Another file stands in the place of the one that was opened. */
  #replaced: LogReplaced | null = null
  #closing: Promise<void> | null = null
  #onIdle: (() => void) | null = null

  constructor(
    db: Database.Database,
    file: string,
    head: number,
    unlock: () => void,
    onWatcherFailed: (error: unknown) => void,
    beside?: CheckBeside,
  ) {
    this.#db = db
    this.#file = file
    this.#head = this.#given = head
    this.#lastRevision = db.prepare('SELECT max(revision) FROM events WHERE stream = ?').pluck()
    this.#beside = beside
    if (beside) {
      this.#unchecked = beside.head.then((checked) => {
        this.#head = this.#given = checked
        this.#unchecked = null
        // Started here, so that the first append need not wait for it.
        this.#writer ??= openSqliteWriter(file)
      })
      this.#unchecked.catch(() => {}) // every call awaits it and gets the error
    }
    this.#unlock = unlock
    this.#onWatcherFailed = onWatcherFailed
    this.#reads = sqliteReads(db, file, {
      head: () => this.#head,
      revision: (stream) => this.#revision(stream),
    })
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    const [appended] = await this.appendAll([{ stream, expected, events }])
    return appended as Appended // one answer for one stream
  }

  appendAll(appends: readonly StreamAppend[]): Promise<readonly Appended[]> {
    if (this.#unchecked) return this.#unchecked.then(() => this.appendAll(appends))
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#closed
      assertAppends(appends)
      // Encoded first: an event that is no JSON fails its own append alone.
      const parts = appends.map((one) => ({ ...one, bodies: one.events.map(bodyOf) }))
      this.#queue.push({ parts, resolve, reject })
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

  /**
   * Sends the queue to the writer, unless enough commits are running: the queue then shares the
   * next one.
   */
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

  /**
   * Gives an append its rows. @returns null when it waits or was answered. A replay or a conflict
   * does not affect the other appends
   */
  #place(pending: Pending, rows: Row[number][]): readonly Appended[] | null {
    const { parts } = pending
    let replayed: Map<Part, Appended> | null = null
    for (const part of parts) {
      const ahead = this.#ahead.get(part.stream)
      try {
        if ((ahead ?? this.#revision(part.stream)) === part.expected) continue
        if (ahead !== undefined) {
          this.#undecided.push(pending)
          return null
        }
        replayed = (replayed ?? new Map()).set(part, this.#standing(part))
      } catch (error) {
        pending.reject(error instanceof Error ? error : new Error(String(error)))
        return null
      }
    }
    const appended = parts.map((part) => replayed?.get(part) ?? this.#write(part, rows))
    if (replayed === null || replayed.size < parts.length) return appended
    pending.resolve(appended)
    return null
  }

  #write({ stream, expected, bodies }: Part, rows: Row[number][]): Appended {
    let revision = expected
    for (const body of bodies) {
      const position = ++this.#given
      rows.push(position, stream, ++revision, crcOf(position, stream, revision, body), body)
    }
    this.#ahead.set(stream, revision)
    return { revision, position: positionOf(this.#given), replayed: false }
  }

  /**
   * The stream is at another revision: because of the very same events (a replay), or because of
   * others. @throws StaleRevision for others
   */
  #standing({ stream, expected, events }: Part): Appended {
    const there = expected < -1 ? [] : this.#reads.behind(stream, expected, events.length)
    const last = there.at(-1)
    if (
      last &&
      there.length === events.length &&
      there.every((event, i) => event.id === events[i]?.id)
    )
      return { revision: last.revision, position: last.position, replayed: true }
    throw new StaleRevision(stream, expected, this.#revision(stream))
  }

  #landed(batch: readonly Sent[]): void {
    for (const { pending, appended } of batch)
      for (const [i, { stream, bodies }] of pending.parts.entries()) {
        const one = appended[i]
        if (one === undefined || one.replayed) continue
        this.#note(stream, one.revision)
        if (this.#ahead.get(stream) === one.revision) this.#ahead.delete(stream)
        this.#head += bodies.length
      }
    for (const { pending, appended } of batch) pending.resolve(appended)
    this.#notify()
    this.#arrived()
  }

  #failed(batch: readonly Sent[], error: Error): void {
    if (error instanceof LogReplaced) this.#closed ??= this.#replaced ??= error
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
    if (this.#flights === 0 && this.#queue.length === 0 && this.#undecided.length === 0)
      this.#onIdle?.()
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

  #note(stream: string, revision: number): void {
    if (this.#revisions.size >= REVISIONS) this.#revisions.clear()
    this.#revisions.set(stream, revision)
  }

  /** Commits under way may be seen already: their streams are in `#ahead`. */
  #revision(stream: string): number {
    const noted = this.#revisions.get(stream)
    if (noted !== undefined) return noted
    const found = this.#lastRevision.get(stream) as number | null // max() of integers
    if (found !== null) this.#note(stream, found)
    return found ?? -1
  }

  async readStream(
    stream: string,
    options?: Parameters<EventStore['readStream']>[1],
  ): Promise<StreamSlice> {
    if (this.#unchecked) await this.#unchecked
    // Most reads look for what came since the last one. The file need not be asked: this process
    // alone writes to it.
    const revision = this.#revisions.get(stream) ?? Infinity
    if (options?.direction !== 'backwards' && (options?.from ?? 0) > revision)
      return { events: [], revision }
    return this.#reads.readStream(stream, options)
  }

  readAll(after: Position, options: ReadAllOptions): Promise<LogSlice> {
    return this.#reads.readAll(after, options)
  }

  async readAllBackwards(
    before: Position | null,
    options: { limit: number },
  ): Promise<Omit<LogSlice, 'atHead'>> {
    if (this.#unchecked) await this.#unchecked
    return this.#reads.readAllBackwards(before, options)
  }

  fault(): Error | null {
    return this.#replaced
  }

  async head(): Promise<Position> {
    if (this.#unchecked) await this.#unchecked
    return this.#reads.head()
  }

  watch(onGrown: (upTo: Position) => void): () => void {
    // a new function each time: a caller may watch twice with the same one
    const watcher = (upTo: Position) => onGrown(upTo)
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Commits the queue, then closes the file. */
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
