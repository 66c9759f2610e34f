import {
  AppendOutcomeUnknown,
  type EventStore,
  StaleRevision,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import type { AppendOutcome, Metrics } from '#domain/kernel/ports/metrics.ts'

const outcomeOf = (error: unknown): AppendOutcome =>
  error instanceof StaleRevision
    ? 'stale'
    : error instanceof AppendOutcomeUnknown
      ? 'unknown'
      : error instanceof StoreUnavailable
        ? 'unavailable'
        : 'failed'

/** The same store, whose appends are counted and timed. */
export function instrumentedStore(store: EventStore, metrics: Metrics): EventStore {
  return {
    async append(stream, expected, events) {
      const elapsed = metrics.stopwatch()
      try {
        const appended = await store.append(stream, expected, events)
        metrics.appended(
          appended.replayed ? 'replayed' : 'written',
          events.length,
          elapsed(),
          events[0]?.meta.owner,
        )
        return appended
      } catch (error) {
        metrics.appended(outcomeOf(error), events.length, elapsed())
        throw error
      }
    },
    readStream: (stream, options) => store.readStream(stream, options),
    readAll: (after, options) => store.readAll(after, options),
    readAllBackwards: (before, options) => store.readAllBackwards(before, options),
    watch: (onGrown) => store.watch(onGrown),
    head: () => store.head(),
    close: () => store.close(),
  }
}
