import { RETRIES, waitAfter } from '#domain/kernel/backoff.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, stillLasts } from '#domain/kernel/clock.ts'
import type { EventStore } from '#domain/kernel/event-store.ts'
import { START, type Position, type RecordedEvent } from '#domain/kernel/event.ts'
import type { JobOutcome, JobQueue } from '#domain/kernel/job-queue.ts'
import type { Log } from '#domain/kernel/log.ts'
import { type Metrics, unmeasured } from '#domain/kernel/metrics.ts'
import type { Checkpoint, Collection, Doc, ProjectionFailure, ReadStore } from '#domain/kernel/read-store.ts'
import { type Batch, openBatch, stepsOf, type Poison } from './fold.ts'
import { createLagMeter, type Lag, NO_LAG } from './lag.ts'
import { collectionName, editionOf, type Projection } from './projection.ts'
import type { Changed, ReadModel, ReadModels } from './read-models.ts'

/** Queue topic whose keys are the projector's groups. */
export const PROJECT = 'project'
/** Events read at once: few while following the log, so that other keys get their turn; more while far behind, yet dead before they grow old in the heap. */
const FOLLOWING = 500
const FAR_BEHIND = 1_000
/** Documents that are folded before they are written: whoever is far behind writes each once for all the events it has in between. */
const DOCUMENTS = 5_000
const SLICE_MS = 2_000
/** A checkpoint that another process moves is looked at soon, then ever less often. */
const FIRST_POLL_MS = 3
const LONGEST_POLL_MS = 25
const ALIAS_MS = 2_000
/** Events whose conversations a batch's line in the log names. */
const TOLD = 20
/** Who is far behind says so for this long, and again while it lasts: one write of many documents may take longer. */
const CLAIM_MS = 5_000
const RENEWED_MS = CLAIM_MS / 4
/** Whoever was told to leave it to another worker looks again so soon: that one may have read its last page before. */
const REVISIT_MS = 500
/** For so long a checkpoint is taken to stand where it was left, by whoever found it there the last time: it spares a question at every command. */
const REMEMBERED_MS = 2_000
/** Groups far behind that one worker is at side by side: one is read and folded while another is written, and the rest is there for whoever is free. */
const SIDE_BY_SIDE = 2
/** How long a worker that was left for dead may still write. */
const GRACE_MS = 3_600_000

/** `building`: not yet caught up since it began. `stopped`: an event cannot be folded, see `failure`. */
export type ProjectionStatus = {
  readonly name: string
  readonly version: number
  readonly state: 'building' | 'live' | 'stopped'
  readonly position: Position
  readonly lag: Lag
  readonly failure: ProjectionFailure | null
}

export interface Projector {
  readonly readModels: ReadModels
  readonly groups: readonly string[]
  /** The groups that fold events of one of these types. */
  groupsOf(types: ReadonlySet<string>): ReadonlySet<string>
  /** Brings a group's projections to the head of the log, or as far as its time slice goes. @throws what the stores throw */
  catchUp(group: string, signal?: AbortSignal): Promise<JobOutcome>
  status(): Promise<{ readonly head: Position; readonly projections: readonly ProjectionStatus[] }>
  /** A projection that stands still tries again at once, here and wherever else it is projected. */
  retry(name: string): Promise<void>
  /** Forgets tombstones nobody can miss any more. Call it now and then. */
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
  /** Projections to rebuild beside what serves, by name: the generation each is built as. The others are left to other projectors. */
  readonly rebuild?: ReadonlyMap<string, number>
  /** Events read at once at most; documents folded before they are written, which all that one page touches may exceed. */
  readonly batch?: { readonly following: number; readonly farBehind: number; readonly documents: number }
  readonly metrics?: Metrics
}

/** A collection that is filled, and its checkpoint. */
type Target = {
  readonly key: string
  readonly collection: Collection<Doc>
  indexed: boolean
  serving: boolean
  tidied: { readonly position: Position; readonly at: number } | null
  /** Where this process left its checkpoint, and whether nobody else had moved it when it was last looked at. */
  remembered: { readonly position: Position; readonly until: number } | null
  uncontended: boolean
}
type Runner = {
  readonly projection: Projection
  readonly group: string
  /** The name that its version's collection goes by, whichever it is. */
  readonly base: string
  target: Target
}
/** What is folded and not written yet. */
type Folded = {
  readonly batch: Batch
  readonly elapsed: () => number
  events: number
  /** Which conversations it answers; left out of a long batch's line in the log, which is a rebuild's. */
  readonly conversations: Set<string>
  readonly owners: Set<string>
}
type Claim = { readonly timer: NodeJS.Timeout; renewed: Promise<unknown> }
/** A runner within one call: where its checkpoint stands, how far it has read, and whether there is more for it. */
type ProjectionRun = {
  readonly runner: Runner
  readonly target: Target
  position: Position
  read: Position
  folded: Folded | null
  failure: ProjectionFailure | null
  /** Where it stands was not looked up, see `Target.left`. */
  recalled: boolean
  /** `left`: another worker is bringing it up to date. */
  state: 'behind' | 'at head' | 'stopped' | 'left'
  /** Says that it is being brought up to date, and goes on saying so. */
  claim: Claim | null
}

const rests = ({ nextTryAt }: ProjectionFailure, now: number): boolean => stillLasts(nextTryAt, RETRIES.longestMs, now)
const versionOf = (collection: string): number => editionOf(collection)?.version ?? 0
const generationOf = (collection: string): number => editionOf(collection)?.generation ?? 0

/**
 * The catch-up engine: checkpoint → read and fold in memory, page by page → compare-and-set each document → compare-and-set the checkpoint.
 *
 * Right whatever runs twice, late or at once: an event already in a document is passed over by position, a document changed
 * by another worker is not overwritten, and documents come before the checkpoint, so that what was cut short is done again.
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
  batch: sizes = { following: FOLLOWING, farBehind: FAR_BEHIND, documents: DOCUMENTS },
  metrics = unmeasured,
}: ProjectorOptions): Projector {
  const self = randomUUID()
  const targetAt = (key: string): Target => ({
    key,
    collection: readStore.collection(key),
    indexed: false,
    serving: false,
    tidied: null,
    remembered: null,
    uncontended: false,
  })
  const runners: readonly Runner[] = projections.map((projection) => ({
    projection,
    group: groupOf(projection),
    base: collectionName(projection),
    target: targetAt(collectionName(projection, rebuild.get(projection.name))),
  }))
  const registered = new Set(runners.map(({ base }) => base))
  const groups = [...new Set(runners.map((runner) => runner.group))]
  const known = new Map<string, Position>()
  const waiting = new Set<() => void>()
  const listeners = new Set<(changed: Changed) => void>()
  const lagsOf = createLagMeter({ store, clock })
  /** Groups that are far behind: those this process is at, and those that wait for one of them to be done. */
  const overloaded = new Set<string>()
  const deferredGroups = new Set<string>()
  /** Groups that were left to another worker a moment ago, and are looked at again soon. */
  const revisited = new Set<string>()
  const aliases = new Map<string, { readonly active: string | null; readonly until: number }>()

  function saw(key: string, position: Position): void {
    if (position <= (known.get(key) ?? START)) return
    known.set(key, position)
    for (const check of waiting) check()
  }

  async function checkpointOf(key: string): Promise<Checkpoint> {
    const checkpoint = await readStore.checkpoints.load(key)
    saw(key, checkpoint.position)
    return checkpoint
  }

  /**
   * What an alias says, as of 2 s ago at most. A projection's name stands for the version that serves; a version's name for the
   * collection it was last rebuilt into, or for its own while it was not.
   */
  async function aliasOf(name: string): Promise<string | null> {
    const cached = aliases.get(name)
    if (cached && stillLasts(cached.until, ALIAS_MS, clock.now())) return cached.active
    const active = await readStore.aliases.get(name)
    aliases.set(name, { active, until: clock.now() + ALIAS_MS })
    return active
  }
  const placeOf = async (base: string): Promise<string> => (await aliasOf(base)) ?? base

  /** The collection that answers for a projection; its own until an alias says otherwise. */
  async function servingKey(projection: Pick<Projection, 'name' | 'version'>): Promise<string> {
    const own = collectionName(projection)
    if (readStore.volatile) return own // nobody else has made anything of it
    const base = (await aliasOf(projection.name)) ?? own
    if (versionOf(base) > projection.version) {
      // Newer code serves already. What this code was written for is still there, and kept by whoever runs it.
      const place = await placeOf(own)
      if ((await checkpointOf(place)).position > START) return place
    }
    return placeOf(base)
  }

  /** Whether another process has brought it to the head of the log once, and queries go there. */
  const isServedElsewhere = async ({ projection }: Runner, { key }: Target): Promise<boolean> =>
    !readStore.volatile && (await aliasOf(projection.name)) !== null && (await servingKey(projection)) === key

  /** Where a projection is folded into: a rebuild that has taken over moves everybody. */
  async function aim(runner: Runner): Promise<Target> {
    if (rebuild.has(runner.projection.name) || readStore.volatile) return runner.target
    const key = await placeOf(runner.base)
    if (key !== runner.target.key) runner.target = targetAt(key)
    return runner.target
  }

  async function swap(name: string, from: string | null, to: string): Promise<boolean> {
    if (!(await readStore.aliases.swap(name, from, to))) return false
    aliases.delete(name)
    if (from) log.info({ projection: name, from, to }, 'A rebuilt projection serves now')
    return true
  }

  /** Indexes that came since are built over what is there; then queries move over. */
  async function serve({ projection, base }: Runner, target: Target): Promise<void> {
    if (!target.indexed) await target.collection.ensureIndexes(projection.indexes)
    target.indexed = true
    if (target.serving) return
    if (rebuild.has(projection.name)) {
      const current = await readStore.aliases.get(base)
      if (generationOf(current ?? base) < generationOf(target.key) && !(await swap(base, current, target.key))) return
    }
    const current = await readStore.aliases.get(projection.name)
    // Another process may run newer code: never swap back.
    if ((current === null || versionOf(current) < projection.version) && !(await swap(projection.name, current, base)))
      return
    target.serving = true
  }

  async function stop(standing: ProjectionRun, { event, error }: Poison): Promise<void> {
    const { runner, target, failure } = standing
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
    standing.state = 'stopped'
    // Its older documents are still read.
    if (!target.indexed) await target.collection.ensureIndexes(runner.projection.indexes)
    target.indexed = true
  }

  /** Folds a page of the log for one projection. @returns the event it cannot fold; those in front of it are folded */
  async function fold(
    standing: ProjectionRun,
    events: readonly RecordedEvent[],
    next: Position,
  ): Promise<Poison | null> {
    const { projection } = standing.runner
    const folded = (standing.folded ??= {
      batch: openBatch(projection),
      elapsed: metrics.stopwatch(),
      events: 0,
      conversations: new Set(),
      owners: new Set(),
    })
    const { steps, touched, poison: unkeyed } = stepsOf(projection, events)
    const missing = folded.batch.missing(touched)
    if (missing.length > 0) folded.batch.hold(missing, await standing.target.collection.load(missing))
    const poison = folded.batch.fold(steps) ?? unkeyed
    const whole = poison ? events.slice(0, events.indexOf(poison.event)) : events
    folded.events += whole.length
    for (const { meta } of whole) {
      folded.owners.add(meta.owner)
      if (folded.events <= TOLD) folded.conversations.add(meta.correlationId)
    }
    const to = poison ? (whole.at(-1)?.position ?? START) : next
    if (to > standing.read) standing.read = to
    return poison
  }

  /** What is folded can be read from here on. A lost race leaves everything to the next round, from wherever the checkpoint is by then. */
  async function write(standing: ProjectionRun, poison: Poison | null): Promise<void> {
    const { runner, target, folded, position: from, read: to } = standing
    if (folded === null) return
    standing.folded = null
    const writes = folded.batch.writes()
    // While it is empty: over many documents a server may take longer than it is waited for.
    if (from === START && !target.indexed) {
      await target.collection.ensureIndexes(runner.projection.indexes)
      target.indexed = true
    }
    if (writes.length > 0 && (await target.collection.apply(writes)).conflicts.length > 0)
      return resync(standing, folded.elapsed())
    if (to > from) {
      // Whoever waits here can read it already; the checkpoint tells the others.
      saw(target.key, to)
      if (!(await readStore.checkpoints.advance(target.key, from, to))) return resync(standing, folded.elapsed())
      const { events, conversations, owners } = folded
      metrics.batchFolded(runner.projection.name, 'written', events, folded.elapsed())
      if (events > 0)
        log.debug(
          {
            projection: target.key,
            position: to,
            events,
            ...(events <= TOLD && { correlationIds: [...conversations] }),
          },
          'A batch was folded',
        )
      standing.position = to
      if (owners.size > 0)
        for (const listener of listeners) listener({ projection: runner.projection.name, position: to, owners })
    }
    // What others know of it is looked up before it counts.
    if (poison) return standing.recalled ? resync(standing, folded.elapsed()) : stop(standing, poison)
    if (standing.failure)
      log.info({ projection: target.key, eventId: standing.failure.eventId }, 'A projection that stood still goes on')
    standing.failure = null
  }

  async function resync(standing: ProjectionRun, seconds: number): Promise<void> {
    metrics.batchFolded(standing.runner.projection.name, 'raced', 0, seconds)
    await readCheckpoint(standing)
    standing.read = standing.position
  }

  /** What was folded since is dropped when another worker has moved on. */
  async function readCheckpoint(standing: ProjectionRun): Promise<void> {
    const { position, failure } = await checkpointOf(standing.target.key)
    standing.target.uncontended = standing.recalled = false
    if (position !== standing.position) {
      standing.folded = null
      standing.position = standing.read = position
    }
    standing.failure = failure
    if (failure && rests(failure, clock.now())) standing.state = 'stopped'
  }

  async function openRun(runner: Runner, now: number): Promise<ProjectionRun> {
    const target = await aim(runner)
    const { remembered: left, uncontended: alone } = target
    target.remembered = null
    const recalled = left !== null && alone && stillLasts(left.until, REMEMBERED_MS, now)
    const { position, failure } = recalled ? { position: left.position, failure: null } : await checkpointOf(target.key)
    target.uncontended = left?.position === position
    return {
      runner,
      target,
      position,
      read: position,
      folded: null,
      claim: null,
      failure,
      recalled,
      state: failure && rests(failure, now) ? 'stopped' : 'behind',
    }
  }

  function remember({ target, position, failure, state }: ProjectionRun): void {
    if (failure === null && (state === 'behind' || state === 'at head'))
      target.remembered = { position, until: clock.now() + REMEMBERED_MS }
  }

  /** One read of the log for all projections that have read as far. */
  async function round(cohort: readonly ProjectionRun[], from: Position, limit: number): Promise<void> {
    const byType = new Map<string, RecordedEvent[][]>()
    const shares = cohort.map((standing) => {
      const share: RecordedEvent[] = []
      for (const type of standing.runner.projection.handles) {
        const known = byType.get(type)
        if (known) known.push(share)
        else byType.set(type, [share])
      }
      return { standing, share }
    })
    const slice = await store.readAll(from, { limit, types: new Set(byType.keys()) })
    for (const event of slice.events) {
      const interested = byType.get(event.type)
      if (interested) for (const share of interested) share.push(event)
    }
    await Promise.all(
      shares.map(async ({ standing, share }) => {
        const poison = await fold(standing, share, slice.next)
        if (poison || slice.atHead || (standing.folded?.batch.size ?? 0) >= sizes.documents)
          await write(standing, poison)
        if (!slice.atHead || standing.state === 'stopped' || standing.position < slice.next) return
        standing.state = 'at head'
        await serve(standing.runner, standing.target)
      }),
    )
  }

  async function catchUp(group: string, signal?: AbortSignal): Promise<JobOutcome> {
    const startedAt = clock.now()
    const standings = await Promise.all(
      runners.filter((runner) => runner.group === group).map((runner) => openRun(runner, startedAt)),
    )
    try {
      // Known to be far behind: a page that is read and folded for nothing is a page that others wait for.
      if (revisited.has(group)) await Promise.all(standings.filter(({ state }) => state === 'behind').map(claim))
      for (let limit = sizes.following; ; limit = sizes.farBehind) {
        const cohorts = new Map<Position, ProjectionRun[]>()
        for (const standing of standings) {
          if (standing.state !== 'behind') continue
          const cohort = cohorts.get(standing.read)
          if (cohort) cohort.push(standing)
          else cohorts.set(standing.read, [standing])
        }
        // What follows the log comes before what is being rebuilt.
        for (const [position, cohort] of [...cohorts].sort(([a], [b]) => (a > b ? -1 : 1)))
          await round(cohort, position, limit)
        const behind = standings.filter((standing) => standing.state === 'behind')
        await Promise.all(behind.map(claim))
        if (behind.every(({ state }) => state === 'left')) break
        if (signal?.aborted || clock.now() - startedAt >= SLICE_MS) {
          await Promise.all(standings.map((standing) => write(standing, null)))
          standings.forEach(remember)
          return 'more'
        }
        await nextTurn()
      }
    } finally {
      await release(group, standings)
    }
    standings.forEach(remember)
    if (standings.some(({ state }) => state === 'left')) lookAgain(group)
    return 'done'
  }

  /** The workers of read models that are far behind share them out, instead of all folding the same and losing the race to write it. */
  async function claim(standing: ProjectionRun): Promise<void> {
    // A rebuild is one's own: it goes on until it is done.
    if (readStore.volatile || rebuild.size > 0 || standing.claim) return
    const { group } = standing.runner
    const take = () => readStore.claims.take(standing.target.key, self, clock.now(), CLAIM_MS)
    if (overloaded.size >= SIDE_BY_SIDE && !overloaded.has(group)) deferredGroups.add(group)
    else {
      overloaded.add(group)
      if (await take()) {
        const claim: Claim = {
          timer: setInterval(() => (claim.renewed = take().catch(() => {})), RENEWED_MS).unref(),
          renewed: Promise.resolve(),
        }
        standing.claim = claim
        return readCheckpoint(standing) // whoever held it before may have moved on since
      }
    }
    standing.folded = null
    standing.state = 'left'
  }

  async function release(group: string, standings: readonly ProjectionRun[]): Promise<void> {
    await Promise.all(
      standings.map(async ({ target, claim }) => {
        if (claim === null) return
        clearInterval(claim.timer)
        await claim.renewed // else it might come after the release
        // One that cannot be released runs out.
        await readStore.claims.release(target.key, self).catch(() => {})
      }),
    )
    if (!overloaded.delete(group)) return
    for (const other of deferredGroups) wake(other)
    deferredGroups.clear()
  }

  function lookAgain(group: string): void {
    if (revisited.has(group)) return
    revisited.add(group)
    setTimeout(() => {
      revisited.delete(group)
      wake(group)
    }, REVISIT_MS).unref()
  }

  function wake(group: string): void {
    queue
      .wake(PROJECT, group)
      .catch((error: unknown) => log.warn({ err: error, group }, 'The projector could not be woken'))
  }

  const readModels: ReadModels = {
    async of<D extends Doc>(projection: Projection<D>): Promise<ReadModel<D>> {
      if (!registered.has(collectionName(projection)))
        throw new Error(`The read model ${projection.name} is not listed in projections/all.ts`)
      return readStore.collection<D>(await servingKey(projection))
    },
    async reached(wanted, position, timeoutMs) {
      const keys = await Promise.all(wanted.map(servingKey))
      const behind = () => keys.filter((key) => (known.get(key) ?? START) < position)
      const refresh = () => Promise.all(behind().map(checkpointOf))
      if (behind().length === 0) return true
      await refresh()
      if (behind().length === 0) return true
      // The bell may have been lost; another ring costs nothing.
      for (const group of new Set(
        runners
          .filter((runner) => wanted.some((projection) => projection.name === runner.projection.name))
          .map((runner) => runner.group),
      ))
        wake(group)
      return new Promise((resolve) => {
        const finish = (reached: boolean) => {
          clearTimeout(timeout)
          clearTimeout(poll)
          waiting.delete(check)
          resolve(reached)
        }
        const check = () => {
          if (behind().length === 0) finish(true)
        }
        const timeout = setTimeout(() => finish(behind().length === 0), timeoutMs)
        let poll: NodeJS.Timeout | undefined
        const look = (afterMs: number): void => {
          poll = setTimeout(() => {
            refresh()
              .then(check, (error: unknown) => log.warn({ err: error }, 'A checkpoint could not be read'))
              .finally(() => waiting.has(check) && look(Math.min(LONGEST_POLL_MS, afterMs * 1.5)))
          }, afterMs)
        }
        waiting.add(check)
        // A volatile store is filled by this process alone, which tells.
        if (!readStore.volatile) look(FIRST_POLL_MS)
      })
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
      new Set(
        runners
          .filter(({ projection }) => projection.handles.some((type) => types.has(type)))
          .map(({ group }) => group),
      ),
    catchUp,
    async status() {
      const head = await store.head()
      const standing = await Promise.all(
        runners.map(async (runner) => {
          const target = await aim(runner)
          return {
            runner,
            target,
            ...(await checkpointOf(target.key)),
            live: target.serving || (await isServedElsewhere(runner, target)),
          }
        }),
      )
      const lags = await lagsOf(
        standing.map(({ position }) => position),
        head,
      )
      const list = standing.map(({ runner: { projection }, position, failure, live }): ProjectionStatus => {
        const state = failure ? 'stopped' : live ? 'live' : 'building'
        return {
          name: projection.name,
          version: projection.version,
          state,
          position,
          lag: lags.get(position) ?? NO_LAG,
          failure,
        }
      })
      return { head, projections: list }
    },
    async retry(name) {
      for (const runner of runners) {
        if (runner.projection.name !== name) continue
        const { key } = await aim(runner)
        const { failure } = await checkpointOf(key)
        if (failure) await readStore.checkpoints.fail(key, { ...failure, nextTryAt: 0 })
      }
    },
    async tidy() {
      const now = clock.now()
      for (const { target } of runners) {
        if (target.tidied && now - target.tidied.at < GRACE_MS) continue
        const { position } = await checkpointOf(target.key)
        if (target.tidied) await target.collection.purge(target.tidied.position)
        target.tidied = { position, at: now }
      }
    },
  }
}
