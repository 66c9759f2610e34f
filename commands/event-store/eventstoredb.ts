import {
  BACKWARDS,
  EventStoreDBClient,
  END,
  FORWARDS,
  NO_STREAM,
  START as FROM_START,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  type ReadAllOptions,
  StaleRevision,
  type StreamAppend,
  type StreamSlice,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { type NewEvent, type Position, START, positionOf } from '#domain/kernel/event.ts'
import { assertAppends } from './appends.ts'
import { Silence, fateOf, messageOf } from './eventstoredb-errors.ts'
import {
  type Stored,
  commitOf,
  isOurs,
  positionIn,
  proposedOf,
  recordedOf,
} from './eventstoredb-event.ts'
import { readWhole } from './eventstoredb-read.ts'
import { Feed } from './eventstoredb-watch.ts'

export type EventStoreDbOptions = {
  /** For one try of an append. @unit ms, 2500 when absent */
  readonly deadline?: number
  /** Silence of a read before it is started again. @unit ms, 2500 when absent */
  readonly stall?: number
  /** Longest pause before the watch connects again. @unit ms, 5000 when absent */
  readonly longestPause?: number
  /** 0 to 1, for the pauses between tries. */
  readonly random?: () => number
  /** Called with a watcher's error, which affects neither the append nor the other watchers. */
  readonly onWatcherFailed?: (error: unknown) => void
  /**
   * The address with the user and password that count now, asked for each call; the URL when
   * absent.
   */
  readonly latestUrl?: () => string
}

type Credentials = { readonly username: string; readonly password: string }

/** Retries of an append, each identical, before its outcome is called unknown. */
const RESENDS = 3
const PAUSE_MS = 40
/**
 * Number of events to ask for next, as the server's own events are filtered out. A few more after a
 * read with some of ours, many more after one without any.
 */
const more = (requested: number, missing: number, brought: number): number =>
  brought > 0 ? Math.max(missing + 1, 32) : Math.max(requested * 2, 512)

/**
 * The log in EventStoreDB 22.6 or later. With the default times, a server that is away or silent is
 * reported within about 15 s. A refused connection is reported at once. When another process
 * repeats an append in the same moment, `replayed` may be false for both. The events are written
 * once all the same.
 *
 * @param url `esdb://user:password@host:2113`, `esdb+discover://…` for a cluster; `?tls=false` for
 * a server without certificates
 * @throws Error when the URL is no connection string, or uses TLS and names no user
 */
export function openEventStoreDb(url: string, options: EventStoreDbOptions = {}): EventStore {
  credentialsOf(url)
  let client: EventStoreDBClient
  try {
    client = EventStoreDBClient.connectionString(url)
  } catch (error) {
    if (error instanceof Error && /certificate|userCertFile/i.test(error.message)) throw error
    // The client's message is dropped: it repeats the URL with its password.
    throw new Error(
      'This is no EventStoreDB connection string. It reads esdb://user:password@host:2113, with ?tls=false for a server without certificates.',
    )
  }
  return new EventStoreDb(client, () => credentialsOf(options.latestUrl?.() ?? url), options)
}

/**
 * Credentials on every append disable the client's batched append, which can hang for ever and can
 * end the process. A server without TLS ignores them.
 */
function credentialsOf(url: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(url.trim()) ?? []
  if (username !== undefined && password !== undefined)
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  if (/[?&]tls=false\b/i.test(url)) return { username: 'nobody', password: 'nobody' }
  throw new Error(
    'The EventStoreDB connection string speaks TLS and names no user: esdb://user:password@host:2113.',
  )
}

/** Private members of the client that this adapter needs. */
type Inside = {
  handleError: (client: unknown, error: Error) => Promise<void>
  readonly getChannel: () => Promise<{ close(): void }>
}
const isInside = (client: object): client is Inside =>
  'handleError' in client && 'getChannel' in client

/** @throws Error for a client of another release, whose inside is another */
function insideOf(client: object): Inside {
  if (!isInside(client))
    throw new Error('The client of EventStoreDB is not the one this adapter was written for')
  return client
}

class EventStoreDb implements EventStore {
  readonly #client: EventStoreDBClient
  readonly #credentials: () => Credentials
  readonly #deadline: number
  readonly #stall: number
  readonly #random: () => number
  readonly #longestPause: number
  readonly #onWatcherFailed: (error: unknown) => void
  readonly #watchers = new Set<(upTo: Position) => void>()
  readonly #inFlight = new Map<string, Promise<unknown>>()
  #feed: Feed | null = null
  /**
   * The furthest position of ours that this process has read or written. An append at or before it
   * is a repeated one. Null before the first read.
   */
  #seen: Position | null = null
  /** The furthest position that the watchers were told. */
  #told = START
  #closed = false

  constructor(
    client: EventStoreDBClient,
    credentials: () => Credentials,
    options: EventStoreDbOptions,
  ) {
    this.#client = client
    this.#credentials = credentials
    this.#deadline = options.deadline ?? 2_500
    this.#stall = options.stall ?? 2_500
    this.#longestPause = options.longestPause ?? 5_000
    this.#random = options.random ?? Math.random
    this.#onWatcherFailed = options.onWatcherFailed ?? (() => {})
    // The client calls this without awaiting it. Its rejection (a cluster out of reach) would end
    // the process.
    const inside = insideOf(client)
    const handleError = inside.handleError
    inside.handleError = (grpc, error) => handleError(grpc, error).catch(() => {})
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`)
    const proposed = events.map(proposedOf)
    const ids = events.map((event) => event.id)
    return this.#inTurn(`${stream} ${expected} ${ids.join()}`, () =>
      this.#append(stream, expected, ids, proposed),
    )
  }

  /** EventStoreDB has no transaction over streams: the first failure leaves the rest unwritten. */
  async appendAll(appends: readonly StreamAppend[]): Promise<readonly Appended[]> {
    assertAppends(appends)
    for (const { events } of appends) events.forEach(proposedOf)
    const appended: Appended[] = []
    for (const { stream, expected, events } of appends)
      appended.push(await this.append(stream, expected, events))
    return appended
  }

  /**
   * Identical appends at once run one after the other: the second finds the events of the first.
   */
  async #inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#inFlight.get(key)
    const mine = before ? before.then(task, task) : task()
    this.#inFlight.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#inFlight.get(key) === mine) this.#inFlight.delete(key)
    }
  }

  async #append(
    stream: string,
    expected: number,
    ids: readonly string[],
    proposed: Parameters<EventStoreDBClient['appendToStream']>[1],
  ): Promise<Appended> {
    const seen = this.#seen ?? (await this.head())
    let unknown: unknown
    const leaveUnknown = (error: unknown) => {
      this.#seen = null // the append's position may lie beyond what was seen
      return new AppendOutcomeUnknown(
        `EventStoreDB may have taken the append to ${stream}: ${messageOf(error)}`,
        {
          cause: error,
        },
      )
    }
    const standing = () =>
      this.#standing(stream, expected, ids).catch((error) => {
        throw unknown === undefined ? error : leaveUnknown(error)
      })
    for (let tried = 0; ; tried++) {
      this.#assertOpen()
      try {
        const { position } = await this.#send(stream, expected, proposed)
        const at = position ? positionOf(position.commit) : START
        if (tried === 0 && at > seen) {
          this.#grown(at)
          return { revision: expected + ids.length, position: at, replayed: false }
        }
        // The server answers a repeated append like the first one. Reading the stream tells the
        // position of the events.
        unknown = new Error('it was acknowledged, and could not be read back')
        break
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) {
          const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1
          return (await standing()) ?? Promise.reject(new StaleRevision(stream, expected, actual))
        }
        const fate = fateOf(error)
        if (fate === 'unknown') unknown = error
        if (fate === 'refused' || tried === RESENDS)
          throw unknown === undefined ? nothingWritten(error) : leaveUnknown(unknown)
      }
      await pause(PAUSE_MS * 2 ** tried * (0.5 + this.#random()))
    }
    return (await standing()) ?? Promise.reject(leaveUnknown(unknown))
  }

  /**
   * One try, with a deadline: the client's own does not cover the search for a cluster's leader.
   */
  async #send(
    stream: string,
    expected: number,
    proposed: Parameters<EventStoreDBClient['appendToStream']>[1],
  ) {
    // In a later turn of the event loop. A client whose channel closes in the same turn throws
    // outside of any caller.
    await nextTurn()
    const late = new AbortController()
    const sent = this.#client.appendToStream(stream, proposed, {
      expectedRevision: expected === -1 ? NO_STREAM : BigInt(expected),
      credentials: this.#credentials(),
      deadline: this.#deadline,
      requiresLeader: true,
    })
    const silence = pause(this.#deadline + 500, undefined, { signal: late.signal }).then(
      () => Promise.reject(new Silence(`no answer for ${this.#deadline + 500} ms`)),
      () => new Promise<never>(() => {}),
    )
    try {
      return await Promise.race([sent, silence])
    } finally {
      late.abort()
      sent.catch(() => {}) // the deadline was faster
    }
  }

  /** The first append's result, when the same events already follow the expected revision. */
  async #standing(
    stream: string,
    expected: number,
    ids: readonly string[],
  ): Promise<Appended | null> {
    if (expected < -1) return null
    const there = await this.#stream(stream, expected + 1, ids.length, 'forwards')
    const last = there?.at(-1)
    if (
      !there ||
      !last ||
      there.length !== ids.length ||
      there.some((event, i) => event.id !== ids[i])
    )
      return null
    const position = positionIn(last)
    this.#grown(position)
    return { revision: Number(last.revision), position, replayed: true }
  }

  async readStream(
    stream: string,
    {
      from,
      limit = Number.MAX_SAFE_INTEGER,
      direction = 'forwards',
    }: { from?: number; limit?: number; direction?: 'forwards' | 'backwards' } = {},
  ): Promise<StreamSlice> {
    const there = limit > 0 ? await this.#stream(stream, from, limit, direction) : []
    if (!there) return { events: [], revision: -1 }
    const events = there.map(recordedOf)
    const last = events.at(-1)
    const newest =
      direction === 'backwards' && from === undefined
        ? events[0]
        : direction === 'forwards' && events.length < limit
          ? last
          : undefined
    const revision = newest?.revision ?? (await this.#revision(stream))
    for (const event of [events[0], last]) if (event) this.#see(event.position)
    return { events, revision }
  }

  async #revision(stream: string): Promise<number> {
    const [last] = (await this.#stream(stream, undefined, 1, 'backwards')) ?? []
    return last ? Number(last.revision) : -1
  }

  /** @returns null when there is no such stream */
  async #stream(
    stream: string,
    from: number | undefined,
    limit: number,
    direction: 'forwards' | 'backwards',
  ): Promise<readonly Stored[] | null> {
    const step = direction === 'forwards' ? 1 : -1
    const begin = (there: readonly Stored[]) => {
      const last = there.at(-1)
      const at = last ? Number(last.revision) + step : from
      if (there.length >= limit || (at !== undefined && at < 0)) return null
      return this.#client.readStream(stream, {
        direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
        fromRevision: at !== undefined ? BigInt(at) : direction === 'forwards' ? FROM_START : END,
        maxCount: limit - there.length,
        credentials: this.#credentials(),
        requiresLeader: true,
      })
    }
    try {
      return await readWhole({
        begin,
        isNew: () => true,
        stall: this.#stall,
        isClosed: () => this.#closed,
      })
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null
      throw error
    }
  }

  async readAll(after: Position, { limit }: ReadAllOptions) {
    const events = []
    let next = after
    for (
      let ask = limit + 1, had = 0;
      ;
      ask = more(ask, limit - events.length, events.length - had)
    ) {
      had = events.length
      const there = await this.#all(next, ask, 'forwards')
      for (const event of there) {
        const ours = isOurs(event)
        if (ours && events.length === limit) return { events, next, atHead: false }
        next = positionIn(event)
        if (ours) events.push(recordedOf(event))
        if (ours) this.#see(next)
      }
      if (there.length < ask) return { events, next, atHead: true }
    }
  }

  async readAllBackwards(before: Position | null, { limit }: { limit: number }) {
    const events = []
    let next = before
    for (
      let ask = limit + 1, had = 0;
      next !== START;
      ask = more(ask, limit - events.length, events.length - had)
    ) {
      had = events.length
      const there = await this.#all(next, ask, 'backwards')
      for (const event of there) {
        const ours = isOurs(event)
        if (ours && events.length === limit) return { events, next: next ?? START }
        next = positionIn(event)
        if (ours) events.push(recordedOf(event))
        if (ours) this.#see(next)
      }
      if (there.length < ask) next = START
    }
    return { events, next: START }
  }

  /**
   * At most `count` events, or one more, strictly behind a position (before it, backwards). Fewer
   * only at the log's end.
   *
   * @param from null is the end of the log, backwards
   */
  #all(
    from: Position | null,
    count: number,
    direction: 'forwards' | 'backwards',
  ): Promise<readonly Stored[]> {
    const forwards = direction === 'forwards'
    const start = from === null ? null : BigInt(from)
    const boundOf = (there: readonly Stored[]) => {
      const last = there.at(-1)
      return last ? commitOf(last) : start
    }
    return readWhole({
      begin: (there) => {
        const commit = boundOf(there)
        if (there.length >= count) return null
        // One more than wanted: reading forwards, the server repeats the event at that very
        // position.
        const maxCount = count - there.length + 1
        const fromPosition =
          commit === null ? END : commit === 0n ? FROM_START : { commit, prepare: commit }
        return this.#client.readAll({
          direction: forwards ? FORWARDS : BACKWARDS,
          fromPosition,
          maxCount,
          credentials: this.#credentials(),
          requiresLeader: true,
        })
      },
      isNew: (event, there) => {
        const bound = boundOf(there)
        return bound === null || (forwards ? commitOf(event) > bound : commitOf(event) < bound)
      },
      stall: this.#stall,
      isClosed: () => this.#closed,
    })
  }

  watch(onGrown: (upTo: Position) => void): () => void {
    this.#assertOpen()
    // a new function each time: a caller may watch twice with the same one
    const watcher = (upTo: Position) => onGrown(upTo)
    this.#watchers.add(watcher)
    this.#feed ??= new Feed(this.#client, {
      head: () => this.head(),
      credentials: this.#credentials,
      onGrown: (upTo) => this.#grown(upTo),
      stall: this.#stall,
      longestPause: this.#longestPause,
      random: this.#random,
    })
    return () => void this.#watchers.delete(watcher)
  }

  /**
   * Own writes are announced at once. The subscription announces them again, with those of other
   * processes.
   */
  #grown(upTo: Position): void {
    this.#see(upTo)
    this.#feed?.expect(upTo)
    if (upTo <= this.#told) return
    this.#told = upTo
    for (const watcher of this.#watchers) {
      try {
        watcher(upTo)
      } catch (error) {
        this.#onWatcherFailed(error)
      }
    }
  }

  #see(position: Position): void {
    if (this.#seen === null || position > this.#seen) this.#seen = position
  }

  async head(): Promise<Position> {
    const { events } = await this.readAllBackwards(null, { limit: 1 })
    const head = events[0]?.position ?? START
    this.#see(head)
    return head
  }

  #assertOpen(): void {
    if (this.#closed) throw new StoreUnavailable('The event store is closed.')
  }

  /** Waits for running appends, then disconnects. */
  async close(): Promise<void> {
    if (this.#closed) return
    await Promise.allSettled(this.#inFlight.values())
    this.#closed = true
    this.#watchers.clear()
    this.#feed?.stop()
    await this.#client.dispose()
    // Without it the connection stays open.
    insideOf(this.#client)
      .getChannel()
      .then(
        (channel) => channel.close(),
        () => {}, // there is no channel
      )
  }
}

const nothingWritten = (error: unknown): StoreUnavailable =>
  new StoreUnavailable(`EventStoreDB wrote nothing: ${messageOf(error)}`, { cause: error })
