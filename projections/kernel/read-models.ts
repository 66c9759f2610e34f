import type { Position } from '#domain/kernel/event.ts'
import type { Collection, Doc, Stored } from '#domain/kernel/ports/read-store.ts'
import type { Projection, ProjectionRef } from './projection.ts'

/** A read model's documents, read-only. */
export type ReadModel<D extends Doc = Doc> = Pick<
  Collection<D>,
  'get' | 'find' | 'count' | 'sum'
> & {
  /** Documents by their ids. Removed ones are missing, as in every other answer. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, D>>
}

const live = new WeakMap<object, unknown>()

/** A collection as queries read it: its tombstones, which have no fields, are not there. */
export function liveDocuments<D extends Doc>(collection: Collection<D>): ReadModel<D> {
  const made = live.get(collection) as ReadModel<D> | undefined // of this collection, below
  if (made !== undefined) return made
  const model: ReadModel<D> = {
    get: (id) => collection.get(id),
    find: collection.find.bind(collection),
    count: (filter) => collection.count(filter),
    sum: (filter, spec) => collection.sum(filter, spec),
    async load(ids) {
      const found = await collection.load(ids)
      const isLive = ({ _deleted }: Stored<D>) => !_deleted
      return [...found.values()].every(isLive)
        ? found
        : new Map([...found].filter(([, doc]) => isLive(doc)))
    },
  }
  live.set(collection, model)
  return model
}

/** Read models under the names by which a route or a query speaks of them. */
export type Reads = Readonly<Record<string, Projection>>
/**
 * The same names with their collections: `Read<{ bills: typeof bills }>` is `{ bills:
 * ReadModel<BillDoc> }`.
 */
export type Read<R extends Reads> = {
  readonly [K in keyof R]: R[K] extends Projection<infer D> ? ReadModel<D> : never
}

/** Changes of a batch; sent once they can be read. */
export type Changed = {
  readonly projection: string
  readonly position: Position
  readonly owners: ReadonlySet<string>
}

/** The read side as queries and routes see it. Built by `projections/kernel/catch-up.ts`. */
export interface ReadModels {
  /**
   * The collection that serves now (its alias resolved).
   *
   * @throws Error for a projection that is not in `projections/all.ts`: nothing would ever fill its
   * collection
   */
  of<D extends Doc>(projection: Projection<D>): Promise<ReadModel<D>>
  /** @returns false when a projection has not reached `position` within `timeoutMs` */
  reached(
    projections: readonly ProjectionRef[],
    position: Position,
    timeoutMs: number,
  ): Promise<boolean>
  /** Whether one of them stands still at an event that it cannot fold, and lacks all later ones. */
  stopped(projections: readonly ProjectionRef[]): Promise<boolean>
  /** Tells of changes that this process folded, not of other processes'. @returns ends it */
  onChanged(listener: (changed: Changed) => void): () => void
}

/**
 * The collections that serve now, of several read models at once. @throws as `ReadModels.of` does
 */
export async function openReads<R extends Reads>(
  readModels: Pick<ReadModels, 'of'>,
  reads: R,
): Promise<Read<R>> {
  const opened = Object.entries(reads).map(
    async ([name, projection]) => [name, await readModels.of(projection)] as const,
  )
  return Object.fromEntries(await Promise.all(opened)) as Read<R> // fromEntries forgets the keys
}
