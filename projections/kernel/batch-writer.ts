import { RETRIES, waitAfter } from '#domain/kernel/backoff.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { START, type Position, type RecordedEvent } from '#domain/kernel/event.ts'
import { FRESH_START } from '#domain/kernel/fresh-start.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import type { Doc, ReadStore, Stored } from '#domain/kernel/ports/read-store.ts'
import type { Checkpoints } from './checkpoints.ts'
import { openBatch, type Poison, stepsOf } from './fold.ts'
import type { Folded, ProjectionRun } from './projection-run.ts'
import type { Changed } from './read-models.ts'
import type { Serving } from './serving.ts'

/**
 * A log line about a batch names the correlation ids of up to this many events: a rebuild has
 * thousands.
 */
const NAMED_EVENTS = 20

/** Documents that a fresh start drops at once. */
const DROPPED_AT_ONCE = 500

/**
 * Folds the events of one projection into documents, and writes them with the checkpoint, each by
 * compare-and-set.
 */
export function createBatchWriter({
  readStore,
  clock,
  log,
  metrics,
  checkpoints,
  serving,
  onWritten,
}: {
  readonly readStore: ReadStore
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly checkpoints: Checkpoints
  readonly serving: Serving
  readonly onWritten: (changed: Changed) => void
}) {
  /**
   * Folds a page of the log. Documents before a fresh start are written first, so that all of them
   * can be dropped.
   *
   * @returns the event that cannot be folded; those before it are folded
   */
  async function fold(
    run: ProjectionRun,
    events: readonly RecordedEvent[],
    next: Position,
  ): Promise<Poison | null> {
    // Most projections have nothing to do with an event.
    if (events.length === 0) {
      if (next > run.read) run.read = next
      return null
    }
    const start = events.findIndex(({ type }) => type === FRESH_START)
    const reset = events[start]
    if (reset === undefined) return foldPage(run, events, next)
    const before = events.slice(0, start)
    const last = before.at(-1)?.position ?? run.read
    const poison = await foldPage(run, before, last)
    if (poison) return poison
    await write(run, null)
    // Another process was faster: the next round begins at its checkpoint.
    if (run.read !== last) return null
    await drop(run, reset)
    return fold(run, events.slice(start + 1), next)
  }

  /** Drops the documents of a fresh start's owner; those of a faster process are newer and stay. */
  async function drop(
    { runner, target }: ProjectionRun,
    { meta: { owner }, position }: RecordedEvent,
  ): Promise<void> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await target.collection.find({
        filter: { where: { owner } },
        limit: DROPPED_AT_ONCE,
        ...(cursor && { cursor }),
      })
      cursor = page.next
      const loaded = await target.collection.load(page.items.map(({ _id }) => _id))
      const older = [...loaded].filter(([, doc]) => doc._pos < position)
      const { conflicts } = await target.collection.apply(
        older.map(([id, doc]) => {
          // A tombstone has no other field.
          const gone = { _id: id, owner, _pos: position, _deleted: true } as Stored<Doc>
          return { id, ifPos: doc._pos, doc: gone }
        }),
      )
      if (conflicts.length > 0) cursor = undefined
    }
    onWritten({ projection: runner.projection.name, position, owners: new Set([owner]) })
  }

  async function foldPage(
    run: ProjectionRun,
    events: readonly RecordedEvent[],
    next: Position,
  ): Promise<Poison | null> {
    const { projection } = run.runner
    const folded = (run.folded ??= {
      batch: openBatch(projection),
      elapsed: metrics.stopwatch(),
      events: 0,
      conversations: new Set(),
      owners: new Set(),
    })
    const { steps, touched, poison: unkeyed } = stepsOf(projection, events)
    const missing = folded.batch.missing(touched)
    if (missing.length > 0) folded.batch.hold(missing, await run.target.collection.load(missing))
    const poison = folded.batch.fold(steps) ?? unkeyed
    const whole = poison ? events.slice(0, events.indexOf(poison.event)) : events
    folded.events += whole.length
    for (const { meta } of whole) {
      folded.owners.add(meta.owner)
      if (folded.events <= NAMED_EVENTS) folded.conversations.add(meta.correlationId)
    }
    const to = poison ? (whole.at(-1)?.position ?? START) : next
    if (to > run.read) run.read = to
    return poison
  }

  /**
   * Writes what is folded, so that it can be read. When another process was faster, nothing counts
   * as written, and the next round begins at its checkpoint.
   */
  async function write(run: ProjectionRun, poison: Poison | null): Promise<void> {
    const { runner, target, folded, position: from, read: to } = run
    if (folded === null && to <= from) return
    run.folded = null
    if (runner.isReplaced?.()) return
    const writes = folded?.batch.writes() ?? []
    const elapsed = () => folded?.elapsed() ?? 0
    // While the collection is empty: over many documents a server may take longer than a request to
    // it may last.
    if (from === START) await serving.ensureIndexes(runner, target)
    const checkpoint = to > from ? { from, to } : undefined
    if (writes.length > 0 || checkpoint !== undefined) {
      const { conflicts, moved } = await target.collection.apply(writes, checkpoint)
      if (conflicts.length > 0) return resync(run, elapsed())
      if (checkpoint !== undefined) {
        if (!moved) return resync(run, elapsed())
        checkpoints.noteReached(target.key, to)
        run.position = to
        if (folded !== null) report(run, folded)
      }
    }
    // Before a failure counts, the checkpoint is read: another process may be further, or have
    // failed before.
    if (poison) return run.recalled ? resync(run, elapsed()) : stop(run, poison)
    if (run.failure)
      log.info(
        { projection: target.key, eventId: run.failure.eventId },
        'A projection that stood still goes on',
      )
    run.failure = null
  }

  function report({ runner, target, position }: ProjectionRun, folded: Folded): void {
    const { events, conversations, owners } = folded
    if (events > 0) {
      metrics.batchFolded(runner.projection.name, 'written', events, folded.elapsed())
      log.debug(
        {
          projection: target.key,
          position,
          events,
          ...(events <= NAMED_EVENTS && { correlationIds: [...conversations] }),
        },
        'A batch was folded',
      )
    }
    if (owners.size > 0) onWritten({ projection: runner.projection.name, position, owners })
  }

  async function resync(run: ProjectionRun, seconds: number): Promise<void> {
    metrics.batchFolded(run.runner.projection.name, 'raced', 0, seconds)
    await checkpoints.refresh(run)
    run.read = run.position
  }

  /**
   * Leaves a projection where it is, before an event that cannot be folded, until it is tried
   * again.
   */
  async function stop(run: ProjectionRun, { event, error }: Poison): Promise<void> {
    const { runner, target, failure } = run
    const tries = failure?.eventId === event.id ? failure.tries + 1 : 1
    const retryMs = waitAfter(tries, RETRIES)
    const message = error instanceof Error ? error.message : String(error)
    metrics.projectionStopped(runner.projection.name)
    log.error(
      {
        err: error,
        projection: target.key,
        eventId: event.id,
        type: event.type,
        stream: event.stream,
        position: event.position,
        correlationId: event.meta.correlationId,
        tries,
        retryMs,
      },
      'A projection cannot fold an event and stands still',
    )
    await readStore.checkpoints.fail(target.key, {
      eventId: event.id,
      position: event.position,
      message,
      tries,
      nextTryAt: clock.now() + retryMs,
    })
    run.state = 'stopped'
    // Older documents are still read.
    await serving.ensureIndexes(runner, target)
  }

  return { fold, write }
}
