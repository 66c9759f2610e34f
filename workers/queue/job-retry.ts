import { type Backoff, RETRIES, waitAfter } from '#domain/kernel/backoff.ts'
import { isEngineAway } from '#workers/kernel/wait-for-engine.ts'

/**
 * An engine that was away for minutes may be back at any moment: the work that waits for it asks
 * often.
 */
const ENGINE_AWAY: Backoff = { ...RETRIES, longestMs: 4_000 }

/**
 * How long a job that failed waits before it is rung again.
 *
 * @param failures one after another, from 1
 * @unit milliseconds
 */
export const retryWait = (failures: number, error: unknown): number =>
  waitAfter(failures, isEngineAway(error) ? ENGINE_AWAY : RETRIES)
