import { setTimeout as pause } from 'node:timers/promises'

/**
 * Pieces of work begin one by one, in the order of the calls, so far apart at least. Requests are
 * answered in between.
 *
 * @param everyMs from one beginning to the next
 * @param milliseconds a clock that never goes back
 * @returns resolves when the piece may begin; rejects when the signal aborts before
 */
export function createPace(
  everyMs: number,
  {
    milliseconds = () => performance.now(),
    wait = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal }),
  } = {},
): (signal: AbortSignal) => Promise<void> {
  let free = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = milliseconds()
    const begins = Math.max(now, free)
    free = begins + everyMs
    if (begins > now) await wait(begins - now, signal)
  }
}
