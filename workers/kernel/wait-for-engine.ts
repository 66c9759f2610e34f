import { type Backoff, waitAfter } from '#domain/kernel/backoff.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'

const PAUSES: Backoff = { firstMs: 250, longestMs: 5_000 }

/** Retries work that needs an engine for as long as that engine is away. */
export type EngineWait = {
  /**
   * @param engine its name in the log and in the health answer
   * @param work repeated from its beginning until the engine answers
   * @throws errors other than an engine's absence; the signal's reason once it is aborted
   */
  readonly retryWhileAway: <T>(engine: string, work: () => Promise<T>) => Promise<T>
  /** Names of the engines that are being waited for. */
  readonly waitingFor: () => readonly string[]
}

export const isEngineAway = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || error instanceof AppendOutcomeUnknown

/** @param signal ends every wait */
export function createEngineWait({
  log,
  signal,
}: {
  readonly log: Log
  readonly signal: AbortSignal
}): EngineWait {
  const waiting = new Set<string>()
  return {
    async retryWhileAway(engine, work) {
      const since = performance.now()
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted()
        try {
          const done = await work()
          if (waiting.delete(engine))
            log.info(
              { engine, seconds: Math.round((performance.now() - since) / 1_000) },
              'An engine that was waited for is there',
            )
          return done
        } catch (error) {
          if (!isEngineAway(error)) throw error
          waiting.add(engine)
          const pauseMs = waitAfter(tries, PAUSES)
          log.warn(
            { engine, reason: error.message, pauseMs },
            'An engine is away: the start waits for it',
          )
          await pause(pauseMs, undefined, { signal })
        }
      }
    },
    waitingFor: () => [...waiting],
  }
}
