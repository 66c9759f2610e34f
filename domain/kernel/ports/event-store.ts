import type { EventMeta, NewEvent, Position, RecordedEvent } from '../event.ts'

/** The stream is not at the revision that the writer expected. */
export class StaleRevision extends Error {
  override readonly name = 'StaleRevision'
  readonly stream: string
  readonly expected: number
  readonly actual: number
  constructor(stream: string, expected: number, actual: number) {
    super(`${stream} stands at revision ${actual}, not ${expected}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The store may or may not have taken the append; the adapter already resent it identically. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown'
}

/** The store can't be reached, or refuses to serve; nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The database of read models, documents and accounts does not answer; the log may. */
export class DatabaseUnavailable extends StoreUnavailable {}

export type Appended = {
  /** Revision of the last event that the append wrote. */
  readonly revision: number
  readonly position: Position
  /** True when the store held the same events already and wrote nothing. */
  readonly replayed: boolean
}

/** Events of one stream, in an append of several. */
export type StreamAppend = {
  readonly stream: string
  /** Revision of the stream's last event; -1 when it must not exist. */
  readonly expected: number
  readonly events: readonly NewEvent[]
}

export type StreamSlice = {
  readonly events: readonly RecordedEvent[]
  /**
   * Revision of the stream's last event, also when the slice lacks it; -1 without such a stream.
   */
  readonly revision: number
}

export type LogSlice = {
  readonly events: readonly RecordedEvent[]
  /** Last position seen, skipped events included; the argument when there was none. */
  readonly next: Position
  readonly atHead: boolean
}

export type ReadAllOptions = {
  /** The most events that are looked at. */
  readonly limit: number
  readonly types?: ReadonlySet<string>
}

/** A decided event, before it is linked to the event in front of it. */
export type DecidedEvent = Omit<NewEvent, 'meta'> & {
  readonly meta: Omit<EventMeta, 'prevHash' | 'hash'>
}

/** Where personal data is encrypted on its way into the log and decrypted on its way out. */
type PersonalBorder = {
  /**
   * The events as they are hashed and appended. The same events give the same bytes.
   *
   * @param before the events that the stream holds already
   */
  encrypted(
    stream: string,
    events: readonly DecidedEvent[],
    before: readonly RecordedEvent[],
  ): Promise<readonly DecidedEvent[]>
  /** Decrypts events that were read from `written`. */
  readable(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>
  /**
   * Counts the destructions of keys: data that was decrypted before one may not be kept in memory.
   */
  destructions(): number
  /** The log with its encrypted values, as hashes and copies need it. */
  readonly written: EventStore
}

/** The log as it is stored, for stores with and without encryption. */
export const writtenIn = <S extends Partial<Pick<EventStore, 'personal'>>>(
  store: S,
): S | EventStore => store.personal?.written ?? store

/**
 * The log. Every adapter passes `tests/conformance/event-store.ts`. It writes all events of an
 * append or none. The same ids after the same expected revision answer the first result
 * (`replayed`). The global order is the commit order, and an event is durable before it can be
 * read.
 */
export interface EventStore {
  /**
   * @param expected revision of the stream's last event; -1 when it must not exist
   * @throws StaleRevision · AppendOutcomeUnknown · StoreUnavailable
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>
  /**
   * Appends to several streams, each named once. Streams that hold their events already are
   * `replayed`, the others are written.
   *
   * The embedded log writes all of it or nothing, side by side. A log without transactions over
   * streams writes one stream after another, in this order. A failure leaves those before it
   * written. The same call sent again, or the same commands decided again, write the rest.
   *
   * @returns where each stream stands, in the order of the call
   * @throws StaleRevision of the first stream that moved on; AppendOutcomeUnknown; StoreUnavailable
   */
  appendAll(appends: readonly StreamAppend[]): Promise<readonly Appended[]>
  readStream(
    stream: string,
    options?: { from?: number; limit?: number; direction?: 'forwards' | 'backwards' },
  ): Promise<StreamSlice>
  /**
   * @param options.types events of other types may be left out; the position moves past them. Every
   * type when absent
   */
  readAll(after: Position, options: ReadAllOptions): Promise<LogSlice>
  /**
   * Newest first.
   *
   * @param before exclusive; null begins at the end of the log
   * @returns `next` to go on from; `START` when there is nothing before
   */
  readAllBackwards(
    before: Position | null,
    options: { limit: number },
  ): Promise<Omit<LogSlice, 'atHead'>>
  /** A lossy hint that the log has grown, never the way events are read. Resubscribes by itself. */
  watch(onGrown: (upTo: Position) => void): () => void
  head(): Promise<Position>
  /** Absent where nothing is encrypted. */
  readonly personal?: PersonalBorder
  close(): Promise<void>
}
