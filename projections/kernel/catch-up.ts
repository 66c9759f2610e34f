import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Position, RecordedEvent } from '#domain/kernel/event.ts'
import type { JobOutcome, JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'
import type { Doc, ProjectionFailure, ReadStore } from '#domain/kernel/ports/read-store.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { createBatchWriter } from './batch-writer.ts'
import { type Checkpoints, createCheckpoints } from './checkpoints.ts'
import { createClaims } from './claims.ts'
import { createMarker } from './marker.ts'
import { createLagMeter, type Lag, NO_LAG } from './lag.ts'
import { type Editions, noEditions } from './editions.ts'
import { collectionName, type Projection, type ProjectionRef, typesOf } from './projection.ts'
import type { ProjectionRun, Runner, Target } from './projection-run.ts'
import { createReached } from './reached.ts'
import { type Changed, liveDocuments, type ReadModel, type ReadModels } from './read-models.ts'
import { ownServing, type Serving, sharedServing } from './serving.ts'

/** Group of older editions in a store of one process. */
const FOLLOWED = 'followed'
/** Queue topic whose keys are the projector's groups. */
export const PROJECT = 'project'
/** Events read at once while following the log: few, so that other groups get their turn. */
const FOLLOWING = 500
/**
 * Events read at once while far behind: more, but few enough to leave memory before they cost a
 * garbage collection.
 */
const FAR_BEHIND = 1_000
/**
 * Documents folded before they are written: far behind, each is written once for all its events in
 * between.
 */
const DOCUMENTS = 5_000
/** After this long a call ends, so that other jobs of the queue get their turn. */
const SLICE_MS = 2_000
/** A process that hung may still write this long after; until then tombstones are kept. */
const PURGE_AFTER_MS = HOUR_MS

/**
 * `building`: not yet caught up since it began. `stopped`: an event cannot be folded, see
 * `failure`.
 */
export type ProjectionStatus = {
  readonly name: string
  readonly version: number
  readonly state: 'building' | 'live' | 'stopped'
  /** Whether an older edition in this process's own store answers queries meanwhile. */
  readonly replaces: boolean
  readonly position: Position
  readonly lag: Lag
  readonly failure: ProjectionFailure | null
}

export interface Projector {
  readonly readModels: ReadModels
  readonly groups: readonly string[]
  /** The groups that fold events of one of these types. */
  groupsOf(types: ReadonlySet<string>): ReadonlySet<string>
  /**
   * Brings a group's projections to the head of the log, or as far as its time slice goes.
   *
   * @throws what the stores throw
   */
  catchUp(group: string, signal?: AbortSignal): Promise<JobOutcome>
  status(): Promise<{ readonly head: Position; readonly projections: readonly ProjectionStatus[] }>
  /**
   * Lets a projection that stands still be tried again at once, in this process and in any other.
   */
  retry(name: string): Promise<void>
  /** Purges tombstones that no other process can miss any more. Call it now and then. */
  tidy(): Promise<void>
}

export type ProjectorOptions = {
  readonly store: EventStore
  readonly readStore: ReadStore
  readonly queue: Pick<JobQueue, 'wake'>
  readonly clock: Clock
  readonly log: Log
  readonly projections: readonly Projection[]
  /** Projections of one group share a reader of the log and a job; all of them when absent. */
  readonly groupOf?: (projection: Projection) => string
  /**
   * Projections to rebuild beside what serves, by name: the generation each is built as. The others
   * are left to other projectors.
   */
  readonly rebuild?: ReadonlyMap<string, number>
  /** The read models that a store of this process alone holds; none when absent. */
  readonly editions?: Editions
  /**
   * Events read at once at most; documents folded before they are written, which all that one page
   * touches may exceed.
   */
  readonly batch?: {
    readonly following: number
    readonly farBehind: number
    readonly documents: number
  }
  readonly metrics?: Metrics
}

/**
 * The catch-up engine: checkpoint → read and fold in memory, page by page → compare-and-set each
 * document → compare-and-set the checkpoint.
 *
 * The result is right when passes run twice, late or at once. An event that is already in a
 * document is passed over by its position. A document that another process changed is not
 * overwritten. Documents are written before the checkpoint, so that work that was cut short is done
 * again.
 */
export function createProjector({
  store,
  readStore,
  queue,
  clock,
  log,
  projections,
  groupOf = () => 'all',
  rebuild = new Map(),
  editions = noEditions(),
  batch: sizes = { following: FOLLOWING, farBehind: FAR_BEHIND, documents: DOCUMENTS },
  metrics = unmeasured,
}: ProjectorOptions): Projector {
  const listeners = new Set<(changed: Changed) => void>()
  const checkpoints = createCheckpoints({ readStore, clock })
  const serving = readStore.sharing
    ? sharedServing({ readStore, sharing: readStore.sharing, clock, log, checkpoints, rebuild })
    : ownServing({ readStore, editions, log })
  const lagsOf = createLagMeter({ store, clock })
  const runners: readonly Runner[] = projections.map((projection) => ({
    projection,
    group: groupOf(projection),
    base: collectionName(projection),
    target: serving.firstTarget(projection, rebuild.get(projection.name)),
  }))
  const followers = followersOf(projections, serving)
  const registered = new Set(runners.map(({ base }) => base))
  const all = [...runners, ...followers]
  const groups = [...new Set(all.map(({ group }) => group))]

  const readersOf = readersByGroup(all)
  const settled = settledGroups(store, readStore.sharing === null)
  const wake = (group: string): void => {
    queue
      .wake(PROJECT, group)
      .catch((error: unknown) =>
        log.warn({ err: error, group }, 'The projector could not be woken'),
      )
  }
  readStore.onUndone?.(() => {
    checkpoints.forgetSeen()
    settled.forget()
    groups.forEach(wake)
  })
  const wakeAll = (wanted: readonly ProjectionRef[]): void => {
    const names = new Set(wanted.map(({ name }) => name))
    const chosen = runners.filter(({ projection }) => names.has(projection.name))
    for (const group of new Set(chosen.map((runner) => runner.group))) wake(group)
  }

  // A rebuild is the work of one process.
  const sharing = rebuild.size === 0 ? readStore.sharing : null
  const marker = createMarker({ marks: sharing?.marks ?? null, clock })
  const claims = createClaims({ claims: sharing?.claims ?? null, clock, checkpoints, wake })
  const writer = createBatchWriter({
    readStore,
    clock,
    log,
    metrics,
    checkpoints,
    serving,
    onWritten: (changed) => {
      for (const listener of listeners) listener(changed)
    },
  })

  /** One read of the log for all projections that have read as far. */
  async function round(
    group: string,
    cohort: readonly ProjectionRun[],
    from: Position,
    limit: number,
  ): Promise<void> {
    const { readers, types } = readersOf(group)
    const slice = await store.readAll(from, { limit, types })
    marker.saw(slice.events.at(-1))
    const shares = new Map<Runner, RecordedEvent[]>(cohort.map(({ runner }) => [runner, []]))
    for (const event of slice.events)
      for (const runner of readers.get(event.type) ?? []) shares.get(runner)?.push(event)
    await Promise.all(
      cohort.map(async (run) => {
        const poison = await writer.fold(run, shares.get(run.runner) ?? NOTHING, slice.next)
        if (poison || slice.atHead || (run.folded?.batch.size ?? 0) >= sizes.documents)
          await writer.write(run, poison)
        if (!slice.atHead || run.state === 'stopped' || run.position < slice.next) return
        run.state = 'at head'
        await serving.serve(run.runner, run.target)
      }),
    )
  }

  async function catchUp(group: string, signal?: AbortSignal): Promise<JobOutcome> {
    if (await settled.isStill(group)) return 'done'
    const startedAt = clock.now()
    const runs = await Promise.all(
      all
        .filter((runner) => runner.group === group && runner.isReplaced?.() !== true)
        .map(async (runner) =>
          checkpoints.openRun(runner, await serving.targetOf(runner), startedAt),
        ),
    )
    const behind = () =>
      runs.filter(({ state, runner }) => state === 'behind' && runner.isReplaced?.() !== true)
    try {
      // The group was far behind a moment ago. A page that is read and folded for nothing would
      // delay others.
      if (claims.isRevisited(group)) await Promise.all(behind().map(claims.claim))
      for (let limit = sizes.following; ; limit = sizes.farBehind) {
        for (const [position, cohort] of cohortsOf(behind()))
          await round(group, cohort, position, limit)
        await Promise.all(behind().map(claims.claim))
        if (behind().length === 0) break
        if (signal?.aborted || clock.now() - startedAt >= SLICE_MS) {
          await Promise.all(runs.map((run) => writer.write(run, null)))
          runs.forEach(checkpoints.remember)
          return 'more'
        }
        await nextTurn()
      }
    } finally {
      await claims.release(group, runs)
    }
    runs.forEach(checkpoints.remember)
    await marker.keep()
    if (runs.some(({ state }) => state === 'left')) claims.revisit(group)
    settled.note(group, runs)
    return 'done'
  }

  const readModels: ReadModels = {
    async of<D extends Doc>(projection: Projection<D>): Promise<ReadModel<D>> {
      if (!registered.has(collectionName(projection)))
        throw new Error(`The read model ${projection.name} is not listed in projections/all.ts`)
      const key = await serving.servingKey(projection)
      if (readStore.sharing || !editions.isReplacing(projection))
        return liveDocuments(readStore.collection<D>(key))
      return latest(() => liveDocuments(readStore.collection<D>(editions.of(projection).serving)))
    },
    reached: createReached({
      log,
      checkpoints,
      awaitedKey: serving.awaitedKey,
      polled: readStore.sharing !== null,
      wake: wakeAll,
    }),
    async stopped(wanted) {
      const keys = await Promise.all(wanted.map(serving.awaitedKey))
      return (await Promise.all(keys.map(checkpoints.isStopped))).includes(true)
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  return {
    readModels,
    groups,
    groupsOf: (types) =>
      new Set(groups.filter((group) => !readersOf(group).types.isDisjointFrom(types))),
    catchUp,
    async status() {
      const head = await store.head()
      const found = await Promise.all(
        runners.map(async (runner) => {
          const target = await serving.targetOf(runner)
          const { position, failure } = await checkpoints.load(target.key)
          const live = target.serving || (await serving.isServedElsewhere(runner, target))
          return { projection: runner.projection, position, failure, live }
        }),
      )
      const lags = await lagsOf(
        found.map(({ position }) => position),
        head,
      )
      return {
        head,
        projections: found.map(({ projection: { name, version }, position, failure, live }) => {
          const state = failure ? 'stopped' : live ? 'live' : 'building'
          const replaces = readStore.sharing === null && editions.isReplacing({ name, version })
          const lag = lags.get(position) ?? NO_LAG
          return { name, version, state, replaces, position, lag, failure }
        }),
      }
    },
    async retry(name) {
      for (const runner of runners) {
        if (runner.projection.name !== name) continue
        const { key } = await serving.targetOf(runner)
        const { failure } = await checkpoints.load(key)
        if (failure) await readStore.checkpoints.fail(key, { ...failure, nextTryAt: 0 })
      }
    },
    async tidy() {
      for (const key of editions.takeReplaced()) await readStore.collection(key).drop()
      for (const { target } of runners) await purge(target, checkpoints, clock.now())
    },
  }
}

/** Purges a collection's tombstones once no process can miss them. */
async function purge(target: Target, checkpoints: Checkpoints, now: number): Promise<void> {
  if (target.tidied && now - target.tidied.at < PURGE_AFTER_MS) return
  const { position } = await checkpoints.load(target.key)
  if (target.tidied) await target.collection.purge(target.tidied.position)
  target.tidied = { position, at: now }
}

const NOTHING: readonly RecordedEvent[] = []

/** Projections of a group by the types that they read, and all of these types. */
function readersByGroup(all: readonly Runner[]) {
  const groups = new Map(
    [...Map.groupBy(all, ({ group }) => group)].map(([group, runners]) => {
      const pairs = runners.flatMap((runner) =>
        typesOf(runner.projection).map((type) => ({ type, runner })),
      )
      const readers = new Map(
        [...Map.groupBy(pairs, ({ type }) => type)].map(([type, some]) => [
          type,
          some.map(({ runner }) => runner),
        ]),
      )
      return [group, { readers, types: new Set(readers.keys()) }]
    }),
  )
  const none = { readers: new Map<string, Runner[]>(), types: new Set<string>() }
  return (group: string) => groups.get(group) ?? none
}

/** Groups that have read the whole log, and its head then. Another process may move a server's. */
function settledGroups(store: Pick<EventStore, 'head'>, isOwn: boolean) {
  const heads = new Map<string, Position>()
  return {
    forget: () => heads.clear(),
    async isStill(group: string): Promise<boolean> {
      const head = heads.get(group)
      return head !== undefined && head === (await store.head())
    },
    note(group: string, runs: readonly ProjectionRun[]): void {
      const [first] = runs
      const isAtHead = runs.every(
        ({ state, position }) => state === 'at head' && position === first?.position,
      )
      if (isOwn && first !== undefined && isAtHead) heads.set(group, first.position)
      else heads.delete(group)
    },
  }
}

/** Older editions, which stay up to date while their successors are folded. */
const followersOf = (
  projections: readonly Projection[],
  serving: Pick<Serving, 'followed'>,
): readonly Runner[] =>
  projections.flatMap((projection) => {
    const followed = serving.followed(projection)
    return followed === null
      ? []
      : [{ projection, group: FOLLOWED, base: collectionName(projection), ...followed }]
  })

/** A read model whose collection may be replaced between two calls. */
const latest = <D extends Doc>(now: () => ReadModel<D>): ReadModel<D> => ({
  get: (id) => now().get(id),
  load: (ids) => now().load(ids),
  find: (query: Parameters<ReadModel<D>['find']>[0]) => now().find(query),
  count: (filter) => now().count(filter),
  sum: (filter, spec) => now().sum(filter, spec),
})

/**
 * Projections by the position that they have read; those that follow the log come before those that
 * are being rebuilt.
 */
function cohortsOf(
  runs: readonly ProjectionRun[],
): readonly (readonly [Position, readonly ProjectionRun[]])[] {
  return [...Map.groupBy(runs, ({ read }) => read)].sort(([a], [b]) => (a > b ? -1 : 1))
}
