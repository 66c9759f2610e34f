import type { Decider, DomainEvent } from '#domain/kernel/decider.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { isDeepStrictEqual } from 'node:util'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type CommandIndex, commandIndex } from './command-index.ts'

/** A stream of fewer events is read in about a millisecond. */
const LONG = 200
/** Events of long streams in memory: about 1 kB each. */
const LONG_EVENTS = 100_000
/** Events of the other streams in memory: a command reads its streams several times. */
const SHORT_EVENTS = 2_000
/** As long as a personal key that another process destroyed may stay in memory. */
const KEPT_MS = 60_000

/** A stream as a decider reads it: its events, and the state that they fold to. */
export type Loaded<E, S> = {
  readonly events: readonly (RecordedEvent & E)[]
  /** Revision of the last event; -1 without such a stream. */
  readonly revision: number
  readonly state: S
  readonly commands: CommandIndex
}

type Kept = Loaded<DomainEvent, unknown> & {
  readonly by: unknown
  readonly until: number
  /** One event for each of the keys that the events are encrypted with. */
  readonly samples: ReadonlyMap<string, RecordedEvent>
}

/** Streams with at most so many events together; the one that was used longest ago leaves. */
function shelf(limit: number) {
  const streams = new Map<string, Kept>()
  let total = 0
  const remove = (stream: string): void => {
    total -= streams.get(stream)?.events.length ?? 0
    streams.delete(stream)
  }
  return {
    get: (stream: string) => streams.get(stream),
    size: () => total,
    remove,
    clear(): void {
      streams.clear()
      total = 0
    },
    set(stream: string, entry: Kept): void {
      remove(stream)
      streams.set(stream, entry)
      total += entry.events.length
      for (const oldest of streams.keys()) {
        if (total <= limit) break
        remove(oldest)
      }
    },
  }
}

/** The samples, and one more event for each key that they lack. */
function withSamples(
  samples: ReadonlyMap<string, RecordedEvent>,
  events: readonly RecordedEvent[],
): ReadonlyMap<string, RecordedEvent> {
  let more: Map<string, RecordedEvent> | null = null
  for (const event of events) {
    const { personal, actor } = event.meta
    if (personal === undefined) continue
    const named = personal.actorName === undefined ? '' : actor.id
    const keys = `${personal.data?.key ?? ''} ${personal.aside?.key ?? ''} ${named}`
    if (!(more ?? samples).has(keys)) more = new Map(more ?? samples).set(keys, event)
  }
  return more ?? samples
}

/**
 * Reads streams whole, and keeps them for a while. A command on a stream of 10,000 events then
 * reads and folds the new ones alone. Appended events are read from the log, where another process
 * may have written the same command. The log decides all the same, as every append names the
 * revision that was read.
 *
 * @param milliseconds a clock that never goes back
 */
export function createStreams(store: EventStore, milliseconds = () => performance.now()) {
  const [long, short] = [shelf(LONG_EVENTS), shelf(SHORT_EVENTS)]
  const destructions = () => store.personal?.destructions() ?? 0
  let destroyed = destructions()

  /** Data that was decrypted before a key was destroyed leaves the memory. */
  function forgetDestroyed(): void {
    if (destroyed === destructions()) return
    destroyed = destructions()
    long.clear()
    short.clear()
  }
  function remove(stream: string): void {
    long.remove(stream)
    short.remove(stream)
  }

  /** Whether each key of a stream still decrypts to what was read. */
  async function isReadable({ samples }: Kept): Promise<boolean> {
    const events = [...samples.values()]
    return isDeepStrictEqual(await store.personal?.readable(events), events)
  }

  async function fresh(stream: string, decider: unknown): Promise<Kept | null> {
    const entry = long.get(stream) ?? short.get(stream)
    if (entry === undefined) return null
    if (entry.by !== decider) return null
    if (entry.until > milliseconds()) return entry
    if (entry.events.length < LONG) return null
    // A long stream is not read again for its age: a sample of each key is decrypted instead.
    if (entry.samples.size > 0 && !(await isReadable(entry))) return null
    return { ...entry, until: milliseconds() + KEPT_MS }
  }

  function keep(stream: string, entry: Kept): void {
    remove(stream)
    if (entry.events.length >= LONG) long.set(stream, entry)
    else if (entry.events.length > 0) short.set(stream, entry)
  }

  return {
    /** Events in memory. */
    size: () => long.size() + short.size(),
    async read<C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      id: string,
    ): Promise<Loaded<E, S>> {
      const stream = `${decider.category}-${id}`
      forgetDestroyed()
      const before = destroyed
      // The given decider has folded it. Its events are therefore of type E and its state of type
      // S.
      const entry = (await fresh(stream, decider)) as (Loaded<E, S> & Kept) | null
      const slice = await store.readStream(
        stream,
        entry === null ? {} : { from: entry.revision + 1 },
      )
      const added = slice.events as readonly (RecordedEvent & E)[]
      const commands = entry?.commands ?? commandIndex()
      commands.add(added)
      const events =
        entry === null ? added : added.length === 0 ? entry.events : [...entry.events, ...added]
      const loaded = {
        events,
        // The store's newest revision may be another process's since: a decision on these events
        // would go behind it unseen.
        revision: events.at(-1)?.revision ?? -1,
        state: added.reduce(
          (folded, event) => decider.evolve(folded, event),
          entry?.state ?? decider.initial,
        ),
        commands,
      }
      // A key was destroyed while the stream was read.
      if (before === destructions())
        keep(stream, {
          ...loaded,
          by: decider,
          until: entry?.until ?? milliseconds() + KEPT_MS,
          samples: withSamples(entry?.samples ?? new Map(), added),
        })
      return loaded
    },
  }
}
