import { type Backoff, RETRIES, waitAfter } from '#domain/kernel/backoff.ts'
import { isEngineAway } from '#workers/kernel/wait-for-engine.ts'

/** An engine may be back at any moment, so waiting work tries often. */
const ENGINE_AWAY: Backoff = { ...RETRIES, longestMs: 4_000 }

/**
 * Wait of a failed job before its next ring.
 *
 * @param failures one after another, from 1
 * @unit milliseconds
 */
export const retryWait = (failures: number, error: unknown): number =>
  waitAfter(failures, isEngineAway(error) ? ENGINE_AWAY : RETRIES)
