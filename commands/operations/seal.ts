import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { type EventStore, StaleRevision, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { LOG_SEALED, Seal, SEALS } from '#domain/operations/seal.ts'
import { asStored } from '#commands/event-store/upcast.ts'
import { NO_ROOT, chained, rootAfter } from '#commands/kernel/hash-chain.ts'
import type { LastSeal } from '#commands/kernel/verify.ts'
import type { ExternalSealStore } from './external-seal.ts'

/** Events read at once. */
const PAGE = 500
/**
 * Seals read backwards to find one before a position. As many may be written while a caller counts
 * up to it.
 */
const RECENT = 16
/** Streams in one seal: some 100 bytes each, of the 64 KiB an event may have. */
const STREAMS = 400

/** The log differs from its newest seal. It is not sealed again. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
  constructor(what: string) {
    super(
      `${what}. The log is damaged: run \`npm run verify\`. It is not sealed again until it is whole.`,
    )
  }
}

export type Sealing = {
  readonly store: EventStore
  readonly clock: Clock
  /** Where the newest seal is kept outside the log. */
  readonly witness: ExternalSealStore
  /** `schedule` for the hourly job. */
  readonly cause?: 'schedule' | 'process'
  /** Streams that one seal tells. */
  readonly streams?: number
}

type Standing = { readonly event: RecordedEvent; readonly seal: Seal }

async function newest(
  store: Pick<EventStore, 'readStream'>,
  upTo?: Position,
): Promise<Standing | null> {
  const { events } = await store.readStream(SEALS, {
    direction: 'backwards',
    limit: upTo === undefined ? 1 : RECENT,
  })
  const event = events.find(({ position }) => upTo === undefined || position <= upTo)
  if (!event) return null
  const { success, data } = Seal.safeParse(event.data)
  if (!success) throw new SealBroken(`Revision ${event.revision} of ${SEALS} is no seal`)
  return { event, seal: data }
}

/** The newest seal in a log, or up to one of its positions; null when there is none. */
export async function lastSeal(
  store: Pick<EventStore, 'readStream'>,
  upTo?: Position,
): Promise<LastSeal | null> {
  const standing = await newest(store, upTo)
  return (
    standing && {
      events: standing.seal.events,
      root: standing.seal.root,
      at: standing.event.meta.occurredAt,
    }
  )
}

/** Number of events in a log up to a position, counted from its newest seal on. */
export async function countUpTo(
  store: Pick<EventStore, 'readStream' | 'readAll'>,
  upTo: Position,
): Promise<number> {
  const before = await newest(store, upTo)
  let count = before?.seal.events ?? 0
  for (let after = before ? await placeOf(store, before.seal) : START; ; ) {
    const { events, next, atHead } = await store.readAll(after, { limit: PAGE })
    const wanted = events.filter(({ position }) => position <= upTo)
    count += wanted.length
    if (atHead || wanted.length < events.length) return count
    after = next
  }
}

/**
 * Position of the last sealed event in this store. @throws SealBroken when the event is missing or
 * differs
 */
async function placeOf(
  store: Pick<EventStore, 'readStream'>,
  { last, heads }: Seal,
): Promise<Position> {
  const { events } = await store.readStream(last.stream, { from: last.revision, limit: 1 })
  const sealed = heads.find(([stream]) => stream === last.stream)
  if (!events[0] || events[0].meta.hash !== sealed?.[2])
    throw new SealBroken(
      `Revision ${last.revision} of ${last.stream}, which was sealed, is not there`,
    )
  return events[0].position
}

/**
 * Seals the events since the last seal, and reads only those. Of two processes that seal at once
 * one wins. The other's seal no longer follows the last one and is dropped. A log whose new events
 * are all seals is not sealed again.
 *
 * @returns the newest seal
 * @throws SealBroken · errors of the store
 */
export async function sealLog({
  store: log,
  clock,
  witness,
  cause = 'schedule',
  streams = STREAMS,
}: Sealing): Promise<LastSeal | null> {
  const store = writtenIn(log)
  const witnessed = await witness.read()
  let before = await newest(store)
  if (witnessed && witnessed.events > (before?.seal.events ?? 0))
    throw new SealBroken(
      `${witnessed.kept} is a seal over ${witnessed.events} events, which the log has lost`,
    )
  try {
    for (let more = true; more; ) {
      const next = await sealBehind(store, before?.seal ?? null, streams)
      if (!next) break
      // Events written meanwhile wait for the next run: a busy log would be sealed without end.
      more = next.more
      // A new id each time: two processes with equal seals must conflict, so that only one is
      // written.
      const id = randomUUID()
      const meta = {
        schema: 1,
        owner: SHARED,
        actor: { kind: 'process', id: 'seal' },
        cause,
        commandId: id,
        correlationId: id,
        causationId: id,
        occurredAt: clock.now(),
      } as const
      const [event] = chained(SEALS, before?.event.meta.hash ?? '', [
        { id, type: LOG_SEALED, data: next.seal, meta },
      ])
      if (!event) throw new Error('One event in, one event out')
      const { revision, position } = await store.append(SEALS, before?.event.revision ?? -1, [
        event,
      ])
      before = { event: { ...event, stream: SEALS, revision, position }, seal: next.seal }
      await nextTurn()
    }
  } catch (error) {
    if (!(error instanceof StaleRevision)) throw error
    before = await newest(store) // another process sealed meanwhile
  }
  if (!before) return null
  if (before.seal.events > (witnessed?.events ?? 0)) await witness.keep(before.seal)
  return { events: before.seal.events, root: before.seal.root, at: before.event.meta.occurredAt }
}

/**
 * The seal over the events behind the previous one, as far as one seal reaches (`more` follows).
 * Null when there are only seals.
 */
async function sealBehind(
  store: EventStore,
  before: Seal | null,
  streams: number,
): Promise<{ readonly seal: Seal; readonly more: boolean } | null> {
  const heads = new Map<string, { revision: number; hash: string }>()
  let events = before?.events ?? 0
  let root = before?.root ?? NO_ROOT
  let last: Seal['last'] | null = null
  let news = false
  for (let after = before ? await placeOf(store, before) : START; ; ) {
    const slice = await store.readAll(after, { limit: PAGE })
    for (const read of slice.events) {
      const { stream, revision, meta } = asStored(read)
      if (!heads.has(stream) && heads.size === streams) return { seal: sealed(), more: true }
      heads.set(stream, { revision, hash: meta.hash })
      last = { stream, revision }
      root = rootAfter(root, meta.hash)
      events++
      news ||= stream !== SEALS
    }
    if (slice.atHead) return news ? { seal: sealed(), more: false } : null
    after = slice.next
    await nextTurn()
  }

  function sealed(): Seal {
    if (!last) throw new Error('A seal is over an event at least')
    return {
      events,
      root,
      last,
      heads: [...heads].map(
        ([stream, { revision, hash }]) => [stream, revision, hash] as const,
      ) as Seal['heads'],
    }
  }
}
