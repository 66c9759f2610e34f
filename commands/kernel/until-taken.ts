import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { AppendOutcomeUnknown, StaleRevision } from '#domain/kernel/ports/event-store.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'

const RETRIES = 5
const PAUSE_MS = 5

/**
 * Decides again until the append succeeds.
 *
 * @param random 0 to 1, for the pauses between tries
 */
export const untilTaken =
  (random: () => number, metrics: Pick<Metrics, 'commandRetried'>) =>
  async <T>(id: string, attempt: () => Promise<T>): Promise<T> => {
    let unknown: AppendOutcomeUnknown | undefined
    for (let tried = 0; ; tried++) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof AppendOutcomeUnknown) unknown = error
        else if (!(error instanceof StaleRevision))
          throw unknown && !(error instanceof Refusal) ? unknown : error
        if (tried === RETRIES) throw unknown ?? refusal('CONFLICT', { id })
        metrics.commandRetried(error instanceof StaleRevision ? 'stale' : 'unknown')
      }
      await pause(random() * PAUSE_MS * 2 ** tried)
    }
  }
