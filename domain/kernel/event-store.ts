import type { EventMeta, NewEvent, Position, RecordedEvent } from './event.ts'

/** The stream does not stand where the writer thought. */
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

export type Appended = {
  /** Of the last event of the append. */
  readonly revision: number
  readonly position: Position
  /** True when the very same events stood there already and nothing was written. */
  readonly replayed: boolean
}

export type StreamSlice = {
  readonly events: readonly RecordedEvent[]
  /** Of the stream's last event, also when it is not in the slice; -1 when there is no such stream. */
  readonly revision: number
}

export type LogSlice = {
  readonly events: readonly RecordedEvent[]
  /** Last position seen, also of what was passed over; the argument when nothing was. */
  readonly next: Position
  readonly atHead: boolean
}

export type ReadAllOptions = {
  /** Events looked at, at most. */
  readonly limit: number
  readonly types?: ReadonlySet<string>
}

/** An event that was decided, before it is linked to the one in front of it. */
export type DecidedEvent = Omit<NewEvent, 'meta'> & { readonly meta: Omit<EventMeta, 'prevHash' | 'hash'> }

/** Where personal data is encrypted on its way into the log and decrypted on its way out. */
type PersonalBorder = {
  /**
   * The events as they are hashed and appended. The same ones give the same bytes.
   *
   * @param before the stream as it stands
   */
  encrypted(
    stream: string,
    events: readonly DecidedEvent[],
    before: readonly RecordedEvent[],
  ): Promise<readonly DecidedEvent[]>
  /** Events that were read from `written`, as readers have them. */
  readable(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>
  /** The log as it was written: what hashes are over, and what is copied. */
  readonly written: EventStore
}

/** The log as it was written, of a store that encrypts or of one that does not. */
export const writtenIn = <S extends Partial<Pick<EventStore, 'personal'>>>(store: S): S | EventStore =>
  store.personal?.written ?? store

/**
 * The log. Every adapter passes `tests/conformance/event-store.ts`:
 * all events of an append or none; the same ids after the same expected revision answer the first result (`replayed`);
 * the global order is the commit order; nothing is readable before it is durable.
 */
export interface EventStore {
  /**
   * @param expected revision of the stream's last event; -1 when it must not exist
   * @throws StaleRevision · AppendOutcomeUnknown · StoreUnavailable
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>
  readStream(
    stream: string,
    options?: { from?: number; limit?: number; direction?: 'forwards' | 'backwards' },
  ): Promise<StreamSlice>
  /** @param options.types events of other types may be left out, and are passed over all the same; every type when absent */
  readAll(after: Position, options: ReadAllOptions): Promise<LogSlice>
  /**
   * Newest first, for whoever looks back.
   *
   * @param before exclusive; null begins at the head
   * @returns `next` to go on from; `START` when there is nothing before
   */
  readAllBackwards(before: Position | null, options: { limit: number }): Promise<Omit<LogSlice, 'atHead'>>
  /** A lossy hint that the log has grown, never the way events are read. Resubscribes by itself. */
  watch(onGrown: (upTo: Position) => void): () => void
  head(): Promise<Position>
  /** Absent where everything is kept as it is given. */
  readonly personal?: PersonalBorder
  close(): Promise<void>
}
