import { START } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { collectionName, editionOf, type ProjectionRef } from './projection.ts'

/** Collections of one projection in the store of one process. */
type Edition = {
  /** The collection that this code folds into. */
  readonly target: string
  /** Collection that answers queries: an older one, until the target has caught up. */
  serving: string
}

/**
 * The read models of a store that one process has alone. An older edition answers queries while its
 * successor is folded. It loses its checkpoint then, and is dropped later. So the oldest one with a
 * checkpoint is the one that served.
 */
export type Editions = {
  readonly of: (projection: ProjectionRef) => Edition
  /**
   * Collection of an older edition that serves now and is kept up to date. Both have one version,
   * so one shape. Null where there is none.
   */
  readonly followed: (projection: ProjectionRef) => string | null
  /** Whether an older edition serves now, so that no start waits for this one. */
  readonly isReplacing: (projection: ProjectionRef) => boolean
  /** Collections that were replaced since the last call, for dropping. */
  readonly takeReplaced: () => readonly string[]
  /** Lets the target answer queries. @returns the collection that it replaces, if any */
  readonly serve: (projection: ProjectionRef) => string | null
}

/** Editions of a store that holds none. */
export const noEditions = (codes: ReadonlyMap<string, string> = new Map()): Editions =>
  editionsOf(new Map(), codes)

function editionsOf(
  stored: ReadonlyMap<string, readonly string[]>,
  codes: ReadonlyMap<string, string>,
): Editions {
  const editions = new Map<string, Edition>()
  const replaced: string[] = []
  const of = (projection: ProjectionRef): Edition => {
    const { name } = projection
    const found = editions.get(name)
    if (found) return found
    const there = stored.get(name) ?? []
    const code = codes.get(name) ?? ''
    const last = there.at(-1)
    const current = there.find((key) => {
      const edition = editionOf(key)
      return edition?.version === projection.version && edition.code === code
    })
    const generation = last === undefined ? 0 : (editionOf(last)?.generation ?? 0) + 1
    const target = current ?? collectionName(projection, generation, code)
    const made = { target, serving: there[0] ?? target }
    editions.set(name, made)
    return made
  }
  const isReplacing = (projection: ProjectionRef): boolean => {
    const { target, serving } = of(projection)
    return target !== serving
  }
  return {
    of,
    isReplacing,
    followed(projection) {
      const { serving } = of(projection)
      const isFollowed =
        isReplacing(projection) && editionOf(serving)?.version === projection.version
      return isFollowed ? serving : null
    },
    takeReplaced: () => replaced.splice(0),
    serve(projection) {
      const edition = of(projection)
      if (!isReplacing(projection)) return null
      const { serving } = edition
      edition.serving = edition.target
      replaced.push(serving)
      return serving
    },
  }
}

/**
 * Finds the read models in the store of this process. Collections of former projections, of
 * interrupted foldings and without a checkpoint are dropped.
 *
 * @param codes hash of the code that folds each projection, by its name
 */
export async function openEditions({
  readStore,
  projections,
  codes,
  log,
}: {
  readonly readStore: ReadStore
  readonly projections: readonly ProjectionRef[]
  readonly codes: ReadonlyMap<string, string>
  readonly log: Log
}): Promise<Editions> {
  const generationOf = (key: string): number => editionOf(key)?.generation ?? 0
  const keys: string[] = []
  for (const key of await readStore.names()) {
    if (editionOf(key) === null) continue
    const { position } = await readStore.checkpoints.load(key)
    if (position === START) await readStore.collection(key).drop()
    else keys.push(key)
  }
  keys.sort((a, b) => generationOf(a) - generationOf(b))
  const editions = editionsOf(
    Map.groupBy(keys, (key) => editionOf(key)?.name ?? ''),
    codes,
  )
  const used = new Set(
    projections.flatMap((projection) => {
      const { target, serving } = editions.of(projection)
      return [target, serving]
    }),
  )
  for (const key of keys) if (!used.has(key)) await forget(readStore, key)
  const replacing = projections.filter(editions.isReplacing).map(({ name }) => name)
  if (replacing.length > 0)
    log.info(
      { projections: replacing },
      `${replacing.length} read models were made by other code and are folded anew; the old ones serve meanwhile`,
    )
  return editions
}

/**
 * Drops a read model's collection. The checkpoint goes first: without its collection it would skip
 * the events before it.
 */
export async function forget(readStore: ReadStore, collection: string): Promise<void> {
  await readStore.checkpoints.forget(collection)
  await readStore.collection(collection).drop()
}
