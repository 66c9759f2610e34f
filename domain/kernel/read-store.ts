import type { Position } from './event.ts'

/** What every document of a read model carries besides its own fields. */
export type Doc = { readonly _id: string; readonly owner: string }

/**
 * A document as stored: `_pos` is the position of the last event folded into it. `_deleted` marks a tombstone, which no
 * query answers.
 */
export type Stored<D extends Doc> = D & { readonly _pos: Position; readonly _deleted?: true }

export type Scalar = string | number | boolean | null
/** What a range ends at, among values of one type: there is no order between nothing and something. */
export type Bound = Exclude<Scalar, null>
/** Its ends, each included or not. */
export type Range = { readonly $gt?: Bound; readonly $gte?: Bound; readonly $lt?: Bound; readonly $lte?: Bound }
export type Condition = Scalar | { readonly $in: readonly Scalar[] } | { readonly $ne: Scalar } | Range

/**
 * The whole filter grammar, alike on every adapter and never taken from a request as it is: equality, `$in`, `$ne`,
 * ranges, `$or`, and `$search` (every word is found, case, accents and a number's leading zeros apart, in one of the
 * fields). Fields may be dotted.
 */
export type Filter = {
  readonly where?: Readonly<Record<string, Condition>>
  readonly or?: readonly Readonly<Record<string, Condition>>[]
  readonly search?: { readonly fields: readonly string[]; readonly text: string }
}
/**
 * Ties are broken by `_id`, in the direction of the last field. Only scalars are sorted: a missing value comes first,
 * then numbers, then strings.
 */
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

/**
 * Fields of a sorted index, in order. A query uses it when it gives the first fields' values, and a range or a sort of
 * the next. No index is unique: uniqueness is kept in the log, by claim streams.
 */
export type IndexSpec = { readonly fields: readonly string[] }

/** One write of a catch-up batch: `doc` replaces what stood at `ifPos` (null: nothing stood there). */
export type Write<D extends Doc> = { readonly id: string; readonly ifPos: Position | null; readonly doc: Stored<D> }

/** The documents that `get` and `find` answer are shared and read-only, and carry their `_pos` too. */
export interface Collection<D extends Doc> {
  get(id: string): Promise<D | null>
  /** Tombstones included, for the catch-up engine. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>>
  find(query: Query): Promise<Page<D>>
  count(filter: Filter): Promise<number>
  /** Writes each document if it still is at `ifPos`; the ids of the others are answered as conflicts. */
  apply(writes: readonly Write<D>[]): Promise<{ readonly conflicts: readonly string[] }>
  /** Builds the indexes that are missing, over the documents that are there. */
  ensureIndexes(indexes: readonly IndexSpec[]): Promise<void>
  /** Deletes tombstones whose last event is at or before `upTo`. @returns how many */
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
  /** True when its contents are lost with the process and rebuilt at start. */
  readonly volatile: boolean
  collection<D extends Doc>(name: string): Collection<D>
  /** Names of the collections, of read models and others; of those that are not empty at least. */
  names(): Promise<readonly string[]>
  readonly checkpoints: {
    load(key: string): Promise<Checkpoint>
    /** Moves the checkpoint and forgets its failure. @returns false when the checkpoint is no longer at `from` */
    advance(key: string, from: Position, to: Position): Promise<boolean>
    fail(key: string, failure: ProjectionFailure): Promise<void>
    /** Removes the checkpoint, so that folding begins at the first event. */
    forget(key: string): Promise<void>
  }
  /**
   * Which process works on a long task, so that others leave it alone. Advice, no lock: every write is compared and set
   * all the same.
   */
  readonly claims: {
    /**
     * @param now of this process, whose clock may differ from another's. @unit epoch milliseconds
     * @returns false while the claim of another holder lasts: `forMs`, or twice that where clocks differ, and never
     *   longer
     */
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
