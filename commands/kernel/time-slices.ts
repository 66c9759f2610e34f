import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest work between two turns of the event loop. @unit milliseconds */
const SLICE_MS = 5

/**
 * Long work in slices of time, with turns of the event loop between them. Requests of others wait
 * for one slice only.
 *
 * @param milliseconds a clock that never goes back
 * @returns takes a turn once the slice is used up; call it between small pieces of the work
 */
export function timeSlices(milliseconds = () => performance.now()): () => Promise<void> | void {
  let end = milliseconds() + SLICE_MS
  return () => {
    if (milliseconds() < end) return
    return nextTurn().then(() => void (end = milliseconds() + SLICE_MS))
  }
}
