import type { Position } from './event.ts'

/** What every document of a read model carries besides its own fields. */
export type Doc = { readonly _id: string; readonly owner: string }

/** A document as stored: `_pos` is the position of the last event folded into it. `_deleted` marks a tombstone, which no query answers. */
export type Stored<D extends Doc> = D & { readonly _pos: Position; readonly _deleted?: true }

export type Scalar = string | number | boolean | null
export type Condition =
  | Scalar
  | { readonly $in: readonly Scalar[] }
  | { readonly $ne: Scalar }
  | { readonly $gt?: Scalar; readonly $gte?: Scalar; readonly $lt?: Scalar; readonly $lte?: Scalar }

/**
 * The whole filter grammar, alike on every adapter and never taken from a request as it is: equality, `$in`, `$ne`, ranges,
 * `$or`, and `$search` (every word is found, case and accents apart, in one of the fields). Fields may be dotted.
 */
export type Filter = {
  readonly where?: Readonly<Record<string, Condition>>
  readonly or?: readonly Readonly<Record<string, Condition>>[]
  readonly search?: { readonly fields: readonly string[]; readonly text: string }
}
/** Ties are broken by `_id`, in the direction of the last field. Fields sorted by hold scalars; nothing comes before numbers, they before strings. */
export type Sort = readonly (readonly [field: string, direction: 1 | -1])[]
/** `counted` asks for the page's `total` too: cheaper than to count after. */
export type Query = {
  readonly filter: Filter
  readonly sort?: Sort
  readonly limit?: number
  readonly cursor?: string
  readonly counted?: boolean
}
/** `total` is how many the filter finds, on every page alike; absent unless it was asked for. */
export type Page<D> = { readonly items: readonly D[]; readonly next: string | null; readonly total?: number }

/** Fields of a sorted index, in order; queries that equal a prefix and range or sort on the next field use it. Uniqueness is the log's to keep (claim streams), never an index's. */
export type IndexSpec = { readonly fields: readonly string[] }

/** One write of a catch-up batch: `doc` replaces what stood at `ifPos` (null: nothing stood there). */
export type Write<D extends Doc> = { readonly id: string; readonly ifPos: Position | null; readonly doc: Stored<D> }

/** What `get` and `find` hand out is shared and read-only, and carries its `_pos` too. */
export interface Collection<D extends Doc> {
  get(id: string): Promise<D | null>
  /** Tombstones included, for the catch-up engine. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>>
  find(query: Query): Promise<Page<D>>
  count(filter: Filter): Promise<number>
  /** Compare-and-set a document; what lost the race is named and not written. */
  apply(writes: readonly Write<D>[]): Promise<{ readonly conflicts: readonly string[] }>
  /** Cheapest on a collection that is already filled. */
  ensureIndexes(indexes: readonly IndexSpec[]): Promise<void>
  /** Forgets tombstones whose last event is at or before `upTo`. @returns how many */
  purge(upTo: Position): Promise<number>
  drop(): Promise<void>
}

/** Why a projection stands still. */
export type ProjectionFailure = {
  readonly eventId: string
  readonly position: Position
  readonly message: string
  readonly tries: number
  readonly nextTryAt: number
}
export type Checkpoint = { readonly position: Position; readonly failure: ProjectionFailure | null }

/** Read models, their checkpoints and their aliases. Every adapter passes `tests/conformance/read-store.ts`. */
export interface ReadStore {
  /** True when what it holds is gone with the process and must be rebuilt at start. */
  readonly volatile: boolean
  collection<D extends Doc>(name: string): Collection<D>
  /** Names of collections, of read models and of whatever else is kept beside them; of those that hold something at least. */
  names(): Promise<readonly string[]>
  readonly checkpoints: {
    load(key: string): Promise<Checkpoint>
    /** Past whatever failed in front of it, which is forgotten. @returns false when the checkpoint no longer stands at `from` */
    advance(key: string, from: Position, to: Position): Promise<boolean>
    fail(key: string, failure: ProjectionFailure): Promise<void>
    /** As if it never was: it begins again before the first event. */
    forget(key: string): Promise<void>
  }
  /** Who is at a long piece of work, so that others leave it alone. Advice, no fence: whoever writes compares all the same. */
  readonly claims: {
    /** @returns false while somebody else's lasts: for `forMs`, or twice that where clocks differ, and no longer whatever its holder's clock said @param now epoch ms */
    take(key: string, holder: string, now: number, forMs: number): Promise<boolean>
    release(key: string, holder: string): Promise<void>
  }
  readonly aliases: {
    get(name: string): Promise<string | null>
    swap(name: string, from: string | null, to: string): Promise<boolean>
  }
  ping(): Promise<void>
  close(): Promise<void>
}
