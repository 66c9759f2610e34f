import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  StaleRevision,
  StoreUnavailable,
  type StreamAppend,
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
  /** An append of several streams takes one time, and counts each stream. */
  async function measured(
    appends: readonly StreamAppend[],
    act: () => Promise<readonly Appended[]>,
  ): Promise<readonly Appended[]> {
    const elapsed = metrics.stopwatch()
    try {
      const appended = await act()
      for (const [i, { events }] of appends.entries())
        metrics.appended(
          appended[i]?.replayed ? 'replayed' : 'written',
          events.length,
          elapsed(),
          events[0]?.meta.owner,
        )
      return appended
    } catch (error) {
      for (const { events } of appends) metrics.appended(outcomeOf(error), events.length, elapsed())
      throw error
    }
  }
  return {
    async append(stream, expected, events) {
      const [appended] = await measured([{ stream, expected, events }], async () => [
        await store.append(stream, expected, events),
      ])
      return appended as Appended // one answer for one stream
    },
    appendAll: (appends) => measured(appends, () => store.appendAll(appends)),
    readStream: (stream, options) => store.readStream(stream, options),
    readAll: (after, options) => store.readAll(after, options),
    readAllBackwards: (before, options) => store.readAllBackwards(before, options),
    watch: (onGrown) => store.watch(onGrown),
    head: () => store.head(),
    close: () => store.close(),
  }
}
