import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ProjectionFailure, ReadStore, Sharing } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from './catch-up.ts'
import { forget } from './editions.ts'
import { collectionName, editionOf, type Projection } from './projection.ts'

/** Longer than any process reads or writes a collection after its alias has changed. */
const GRACE_MS = 10_000
const FOLLOW_MS = 250
const GROUP = 'rebuild'

type Rebuilding = {
  readonly name: string
  /** The collection that serves until the rebuilt one takes over. */
  readonly from: string
  readonly to: string
  readonly position: Position
  readonly failure: ProjectionFailure | null
}

export type RebuildProgress = {
  readonly projections: readonly Rebuilding[]
  /**
   * Share of the log that is read, 0 to 1: of its events in SQLite, of its bytes in EventStoreDB.
   */
  readonly done: number
  /** Null until it can be estimated. */
  readonly secondsLeft: number | null
}

export type RebuildOptions = {
  readonly store: EventStore
  /** A store on a server. A store of one process is folded again by its own start. */
  readonly readStore: ReadStore
  readonly clock: Clock
  readonly log: Log
  readonly projections: readonly Projection[]
  /**
   * `resume` continues an interrupted rebuild; `restart` drops what it left and begins at the first
   * event.
   */
  readonly half: 'resume' | 'restart'
  readonly onProgress: (progress: RebuildProgress) => void
  readonly signal: AbortSignal
  /** Time for which the replaced collection stays, for processes that still read it. @unit ms */
  readonly graceMs?: number
}

/**
 * Rebuilds projections beside the collections that serve, and lets each take over once it has
 * caught up. The workers keep the old collections up to date meanwhile; then those are dropped.
 * After an interruption the next call continues.
 *
 * @returns `stopped` when an event cannot be folded. The old collection goes on serving, and the
 *   new one can be resumed or dropped.
 * @throws what the stores throw; they may be tried again
 */
export async function rebuild(
  options: RebuildOptions,
): Promise<'serving' | 'stopped' | 'interrupted'> {
  const {
    store,
    readStore,
    clock,
    log,
    projections,
    half,
    onProgress,
    signal,
    graceMs = GRACE_MS,
  } = options
  const { checkpoints } = readStore
  const { aliases } = sharingOf(readStore)
  const plans = await Promise.all(
    projections.map(async (projection) => {
      const base = collectionName(projection)
      const from = (await aliases.get(base)) ?? base
      const generation = (editionOf(from)?.generation ?? 0) + 1
      return { name: projection.name, generation, from, to: collectionName(projection, generation) }
    }),
  )
  if (half === 'restart') for (const { to } of plans) await forget(readStore, to)
  const begun = {
    at: clock.now(),
    positions: await Promise.all(
      plans.map(({ to }) => checkpoints.load(to).then(({ position }) => position)),
    ),
  }

  const projector = createProjector({
    store,
    readStore,
    clock,
    log,
    projections,
    queue: { wake: async () => {} },
    groupOf: () => GROUP,
    rebuild: new Map(plans.map(({ name, generation }) => [name, generation])),
  })
  const report = async (): Promise<readonly Rebuilding[]> => {
    const head = Number(await store.head())
    const standing = await Promise.all(
      plans.map(async ({ name, from, to }) => ({
        name,
        from,
        to,
        ...(await checkpoints.load(to)),
      })),
    )
    const share = (positions: readonly Position[]) =>
      head === 0
        ? 1
        : positions.reduce((sum, position) => sum + Math.min(1, Number(position) / head), 0) /
          positions.length
    const done = share(standing.map(({ position }) => position))
    const gained = done - share(begun.positions)
    const seconds = (clock.now() - begun.at) / 1_000
    onProgress({
      projections: standing,
      done,
      secondsLeft: gained > 0 && seconds > 0 ? ((1 - done) / gained) * seconds : null,
    })
    return standing
  }

  await report()
  while ((await projector.catchUp(GROUP, signal)) === 'more') {
    await report()
    if (signal.aborted) return 'interrupted'
  }
  if ((await report()).some(({ failure }) => failure !== null)) return 'stopped'

  // Workers notice the new alias within seconds. Until then this process keeps the new collections
  // up to date.
  for (const end = performance.now() + graceMs; performance.now() < end; ) {
    if (signal.aborted) return 'interrupted'
    await pause(FOLLOW_MS, undefined, { signal }).catch(() => {})
    await projector.catchUp(GROUP, signal)
  }
  await dropReplaced(readStore, plans)
  return 'serving'
}

/** @throws Error for a store of one process, which no other process can work on */
export function sharingOf({ sharing }: ReadStore): Sharing {
  if (sharing === null) throw new Error('These read models belong to one process')
  return sharing
}

/** Drops every older generation of the rebuilt collections, also those of interrupted rebuilds. */
async function dropReplaced(
  readStore: ReadStore,
  plans: readonly { readonly to: string }[],
): Promise<void> {
  const editions = new Map(
    plans.map(({ to }) => {
      const { name, version, generation } = editionOf(to) ?? { name: to, version: 0, generation: 0 }
      return [collectionName({ name, version }), generation]
    }),
  )
  for (const collection of await readStore.names()) {
    const edition = editionOf(collection)
    if (edition && edition.generation < (editions.get(collectionName(edition)) ?? 0))
      await forget(readStore, collection)
  }
}

/** Drops every read model after the log was replaced. The next start builds them again. */
export async function forgetAll(readStore: ReadStore): Promise<void> {
  for (const collection of await readStore.names())
    if (editionOf(collection)) await forget(readStore, collection)
}
