import { type Backoff, waitAfter } from '#domain/kernel/backoff.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/event-store.ts'
import type { Log } from '#domain/kernel/log.ts'

const PAUSES: Backoff = { firstMs: 250, longestMs: 5_000 }

/** Gets done what needs an engine, however long that engine is away. */
export type EngineWait = {
  /**
   * @param engine as the log and the health answer name it
   * @param work done again from its beginning until the engine answers
   * @throws what is no engine's absence; the signal's reason once it is aborted
   */
  readonly retryWhileAway: <T>(engine: string, work: () => Promise<T>) => Promise<T>
  /** What is waited for at this moment. */
  readonly waitingFor: () => readonly string[]
}

const isAway = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || error instanceof AppendOutcomeUnknown

/** @param signal ends every wait */
export function createEngineWait({ log, signal }: { readonly log: Log; readonly signal: AbortSignal }): EngineWait {
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
          if (!isAway(error)) throw error
          waiting.add(engine)
          const pauseMs = waitAfter(tries, PAUSES)
          log.warn({ engine, reason: error.message, pauseMs }, 'An engine is away: the start waits for it')
          await pause(pauseMs, undefined, { signal })
        }
      }
    },
    waitingFor: () => [...waiting],
  }
}
