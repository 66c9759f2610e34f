import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { categoryOf, type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'

/** Facts of a block: what is read at once to look at one of them. */
const BLOCK = 500
/**
 * 4 KiB for some 2,000 keys: one block in a thousand is read in vain. @unit bits, a power of two
 */
const BITS = 32_768
const PROBES = 5
/**
 * Time that one search reads; what is not found by then is searched from the cursor on. @unit
 * milliseconds
 */
const SEARCHES_MS = 60

/**
 * Conditions of the search; a missing one holds for every fact. @unit from, to: epoch milliseconds,
 * both included
 */
export type AuditWanted = {
  readonly actor?: string | undefined
  readonly entity?: string | undefined
  readonly cause?: string | undefined
  readonly correlationId?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export type AuditFound = {
  /** Newest first. */
  readonly events: readonly RecordedEvent[]
  /** Where the search goes on; null when it has reached the beginning of the log. */
  readonly next: Position | null
}

/** Facts after one position and up to another, with the hashes of their keys. */
type Block = {
  readonly after: Position
  /** Position of its first fact: as a cursor, it leads to the block before. */
  readonly first: Position
  readonly until: Position
  readonly from: number
  readonly to: number
  readonly keys: Uint8Array
}

const isWanted =
  ({ actor, entity, cause, correlationId, from, to }: AuditWanted) =>
  ({ stream, meta }: RecordedEvent): boolean =>
    (actor === undefined || meta.actor.id === actor || meta.actor.name === actor) &&
    (entity === undefined || categoryOf(stream) === entity) &&
    (cause === undefined || meta.cause === cause) &&
    (correlationId === undefined || meta.correlationId === correlationId) &&
    (from === undefined || meta.occurredAt >= from) &&
    (to === undefined || meta.occurredAt <= to)

/** FNV-1a, and a second hash made of it: the places of a key are sums of both. */
function placesOf(key: string): readonly number[] {
  let hash = 2_166_136_261
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 16_777_619)
  const step = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) | 1
  return Array.from({ length: PROBES }, (_, n) => ((hash + Math.imul(n, step)) >>> 0) % BITS)
}
const isKeyIn = (keys: Uint8Array, key: string): boolean =>
  placesOf(key).every((place) => ((keys[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0)

/** Keys by which facts are found: who, what kind of record, both together, why, and the request. */
const keysOf = ({ stream, meta }: RecordedEvent): readonly string[] => {
  const entity = categoryOf(stream)
  const actors = meta.actor.name === undefined ? [meta.actor.id] : [meta.actor.id, meta.actor.name]
  return [
    `e ${entity}`,
    `c ${meta.correlationId}`,
    `w ${meta.cause}`,
    `w ${meta.cause} e ${entity}`,
    ...actors.flatMap((actor) => [`a ${actor}`, `a ${actor} e ${entity}`]),
  ]
}

function blockOf(events: readonly RecordedEvent[], after: Position, until: Position): Block {
  const keys = new Uint8Array(BITS / 8)
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const event of events) {
    from = Math.min(from, event.meta.occurredAt)
    to = Math.max(to, event.meta.occurredAt)
    for (const key of keysOf(event))
      for (const place of placesOf(key))
        keys[place >>> 3] = (keys[place >>> 3] ?? 0) | (1 << (place & 7))
  }
  return { after, first: events[0]?.position ?? until, until, from, to, keys }
}

/** Whether a block may hold a wanted fact. */
const mayHold = ({
  actor,
  entity,
  cause,
  correlationId,
  from,
  to,
}: AuditWanted): ((block: Block) => boolean) => {
  const keys = [
    ...(actor !== undefined
      ? [entity === undefined ? `a ${actor}` : `a ${actor} e ${entity}`]
      : []),
    ...(actor === undefined && entity !== undefined ? [`e ${entity}`] : []),
    ...(cause !== undefined
      ? [entity === undefined ? `w ${cause}` : `w ${cause} e ${entity}`]
      : []),
    ...(correlationId !== undefined ? [`c ${correlationId}`] : []),
  ]
  return (block) =>
    (from === undefined || block.to >= from) &&
    (to === undefined || block.from <= to) &&
    keys.every((key) => isKeyIn(block.keys, key))
}

/**
 * Searches the whole log, newest first. A summary of each block of facts says which blocks are
 * worth reading. It is made in memory, from the first search on: 8 kB a thousand facts. Until it is
 * there, a search reads a bounded part of the log and answers where to go on.
 */
export function createAuditSearch(
  store: Pick<EventStore, 'readAll' | 'readAllBackwards'>,
  log: Pick<Log, 'warn'>,
) {
  const blocks: Block[] = []
  let summing: Promise<void> | null = null
  const summedUpTo = (): Position => blocks.at(-1)?.until ?? START

  /** Summarises the blocks that are complete. */
  async function sum(): Promise<void> {
    for (;;) {
      const after = summedUpTo()
      const { events, next, atHead } = await store.readAll(after, { limit: BLOCK })
      if (atHead) return
      blocks.push(blockOf(events, after, next))
      await nextTurn()
    }
  }
  function goOn(): void {
    summing ??= sum()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The audit could not be summarised; the next search will'),
      )
      .finally(() => {
        summing = null
      })
  }

  async function search(
    wanted: AuditWanted,
    limit: number,
    before: Position | null,
  ): Promise<AuditFound> {
    const until = performance.now() + SEARCHES_MS
    const fits = isWanted(wanted)
    const found: RecordedEvent[] = []
    const takes = (event: RecordedEvent): boolean =>
      found.length < limit && fits(event) && found.push(event) === limit
    let place = before
    // Facts without a summary are read backwards.
    while (place === null || place > summedUpTo()) {
      const slice = await store.readAllBackwards(place, {
        limit: Math.min(BLOCK, Math.max(limit, 50)),
      })
      for (const event of slice.events)
        if (takes(event)) return { events: found, next: event.position }
      place = slice.next
      // The log is ordered by time, apart from clock corrections: a whole slice older than `from`
      // ends the search.
      const { from } = wanted
      const isOlder = from !== undefined && slice.events.every(({ meta }) => meta.occurredAt < from)
      if (place === START || isOlder) return { events: found, next: null }
      if (performance.now() >= until) return { events: found, next: place }
    }
    const holds = mayHold(wanted)
    const at = place
    for (let n = blocks.findLastIndex(({ after }) => after < at); n >= 0; n--) {
      const block = blocks[n]
      if (block === undefined || !holds(block)) continue
      if (performance.now() >= until) {
        const later = blocks[n + 1]?.first ?? at
        return { events: found, next: later < at ? later : at }
      }
      const { events } = await store.readAll(block.after, { limit: BLOCK })
      for (const event of events.toReversed())
        if (event.position <= block.until && event.position < at && takes(event))
          return { events: found, next: event.position }
    }
    return { events: found, next: null }
  }

  return {
    async search(wanted: AuditWanted, limit: number, before: Position | null): Promise<AuditFound> {
      goOn()
      return search(wanted, limit, before)
    },
    /** Resolves once the blocks that are complete now are summarised. */
    async summed(): Promise<void> {
      goOn()
      await summing
    },
  }
}
