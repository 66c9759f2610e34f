import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { PROJECT, type Projector } from '#projections/kernel/catch-up.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { followLog } from './log-follower.ts'
import { failingWork } from '#projections/operations/work.ts'
import { WORK, type ReactorRunner } from './reactor.ts'

const TIDY = 'tidy'
const SWEEP_MS = 5_000
/** A start's first requests come before work without a user. */
const FIRST_WORK_MS = 1_000
const TIDY_MS = 600_000
const SEAL = 'seal'
const SEAL_MS = HOUR_MS
const FIRST_SEAL_MS = 60_000
const SCRUB = 'scrub'
const SCRUB_MS = HOUR_MS
const RUNS = 'runs'
const RUNS_MS = 600_000

/** Every topic, for the screen that shows the queues. */
export const TOPICS: readonly string[] = [PROJECT, WORK, TIDY, SEAL, SCRUB, RUNS]

type Unattended = {
  readonly work: ReactorRunner
  /** Seals the events since the last seal. */
  readonly seal: () => Promise<unknown>
  /** Reads some of the documents, to find damage. */
  readonly scrub: (signal: AbortSignal) => Promise<unknown>
  /** Asks for the runs of tools that are due by their schedules. */
  readonly requestRuns: () => Promise<unknown>
}

export type WorkersOptions = {
  readonly store: EventStore
  readonly queue: JobQueue
  readonly projector: Projector
  /** Keeps the file of the read models in order. Called regularly. */
  readonly keep?: () => Promise<unknown>
  /**
   * Work without a user. Null where other processes do it, and this one only keeps its own read
   * models up to date.
   */
  readonly unattended: Unattended | null
  readonly log: Log
  /** Interval after which lost wakes are repeated and timers are checked. @unit milliseconds */
  readonly sweepMs?: number
  /** Time from the start to a look at all pending work. @unit milliseconds */
  readonly firstWorkMs?: number
  /**
   * Time from the start to the first seal; then the log is sealed every hour. @unit milliseconds
   */
  readonly firstSealMs?: number
}

export type Workers = {
  /** Stops running work and takes no new work. The stores and the queue stay open. */
  stop(): Promise<void>
}

/**
 * Brings the read models of this process to the head of the log, one group after another.
 *
 * @param wanted the groups; all when absent
 * @throws errors of the stores
 */
export async function catchUpAll(
  projector: Projector,
  signal?: AbortSignal,
  wanted: (group: string) => boolean = () => true,
): Promise<void> {
  for (const group of projector.groups.filter(wanted))
    while ((await projector.catchUp(group, signal)) === 'more') signal?.throwIfAborted()
}

/**
 * Keeps every read model at the head of the log and performs pending work.
 *
 * @returns once it listens; older events are then being folded
 */
export async function startWorkers({
  store,
  queue,
  projector,
  keep,
  unattended,
  log,
  sweepMs = SWEEP_MS,
  firstWorkMs = FIRST_WORK_MS,
  firstSealMs = FIRST_SEAL_MS,
}: WorkersOptions): Promise<Workers> {
  const ring = (topic: string, key: string): void => {
    queue
      .wake(topic, key)
      .catch((error: unknown) =>
        log.warn({ err: error, topic, key }, 'A job could not be woken; the sweep will'),
      )
  }
  const tidy = async () => {
    await projector.tidy()
    await keep?.()
    return 'done' as const
  }
  const lists = unattended?.work.lists ?? []
  const stops = [
    followLog({ store, projector, ring: (group) => ring(PROJECT, group), log }),
    projector.readModels.onChanged(({ projection }) => {
      if (lists.includes(projection)) ring(WORK, projection)
      // Another process may have been asked to have this one's failed work tried again.
      if (projection === failingWork.name) for (const list of lists) ring(WORK, list)
    }),
  ]
  const consumers = await Promise.all([
    queue.consume(PROJECT, (group, signal) => projector.catchUp(group, signal), {
      concurrency: projector.groups.length,
    }),
    queue.consume(TIDY, tidy, { concurrency: 1 }),
    ...(unattended === null
      ? []
      : [
          queue.consume(WORK, (list, signal) => unattended.work.perform(list, signal), {
            concurrency: Math.max(1, lists.length),
          }),
          queue.consume(SEAL, () => unattended.seal().then(() => 'done'), { concurrency: 1 }),
          queue.consume(SCRUB, (_, signal) => unattended.scrub(signal).then(() => 'done'), {
            concurrency: 1,
          }),
          queue.consume(RUNS, () => unattended.requestRuns().then(() => 'done'), {
            concurrency: 1,
          }),
        ]),
  ])
  const bells = [
    ...projector.groups.map((group) => [PROJECT, group] as const),
    ...lists.map((list) => [WORK, list] as const),
  ]
  // Woken once now: for events written while the consumers started.
  for (const group of projector.groups) ring(PROJECT, group)
  const firstWork = setTimeout(() => {
    for (const list of lists) ring(WORK, list)
  }, firstWorkMs).unref()
  // For processes that never run for an hour. Not at once: a log that was never sealed would be
  // read while the first requests arrive.
  const firstCare =
    unattended === null
      ? undefined
      : setTimeout(() => {
          ring(SEAL, SEAL)
          ring(SCRUB, SCRUB)
        }, firstSealMs).unref()
  // The sweep wakes the keys itself: if it went through a wake, the queue could lose that one too.
  await Promise.all([
    ...bells.map(([topic, key]) => queue.schedule(topic, key, sweepMs)),
    queue.schedule(TIDY, TIDY, TIDY_MS),
    ...(unattended === null
      ? []
      : [
          queue.schedule(SEAL, SEAL, SEAL_MS),
          queue.schedule(SCRUB, SCRUB, SCRUB_MS),
          queue.schedule(RUNS, RUNS, RUNS_MS),
        ]),
  ])

  return {
    async stop() {
      clearTimeout(firstWork)
      clearTimeout(firstCare)
      for (const stop of stops) stop()
      await Promise.all(consumers.map((stop) => stop()))
    },
  }
}
