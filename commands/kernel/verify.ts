import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { type Position, type RecordedEvent, START, positionOf } from '#domain/kernel/event.ts'
import { Seal, SEALS } from '#domain/operations/seal.ts'
import { asStored } from '#commands/event-store/upcast.ts'
import { NO_ROOT, hashOf, rootAfter } from './hash-chain.ts'
import { timeSlices } from './time-slices.ts'

export type Damage = {
  /**
   * `hash`: the event differs from the one that was written. `chain`: it was written behind another
   * event. `revision`, `position`: something is missing or doubled. `stream`: a sealed stream is
   * gone. `seal`: the events differ from the sealed ones. `end`: the log ends too early.
   * `unreadable`: the event cannot be read. `file`: the store itself is damaged.
   */
  readonly what:
    | 'hash'
    | 'chain'
    | 'revision'
    | 'position'
    | 'stream'
    | 'seal'
    | 'end'
    | 'unreadable'
    | 'file'
  readonly stream?: string
  readonly revision?: number
  readonly position?: Position
  /** In English, for the operator who repairs the log. */
  readonly detail: string
}

/** A seal in the log. @unit `at`: epoch milliseconds */
export type LastSeal = Pick<Seal, 'events' | 'root'> & { readonly at: number }

export type VerifyReport = {
  readonly events: number
  readonly streams: number
  /** Position of the last entry. */
  readonly upTo: Position
  /**
   * Running hash over all events. Stored elsewhere with their number, it proves later that these
   * first events are unchanged.
   */
  readonly root: string
  /** The newest seal in the log; null when there is none. */
  readonly sealed: LastSeal | null
  readonly damages: readonly Damage[]
  /** @unit milliseconds */
  readonly durationMs: number
}

/** Entry of the log at each position: an event, or the reason for none. */
export type LogEntry = { readonly event: RecordedEvent } | { readonly damage: Damage }

/** An event of a stream, to which the next one is chained. */
export type Link = { readonly revision: number; readonly hash: string | null }

/**
 * The damages of one event, compared with the link before it. Damages with one cause are reported
 * once.
 */
function* damagesOf(read: RecordedEvent, before: Link): Generator<Damage> {
  const event = asStored(read)
  const { stream, revision, position, meta } = event
  const place = { stream, revision, position }
  const { revision: last, hash } = before
  if (revision !== last + 1)
    yield {
      what: 'revision',
      ...place,
      detail:
        revision <= last
          ? `revision ${revision} comes after revision ${last}`
          : missing('revision', last + 1, revision - 1),
    }
  else if (hash !== null && meta.prevHash !== hash)
    yield {
      what: 'chain',
      ...place,
      detail: 'it was written behind another event than the one before it',
    }
  if (rehash(event) !== meta.hash)
    yield { what: 'hash', ...place, detail: 'it is not what was written: its hash differs' }
}

const missing = (noun: string, from: number, to: number): string =>
  from === to ? `${noun} ${from} is missing` : `${noun}s ${from} to ${to} are missing`

function rehash(event: RecordedEvent): string | null {
  try {
    return hashOf(event.stream, event)
  } catch {
    return null // the event has a shape that was never written here
  }
}

const NONE: Link = { revision: -1, hash: '' }
export const linkOf = (event: RecordedEvent): Link => ({
  revision: event.revision,
  hash: event.meta.hash,
})

/** Reports the damages of events given one after another. Keeps one hash a stream in memory. */
export function chainCheck(before = NONE): (event: RecordedEvent) => readonly Damage[] {
  const links = new Map<string, Link>()
  return (event) => {
    const damages = [...damagesOf(event, links.get(event.stream) ?? before)]
    links.set(event.stream, linkOf(event))
    return damages
  }
}

/**
 * @param events a stream in order, whole or behind an event of it
 * @returns empty when the stream is undamaged
 */
export function verifyStream(events: readonly RecordedEvent[], before?: Link): readonly Damage[] {
  return events.flatMap(chainCheck(before))
}

/** A seal that was kept outside the log. `kept` says where, for the reader of the report. */
export type ExternalSeal = Pick<Seal, 'events' | 'root'> & Partial<Seal> & { readonly kept: string }

/** Claims of the log's own and external seals. */
export type Sealed = {
  /**
   * Reads one event of the stream of seals. An invalid seal is ignored here: the chain check
   * reports it.
   */
  add(event: RecordedEvent): void
  readonly last: LastSeal | null
  /** The last sealed event of each stream. The chain covers the events before it. */
  readonly heads: ReadonlyMap<string, { readonly revision: number; readonly hash: string }>
  /** Root by number of events. */
  readonly roots: ReadonlyMap<number, string>
  readonly witnesses: readonly ExternalSeal[]
}

export function sealedBy(witnesses: readonly ExternalSeal[] = []): Sealed {
  const heads = new Map<string, { revision: number; hash: string }>()
  const roots = new Map<number, string>()
  let last: LastSeal | null = null
  const head = (sealed: Seal['heads']) => {
    for (const [stream, revision, hash] of sealed)
      if (revision > (heads.get(stream)?.revision ?? -1)) heads.set(stream, { revision, hash })
  }
  for (const witness of witnesses) head(witness.heads ?? [])
  return {
    add(event) {
      const { success, data } = Seal.safeParse(event.data)
      if (!success) return
      roots.set(data.events, data.root)
      head(data.heads)
      last = { events: data.events, root: data.root, at: event.meta.occurredAt }
    },
    get last() {
      return last
    },
    heads,
    roots,
    witnesses,
  }
}

/** Sealed streams that are gone, or end before the sealed revision. */
function* lostEnds(
  unmet: ReadonlyMap<string, { readonly revision: number }>,
  links: ReadonlyMap<string, Link>,
): Generator<Damage> {
  for (const [stream, { revision }] of unmet) {
    const last = links.get(stream)?.revision ?? -1
    const place = { stream, revision }
    if (last === -1)
      yield {
        what: 'stream',
        ...place,
        detail: `the stream is gone: it stood at revision ${revision} when it was sealed`,
      }
    else if (last < revision)
      yield {
        what: 'revision',
        ...place,
        detail: `${missing('revision', last + 1, revision)} at its end: the stream was sealed with it`,
      }
  }
}

/**
 * Walks every chain, and compares the events with the seals. Keeps one hash a stream in memory.
 *
 * @param options.gapless positions of the store have no gap, so a missing one is a missing event
 */
export async function verifyEntries(
  entries: AsyncIterable<LogEntry> | Iterable<LogEntry>,
  options: { gapless: boolean; sealed?: Sealed },
): Promise<VerifyReport> {
  const started = performance.now()
  const { gapless, sealed = sealedBy() } = options
  const damages: Damage[] = []
  const links = new Map<string, Link>()
  const unmet = new Map(sealed.heads)
  const wanted = Map.groupBy(
    [
      ...sealed.roots,
      ...sealed.witnesses.map((witness) => [witness.events, witness.root] as const),
    ],
    ([count]) => count,
  )
  let events = 0
  let head = 0
  let root = NO_ROOT
  let agreed = 0
  let differs: Damage | null = null
  const seen = (position: Position, place: Partial<Damage>) => {
    const at = Number(position)
    if (gapless && at > head + 1)
      damages.push({
        ...place,
        what: 'position',
        position,
        detail: missing('position', head + 1, at - 1),
      })
    head = at
  }
  for await (const entry of entries) {
    events++
    if ('damage' in entry) {
      const { damage } = entry
      if (damage.position === undefined) events--
      else seen(damage.position, {})
      damages.push(damage)
      // A lost event still has its revision, so that the next event is not reported as a gap.
      if (damage.stream !== undefined && damage.revision !== undefined) {
        links.set(damage.stream, { revision: damage.revision, hash: null })
        if (unmet.get(damage.stream)?.revision === damage.revision) unmet.delete(damage.stream)
      }
      continue
    }
    const { event } = entry
    const { stream, revision, position } = event
    const place = { stream, revision, position }
    const { hash } = event.meta
    seen(position, place)
    const found = [...damagesOf(event, links.get(stream) ?? NONE)]
    const sealedHead = unmet.get(stream)
    if (sealedHead?.revision === revision) {
      unmet.delete(stream)
      if (sealedHead.hash !== hash && found.length === 0)
        found.push({ what: 'seal', ...place, detail: 'it is not the event that was sealed' })
    }
    damages.push(...found)
    links.set(stream, linkOf(event))
    root = rootAfter(root, String(hash))
    const rootsHere = wanted.get(events)
    if (rootsHere?.every(([, other]) => other === root)) agreed = events
    else if (rootsHere)
      differs ??= {
        what: 'seal',
        ...place,
        detail: `the events ${agreed + 1} to ${events} are not those that were sealed, or not in that order`,
      }
  }
  damages.push(...lostEnds(unmet, links))
  for (const { events: sealedEvents, kept, last } of sealed.witnesses)
    if (sealedEvents > (gapless ? head : events))
      damages.push({
        ...last,
        what: 'end',
        position: positionOf(head),
        detail: `the log ends after ${events} events, and ${kept} is a seal over ${sealedEvents}`,
      })
  // A differing root does not say where the difference is: it is reported only when no other damage
  // was found.
  if (differs !== null && damages.length === 0) damages.push(differs)
  return {
    events,
    streams: links.size,
    upTo: positionOf(head),
    root,
    sealed: sealed.last,
    damages,
    durationMs: Math.round(performance.now() - started),
  }
}

/**
 * Walks every chain of an open store, in pages, so that other work gets a turn.
 *
 * @param options.entries the entries to walk, no further than `upTo`; the whole log when absent
 */
export async function verifyLog(
  read: Pick<EventStore, 'readAll' | 'readStream' | 'personal'>,
  options: {
    readonly witnesses?: readonly ExternalSeal[]
    readonly upTo?: Position
    readonly entries?: AsyncIterable<LogEntry>
  } = {},
): Promise<VerifyReport> {
  const store = writtenIn(read)
  const { witnesses, upTo, entries = entriesOf(store) } = options
  const sealed = sealedBy(witnesses)
  for await (const event of eventsIn(store, SEALS))
    if (upTo === undefined || event.position <= upTo) sealed.add(event)
  return verifyEntries(entries, { gapless: false, sealed })
}

const PAGE = 200

async function* eventsIn(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
): AsyncGenerator<RecordedEvent> {
  for (let from = 0; ; ) {
    const { events } = await store.readStream(stream, { from, limit: PAGE })
    yield* events
    const last = events.at(-1)
    if (!last || events.length < PAGE) return
    from = last.revision + 1
  }
}

/**
 * All events of a store behind a position, in order. Other work has its turns between them.
 */
export async function* entriesOf(
  store: Pick<EventStore, 'readAll'>,
  from: Position = START,
): AsyncGenerator<{ readonly event: RecordedEvent }> {
  const turn = timeSlices()
  for (let after = from; ; ) {
    const { events, next, atHead } = await store.readAll(after, { limit: PAGE })
    for (const event of events) {
      yield { event }
      await turn()
    }
    if (atHead) return
    after = next
  }
}

export const damageAt = (
  what: Damage['what'],
  position: number,
  detail: string,
  place: { stream?: string; revision?: number } = {},
): LogEntry => ({
  damage: { what, position: positionOf(position), detail, ...place },
})
