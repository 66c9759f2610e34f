import type { EventStore } from '#domain/kernel/event-store.ts'
import { type Position, type RecordedEvent, START, positionOf } from '#domain/kernel/event.ts'
import { asStored } from '#commands/event-store/upcast.ts'
import { hashOf } from './hash-chain.ts'

export type Damage = {
  /**
   * `hash`: the event is not the one that was written. `chain`: the event before it is not the one it was written behind.
   * `revision`, `position`: something is missing or doubled. `unreadable`: there is no event to be had. `file`: the store itself.
   */
  readonly what: 'hash' | 'chain' | 'revision' | 'position' | 'unreadable' | 'file'
  readonly stream?: string
  readonly revision?: number
  readonly position?: Position
  /** English, for whoever repairs. */
  readonly detail: string
}

export type VerifyReport = {
  readonly events: number
  readonly streams: number
  /** Last position there was anything at. */
  readonly upTo: Position
  readonly damages: readonly Damage[]
  /** @unit milliseconds */
  readonly durationMs: number
}

/** What a reader of the log finds at each place: an event, or why there is none. */
export type LogEntry = { readonly event: RecordedEvent } | { readonly damage: Damage }

type Link = { readonly revision: number; readonly hash: string | null }

/** The damages of one event behind the link before it; several of one cause are told once. */
function* damagesOf(read: RecordedEvent, before: Link): Generator<Damage> {
  const event = asStored(read)
  const { stream, revision, position, meta } = event
  const place = { stream, revision, position }
  const { revision: last, hash } = before
  if (revision !== last + 1) {
    const detail =
      revision <= last
        ? `revision ${revision} comes after revision ${last}`
        : revision - last === 2
          ? `revision ${last + 1} is missing`
          : `revisions ${last + 1} to ${revision - 1} are missing`
    yield { what: 'revision', ...place, detail }
  } else if (hash !== null && meta.prevHash !== hash) yield { what: 'chain', ...place, detail: 'it was written behind another event than the one before it' }
  if (rehash(event) !== meta.hash) yield { what: 'hash', ...place, detail: 'it is not what was written: its hash differs' }
}

function rehash(event: RecordedEvent): string | null {
  try {
    return hashOf(event.stream, event)
  } catch {
    return null // of a shape that was never written here
  }
}

const NONE: Link = { revision: -1, hash: '' }
const linkOf = (event: RecordedEvent): Link => ({ revision: event.revision, hash: event.meta.hash })

/** @param events a whole stream, in order @returns empty when the stream is what was written */
export function verifyStream(events: readonly RecordedEvent[]): readonly Damage[] {
  return events.flatMap((event, i) => [...damagesOf(event, i === 0 ? NONE : linkOf(events[i - 1]!))]) // i - 1 is in range
}

/**
 * Walks every chain of what was read. Holds one hash a stream.
 *
 * @param options.gapless the store counts its positions without a gap, so a missing one is a missing event
 */
export async function verifyEntries(entries: AsyncIterable<LogEntry> | Iterable<LogEntry>, options: { gapless: boolean }): Promise<VerifyReport> {
  const started = performance.now()
  const damages: Damage[] = []
  const links = new Map<string, Link>()
  let events = 0
  let head = 0
  const seen = (position: Position, place: Partial<Damage>) => {
    const at = Number(position)
    if (options.gapless && at > head + 1)
      damages.push({ ...place, what: 'position', position, detail: at - head === 2 ? `position ${head + 1} is missing` : `positions ${head + 1} to ${at - 1} are missing` })
    head = at
  }
  for await (const entry of entries) {
    if ('damage' in entry) {
      const { damage } = entry
      if (damage.position !== undefined) seen(damage.position, {})
      damages.push(damage)
      // The place is taken though its event is lost, so the next one is not told as a gap.
      if (damage.stream !== undefined && damage.revision !== undefined) links.set(damage.stream, { revision: damage.revision, hash: null })
      continue
    }
    const { event } = entry
    seen(event.position, { stream: event.stream, revision: event.revision })
    damages.push(...damagesOf(event, links.get(event.stream) ?? NONE))
    links.set(event.stream, linkOf(event))
    events++
  }
  return { events, streams: links.size, upTo: positionOf(head), damages, durationMs: Math.round(performance.now() - started) }
}

/** Walks every chain of a store that is open, in pages, so that others get their turn. */
export const verifyLog = (store: Pick<EventStore, 'readAll'>): Promise<VerifyReport> => verifyEntries(entriesOf(store), { gapless: false })

async function* entriesOf(store: Pick<EventStore, 'readAll'>, limit = 500): AsyncGenerator<LogEntry> {
  for (let after = START; ; ) {
    const { events, next, atHead } = await store.readAll(after, { limit })
    for (const event of events) yield { event }
    if (atHead) return
    after = next
  }
}

export const damageAt = (what: Damage['what'], position: number, detail: string, place: { stream?: string; revision?: number } = {}): LogEntry => ({
  damage: { what, position: positionOf(position), detail, ...place },
})
