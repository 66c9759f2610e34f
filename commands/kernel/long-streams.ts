import type { Decider, DomainEvent } from '#domain/kernel/decider.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'

/** Streams of fewer events are read whole: that takes about a millisecond. */
const LONG = 200
/** Events in memory, of all streams: about 1 kB each. */
const KEPT_EVENTS = 100_000
/** As long as a personal key that another process destroyed may stay in memory. */
const KEPT_MS = 60_000

/** A stream as a decider reads it: its events, and the state that they fold to. */
export type Loaded<E, S> = {
  readonly events: readonly (RecordedEvent & E)[]
  /** Revision of the last event; -1 without such a stream. */
  readonly revision: number
  readonly state: S
}

type Kept = Loaded<DomainEvent, unknown> & {
  readonly by: unknown
  readonly until: number
  readonly destructions: number
}

/**
 * Reads streams whole, and keeps the long ones. A command on a stream of 10,000 events then reads
 * and folds the new ones alone. The log decides all the same, as every append names the revision
 * that was read.
 *
 * @param milliseconds a clock that never goes back
 */
export function createLongStreams(store: EventStore, milliseconds = () => performance.now()) {
  /** The stream that was used longest ago is first. */
  const streams = new Map<string, Kept>()
  let total = 0

  const forget = (stream: string): void => {
    total -= streams.get(stream)?.events.length ?? 0
    streams.delete(stream)
  }
  const destructions = () => store.personal?.destructions() ?? 0
  const fresh = (stream: string, decider: unknown): Kept | null => {
    const entry = streams.get(stream)
    if (entry === undefined) return null
    if (
      entry.by === decider &&
      entry.until > milliseconds() &&
      entry.destructions === destructions()
    )
      return entry
    forget(stream)
    return null
  }

  return {
    async read<C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      id: string,
    ): Promise<Loaded<E, S>> {
      const stream = `${decider.category}-${id}`
      const before = destructions()
      // The given decider has folded it. Its events are therefore of type E and its state of type
      // S.
      const entry = fresh(stream, decider) as (Loaded<E, S> & Kept) | null
      const slice = await store.readStream(
        stream,
        entry === null ? {} : { from: entry.revision + 1 },
      )
      const added = slice.events as readonly (RecordedEvent & E)[]
      const events = entry === null ? added : [...entry.events, ...added]
      const state = added.reduce(
        (folded, event) => decider.evolve(folded, event),
        entry?.state ?? decider.initial,
      )
      forget(stream)
      if (events.length >= LONG) {
        const until = entry?.until ?? milliseconds() + KEPT_MS
        streams.set(stream, {
          events,
          revision: slice.revision,
          state,
          by: decider,
          until,
          destructions: before,
        })
        total += events.length
        for (const oldest of streams.keys()) {
          if (total <= KEPT_EVENTS) break
          forget(oldest)
        }
      }
      return { events, revision: slice.revision, state }
    },
  }
}
