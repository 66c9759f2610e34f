import { type Appended, StaleRevision, type EventStore } from '#domain/kernel/ports/event-store.ts'
import { positionOf, START, type NewEvent, type RecordedEvent } from '#domain/kernel/event.ts'

export type EventLog = EventStore & {
  /** Commits events as they are, but for their position. */
  add(...more: readonly RecordedEvent[]): void
}

/**
 * A log in memory for tests of the read side: what an event store promises, without disk, hashes or
 * idempotence.
 */
export function eventLog(events: readonly RecordedEvent[] = []): EventLog {
  const log = [...events]
  const watchers = new Set<(upTo: string) => void>()
  const head = () => log.at(-1)?.position ?? START
  const grown = () => {
    for (const watcher of watchers) watcher(head())
  }
  const streamOf = (stream: string) => log.filter((event) => event.stream === stream)
  return {
    add(...more) {
      for (const event of more) log.push({ ...event, position: positionOf(log.length + 1) })
      grown()
    },
    async append(stream, expected, added: readonly NewEvent[]) {
      const revision = streamOf(stream).length - 1
      if (revision !== expected) throw new StaleRevision(stream, expected, revision)
      added.forEach((event, i) =>
        log.push({
          ...event,
          stream,
          revision: revision + 1 + i,
          position: positionOf(log.length + 1),
        }),
      )
      grown()
      return { revision: revision + added.length, position: head(), replayed: false }
    },
    async appendAll(appends) {
      for (const { stream, expected } of appends) {
        const revision = streamOf(stream).length - 1
        if (revision !== expected) throw new StaleRevision(stream, expected, revision)
      }
      const appended: Appended[] = []
      // By the append that a test may have put in its place.
      for (const { stream, expected, events: added } of appends)
        appended.push(await this.append(stream, expected, added))
      return appended
    },
    async readStream(
      stream,
      { from = 0, limit = Number.POSITIVE_INFINITY, direction = 'forwards' } = {},
    ) {
      const all = streamOf(stream)
      const slice =
        direction === 'forwards' ? all.filter((event) => event.revision >= from) : all.toReversed()
      return { events: slice.slice(0, limit), revision: all.length - 1 }
    },
    async readAll(after, { limit }) {
      // Positions count from 1 without gaps.
      const from = Number(after)
      const slice = log.slice(from, from + limit)
      return {
        events: slice,
        next: slice.at(-1)?.position ?? after,
        atHead: from + slice.length >= log.length,
      }
    },
    async readAllBackwards(before, { limit }) {
      const to = before === null ? log.length : Number(before) - 1
      const slice = log.slice(Math.max(0, to - limit), Math.max(0, to)).toReversed()
      return { events: slice, next: slice.at(-1)?.position ?? START }
    },
    watch(onGrown) {
      watchers.add(onGrown)
      return () => watchers.delete(onGrown)
    },
    async head() {
      return head()
    },
    async close() {},
  }
}
