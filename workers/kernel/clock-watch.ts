import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'

const LOOK_MS = 30_000
/** Larger differences are told: a clock that is set by the network moves by less. */
const JUMP_MS = 60_000

/**
 * Tells of a clock that jumps, by which days and due dates are decided. A machine that slept is told
 * too.
 *
 * @param elapsed milliseconds that no clock sets
 * @returns ends it
 */
export function watchClock(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  elapsed: () => number = () => performance.now(),
): () => void {
  let before = { told: clock.now(), passed: elapsed() }
  const looking = setInterval(() => {
    const now = { told: clock.now(), passed: elapsed() }
    const jumpMs = now.told - before.told - (now.passed - before.passed)
    before = now
    if (Math.abs(jumpMs) >= JUMP_MS)
      log.warn(
        { seconds: Math.round(jumpMs / 1_000), now: new Date(now.told).toISOString() },
        'The clock of this machine jumped, or the machine slept',
      )
  }, LOOK_MS).unref()
  return () => clearInterval(looking)
}

/** Tells of a log whose newest event is later than the clock: one of them is wrong. */
export async function compareClock(
  store: Pick<EventStore, 'readAllBackwards'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<void> {
  const newest = (await store.readAllBackwards(null, { limit: 1 })).events[0]?.meta.occurredAt
  const now = clock.now()
  if (newest !== undefined && newest - now >= JUMP_MS)
    log.warn(
      { newest: new Date(newest).toISOString(), now: new Date(now).toISOString() },
      'The clock of this machine stands before the newest event of the log',
    )
}
