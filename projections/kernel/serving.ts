import { type Clock, stillLasts } from '#domain/kernel/ports/clock.ts'
import { START } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore, Sharing } from '#domain/kernel/ports/read-store.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Editions } from './editions.ts'
import { collectionName, editionOf, type Projection, type ProjectionRef } from './projection.ts'
import type { Runner, Target } from './projection-run.ts'

/** A process reads an alias again after this long. */
const ALIAS_MS = 2_000

const versionOf = (collection: string): number => editionOf(collection)?.version ?? 0
const generationOf = (collection: string): number => editionOf(collection)?.generation ?? 0

/** Collection that a projection is folded into, and the one that answers its queries. */
export type Serving = {
  /** Older editions that serve and are kept up to date, beside the targets of all runners. */
  readonly followed: (projection: Projection) => Pick<Runner, 'target' | 'isReplaced'> | null
  /** A runner's target at first. */
  readonly firstTarget: (projection: Projection, generation?: number) => Target
  servingKey(projection: ProjectionRef): Promise<string>
  /** The collection whose checkpoint a reader waits for. */
  readonly awaitedKey: (projection: ProjectionRef) => Promise<string>
  ensureIndexes(runner: Runner, target: Target): Promise<void>
  /** The collection that a projection is folded into. It changes when a rebuild has taken over. */
  targetOf(runner: Runner): Promise<Target>
  /**
   * Whether another process has brought a collection to the head of the log, so that queries are
   * answered from it.
   */
  isServedElsewhere(runner: Runner, target: Target): Promise<boolean>
  /**
   * Lets a collection that has reached the head of the log answer queries, once it has all its
   * indexes.
   */
  serve(runner: Runner, target: Target): Promise<void>
}

const targetAt = (readStore: ReadStore, key: string): Target => ({
  key,
  collection: readStore.collection(key),
  indexed: false,
  serving: false,
  tidied: null,
  remembered: null,
  uncontended: false,
})

async function ensureIndexes({ projection }: Runner, target: Target): Promise<void> {
  if (!target.indexed) await target.collection.ensureIndexes(projection.indexes)
  target.indexed = true
}

/** Serving from a store that this process has alone. */
export function ownServing({
  readStore,
  editions,
  log,
}: {
  readonly readStore: ReadStore
  readonly editions: Editions
  readonly log: Log
}): Serving {
  return {
    firstTarget: (projection) => targetAt(readStore, editions.of(projection).target),
    servingKey: async (projection) => editions.of(projection).serving,
    // An older edition of another version, which serves meanwhile, stands still.
    awaitedKey: async (projection) =>
      editions.followed(projection) ?? editions.of(projection).target,
    followed(projection) {
      const key = editions.followed(projection)
      if (key === null) return null
      return {
        target: targetAt(readStore, key),
        isReplaced: () => editions.followed(projection) !== key,
      }
    },
    ensureIndexes,
    targetOf: async ({ target }) => target,
    isServedElsewhere: async () => false,
    async serve(runner, target) {
      await ensureIndexes(runner, target)
      if (target.serving) return
      target.serving = true
      if (runner.isReplaced) return
      const from = editions.serve(runner.projection)
      if (from === null) return
      log.info(
        { projection: runner.projection.name, from, to: target.key },
        'A read model that was folded anew serves now',
      )
      // The collection is dropped later: it may be written to at this moment.
      await readStore.checkpoints.forget(from)
    },
  }
}

/**
 * Serving from a store of several processes.
 *
 * There are two kinds of alias. A projection's name stands for the version that serves. A version's
 * name stands for the collection that it was last rebuilt into; without an alias it stands for
 * itself.
 *
 * @param rebuild the projections that are rebuilt beside what serves, by name: the generation each
 * is built as
 */
export function sharedServing({
  readStore,
  sharing,
  clock,
  log,
  checkpoints,
  rebuild,
}: {
  readonly readStore: ReadStore
  readonly sharing: Sharing
  readonly clock: Clock
  readonly log: Log
  readonly checkpoints: Checkpoints
  readonly rebuild: ReadonlyMap<string, number>
}): Serving {
  const aliases = new Map<string, { readonly active: string | null; readonly until: number }>()

  /** Target of an alias, at most 2 s old. */
  async function aliasOf(name: string): Promise<string | null> {
    const cached = aliases.get(name)
    if (cached && stillLasts(cached.until, ALIAS_MS, clock.now())) return cached.active
    const active = await sharing.aliases.get(name)
    aliases.set(name, { active, until: clock.now() + ALIAS_MS })
    return active
  }
  const collectionOf = async (base: string): Promise<string> => (await aliasOf(base)) ?? base

  /** The collection that answers a projection's queries: its own until an alias says otherwise. */
  async function servingKey(projection: ProjectionRef): Promise<string> {
    const own = collectionName(projection)
    const base = (await aliasOf(projection.name)) ?? own
    if (versionOf(base) > projection.version) {
      // A newer release serves already. Processes of this release keep up to date what they have
      // built, and read it.
      const built = await collectionOf(own)
      if ((await checkpoints.load(built)).position > START) return built
    }
    return collectionOf(base)
  }

  /**
   * Points an alias at another collection. @returns false when another process has done so first
   */
  async function swap(name: string, from: string | null, to: string): Promise<boolean> {
    if (!(await sharing.aliases.swap(name, from, to))) return false
    aliases.delete(name)
    if (from) log.info({ projection: name, from, to }, 'A rebuilt projection serves now')
    return true
  }

  return {
    firstTarget: (projection, generation) =>
      targetAt(readStore, collectionName(projection, generation)),
    servingKey,
    awaitedKey: servingKey,
    followed: () => null,
    ensureIndexes,
    async targetOf(runner) {
      if (rebuild.has(runner.projection.name)) return runner.target
      const key = await collectionOf(runner.base)
      if (key !== runner.target.key) runner.target = targetAt(readStore, key)
      return runner.target
    },

    isServedElsewhere: async ({ projection }, { key }) =>
      (await aliasOf(projection.name)) !== null && (await servingKey(projection)) === key,

    async serve(runner, target) {
      const { projection, base } = runner
      await ensureIndexes(runner, target)
      if (target.serving) return
      if (rebuild.has(projection.name)) {
        const current = await sharing.aliases.get(base)
        if (
          generationOf(current ?? base) < generationOf(target.key) &&
          !(await swap(base, current, target.key))
        )
          return
      }
      const current = await sharing.aliases.get(projection.name)
      // Another process may run a newer release, whose version must go on serving.
      const older = current === null || versionOf(current) < projection.version
      if (older && !(await swap(projection.name, current, base))) return
      target.serving = true
    },
  }
}
