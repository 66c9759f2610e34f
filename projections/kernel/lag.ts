import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { START, type Position } from '#domain/kernel/event.ts'

/** Distance of a position from the head of the log. */
export type Lag = {
  /** Events after it, as far as they are counted. */
  readonly events: number
  /** True when there are more than were counted. */
  readonly more: boolean
  /** Age of the oldest of them, by its `occurredAt`; 0 when there is none. */
  readonly seconds: number
}

/** Events are counted up to this number. */
const LAG_COUNTED = 10_000
/** Events read at once: few at first, because there are mostly few, then more. */
const FIRST_PAGE = 16
const LARGEST_PAGE = 512

export const NO_LAG: Lag = { events: 0, more: false, seconds: 0 }

type Seen = { readonly position: Position; readonly occurredAt: number }

/**
 * Measures lags in events. Positions cannot tell: in EventStoreDB they count bytes. Position and
 * time of the newest events are remembered, so that each event is read once. While every projection
 * is at the head, none is read.
 *
 * @returns a function that answers the lags of positions; it throws what the store throws
 */
export function createLagMeter({
  store,
  clock,
  counted = LAG_COUNTED,
}: {
  readonly store: EventStore
  readonly clock: Clock
  readonly counted?: number
}) {
  /** Every event after `floor`, oldest first, as of the last reading. */
  let tail: readonly Seen[] = []
  let floor: Position | null = null
  let looking: Promise<unknown> = Promise.resolve()

  /**
   * Reads the newest events before one position and after another.
   *
   * @param before exclusive; null begins at the head
   * @returns the events, oldest first, and the position after which none is missing
   */
  async function lookBack(
    before: Position | null,
    after: Position,
    limit: number,
  ): Promise<{ readonly events: readonly Seen[]; readonly floor: Position }> {
    const found: Seen[] = []
    for (
      let from = before, page = FIRST_PAGE;
      from !== START;
      page = Math.min(LARGEST_PAGE, page * 4)
    ) {
      const { events, next } = await store.readAllBackwards(from, {
        limit: Math.min(page, limit + 1 - found.length),
      })
      for (const { position, meta } of events) {
        if (position <= after) return { events: found.reverse(), floor: after }
        if (found.length === limit) return { events: found.reverse(), floor: position }
        found.push({ position, occurredAt: meta.occurredAt })
      }
      from = next
    }
    return { events: found.reverse(), floor: START }
  }

  /**
   * Extends the tail forwards to the head, and backwards to `least` or to as many events as are
   * counted.
   */
  async function look(least: Position, head: Position): Promise<void> {
    const top = tail.at(-1)?.position ?? floor
    if (top === null || top < head) {
      const newer = await lookBack(null, top ?? least, counted)
      if (top !== null && newer.floor === top) tail = [...tail, ...newer.events]
      else [tail, floor] = [newer.events, newer.floor]
    }
    if (floor !== null && floor > least && tail.length < counted) {
      const older = await lookBack(tail[0]?.position ?? null, least, counted - tail.length)
      tail = [...older.events, ...tail]
      floor = older.floor
    }
    const dropped = tail[tail.length - counted - 1]
    if (dropped) [tail, floor] = [tail.slice(-counted), dropped.position]
  }

  async function lagOf(place: Position): Promise<Lag> {
    const now = clock.now()
    const ageOf = (occurredAt: number | undefined): number =>
      occurredAt === undefined ? 0 : Math.max(0, now - occurredAt) / 1_000
    if (floor !== null && place >= floor) {
      const first = tail.findLastIndex(({ position }) => position <= place) + 1
      return { events: tail.length - first, more: false, seconds: ageOf(tail[first]?.occurredAt) }
    }
    const events = tail.length
    const [oldest] = (await store.readAll(place, { limit: 1 })).events
    return { events, more: true, seconds: ageOf(oldest?.meta.occurredAt) }
  }

  return async (
    places: readonly Position[],
    head: Position,
  ): Promise<ReadonlyMap<Position, Lag>> => {
    const behind = [...new Set(places)].filter((place) => place < head)
    if (behind.length > 0) {
      const least = behind.reduce((a, b) => (a < b ? a : b))
      // One reading at a time, because they share the tail.
      const mine = looking.then(() => look(least, head))
      looking = mine.catch(() => {})
      await mine
    }
    const lags = await Promise.all(
      behind.map(async (place) => [place, await lagOf(place)] as const),
    )
    return new Map([...places.map((place) => [place, NO_LAG] as const), ...lags])
  }
}
