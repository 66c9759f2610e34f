import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/clock.ts'
import type { EventStore } from '#domain/kernel/event-store.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/log.ts'
import type { ProjectionFailure, ReadStore } from '#domain/kernel/read-store.ts'
import { createProjector } from './catch-up.ts'
import { collectionName, editionOf, type Projection } from './projection.ts'

/** Longer than any process goes on reading or writing what an alias no longer names. */
const GRACE_MS = 10_000
const FOLLOW_MS = 250
const GROUP = 'rebuild'

type Rebuilding = {
  readonly name: string
  /** The collection that serves, or did until it was taken over from. */
  readonly from: string
  readonly to: string
  readonly position: Position
  readonly failure: ProjectionFailure | null
}

export type RebuildProgress = {
  readonly projections: readonly Rebuilding[]
  /** 0 to 1, of all that is to be read: events in SQLite, bytes in EventStoreDB. */
  readonly done: number
  /** Null until it can be told. */
  readonly secondsLeft: number | null
}

export type RebuildOptions = {
  readonly store: EventStore
  /** One that outlives the process: what is in memory is rebuilt by every start. */
  readonly readStore: ReadStore
  readonly clock: Clock
  readonly log: Log
  readonly projections: readonly Projection[]
  /** `resume` goes on with what an interrupted rebuild left half-built; `anew` drops it first. */
  readonly half: 'resume' | 'anew'
  readonly onProgress: (progress: RebuildProgress) => void
  readonly signal: AbortSignal
  /** How long what was replaced stays, for whoever still reads it. @unit ms */
  readonly graceMs?: number
}

/**
 * Builds projections anew beside the collections that serve, and lets each take over once it has caught up. The old ones are served
 * and kept up to date meanwhile by whoever runs the workers; then they are dropped. Whatever ends it, asking again goes on from there.
 *
 * @returns `stopped` when an event cannot be folded: the old one serves on, and what was built is left to be resumed or dropped
 * @throws what the stores throw; they may be tried again
 */
export async function rebuild(options: RebuildOptions): Promise<'serving' | 'stopped' | 'interrupted'> {
  const { store, readStore, clock, log, projections, half, onProgress, signal, graceMs = GRACE_MS } = options
  const { checkpoints, aliases } = readStore
  const plans = await Promise.all(
    projections.map(async (projection) => {
      const base = collectionName(projection)
      const from = (await aliases.get(base)) ?? base
      const generation = (editionOf(from)?.generation ?? 0) + 1
      return { name: projection.name, generation, from, to: collectionName(projection, generation) }
    }),
  )
  if (half === 'anew') for (const { to } of plans) await forget(readStore, to)
  const begun = {
    at: clock.now(),
    positions: await Promise.all(plans.map(({ to }) => checkpoints.load(to).then(({ position }) => position))),
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
      plans.map(async ({ name, from, to }) => ({ name, from, to, ...(await checkpoints.load(to)) })),
    )
    const share = (positions: readonly Position[]) =>
      head === 0
        ? 1
        : positions.reduce((sum, position) => sum + Math.min(1, Number(position) / head), 0) / positions.length
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

  // Workers move within seconds of it; until then what has taken over is kept up to date from here.
  for (const end = performance.now() + graceMs; performance.now() < end; ) {
    if (signal.aborted) return 'interrupted'
    await pause(FOLLOW_MS, undefined, { signal }).catch(() => {})
    await projector.catchUp(GROUP, signal)
  }
  await dropReplaced(readStore, plans)
  return 'serving'
}

/** Every older generation of what was rebuilt, also those that an interrupted rebuild left. */
async function dropReplaced(readStore: ReadStore, plans: readonly { readonly to: string }[]): Promise<void> {
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

/** Drops a read model's collection. Its checkpoint goes first: one that stood on nothing would be gone on from. */
export async function forget(readStore: ReadStore, collection: string): Promise<void> {
  await readStore.checkpoints.forget(collection)
  await readStore.collection(collection).drop()
}

/** Drops every read model: what they were made from is no longer the log. They are built again by the next start. */
export async function forgetAll(readStore: ReadStore): Promise<void> {
  for (const collection of await readStore.names()) if (editionOf(collection)) await forget(readStore, collection)
}
