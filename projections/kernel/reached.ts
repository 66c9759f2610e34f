import type { Log } from '#domain/kernel/ports/log.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { ProjectionRef } from './projection.ts'
import type { ReadModels } from './read-models.ts'

/** A checkpoint that another process moves is read again soon, then ever less often. */
const FIRST_POLL_MS = 3
const LONGEST_POLL_MS = 25

/**
 * Readers that wait until read models have reached a position.
 *
 * @param polled whether other processes move the checkpoints, which are then read again and again
 * @param wake asks for the projections to be brought up to date
 */
export function createReached({
  log,
  checkpoints,
  awaitedKey,
  polled,
  wake,
}: {
  readonly log: Log
  readonly checkpoints: Checkpoints
  readonly awaitedKey: (projection: ProjectionRef) => Promise<string>
  readonly polled: boolean
  readonly wake: (projections: readonly ProjectionRef[]) => void
}): ReadModels['reached'] {
  return async (projections, position, timeoutMs) => {
    const keys = await Promise.all(projections.map(awaitedKey))
    const behind = () => keys.filter((key) => checkpoints.positionOf(key) < position)
    const refresh = () => Promise.all(behind().map(checkpoints.load))
    if (behind().length === 0) return true
    await refresh()
    if (behind().length === 0) return true
    // The message that woke the workers may have been lost; waking them once more costs nothing.
    wake(projections)
    return waitUntil(() => behind().length === 0, refresh, timeoutMs)
  }

  function waitUntil(
    isReached: () => boolean,
    refresh: () => Promise<unknown>,
    timeoutMs: number,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      let poll: NodeJS.Timeout | undefined
      let waiting = true
      const finish = (reached: boolean) => {
        waiting = false
        clearTimeout(timeout)
        clearTimeout(poll)
        unsubscribe()
        resolve(reached)
      }
      const check = () => {
        if (isReached()) finish(true)
      }
      const timeout = setTimeout(() => finish(isReached()), timeoutMs)
      const unsubscribe = checkpoints.onReached(check)
      const pollIn = (afterMs: number): void => {
        poll = setTimeout(() => {
          refresh()
            .then(check, (error: unknown) =>
              log.warn({ err: error }, 'A checkpoint could not be read'),
            )
            .finally(() => waiting && pollIn(Math.min(LONGEST_POLL_MS, afterMs * 1.5)))
        }, afterMs)
      }
      if (polled) pollIn(FIRST_POLL_MS)
    })
  }
}
