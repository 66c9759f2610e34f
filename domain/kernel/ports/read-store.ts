import type { Position } from '../event.ts'

/** Fields of every read model's documents besides its own. */
export type Doc = { readonly _id: string; readonly owner: string }

/**
 * A document as stored: `_pos` is the position of the last event folded into it. `_deleted` marks a
 * tombstone, which no query answers.
 */
export type Stored<D extends Doc> = D & { readonly _pos: Position; readonly _deleted?: true }

export type Scalar = string | number | boolean | null
/** An end of a range. Values of one type are compared; null has no order. */
export type Bound = Exclude<Scalar, null>
/** Both ends, each inclusive or exclusive. */
export type Range = {
  readonly $gt?: Bound
  readonly $gte?: Bound
  readonly $lt?: Bound
  readonly $lte?: Bound
}
export type Condition =
  | Scalar
  | { readonly $in: readonly Scalar[] }
  | { readonly $ne: Scalar }
  | { readonly $words: readonly (readonly string[])[] }
  | Range

/**
 * The whole filter grammar, alike on every adapter. A filter is never taken from a request
 * unchecked. It knows equality, `$in`, `$ne`, ranges, `$or`, and `$search`: every word is found in
 * one of the fields. Case, accents and a number's leading zeros are ignored. A word of five letters
 * or more that none of the owner's documents has may have one letter wrong. Fields may be dotted.
 * `and` holds further filters, which no index answers.
 *
 * `$words` is on a text of folded words with a space around each. It finds those that have all
 * words of one of its groups. A word may be several in a row.
 */
export type Filter = {
  readonly where?: Readonly<Record<string, Condition>>
  readonly or?: readonly Readonly<Record<string, Condition>>[]
  readonly search?: { readonly fields: readonly string[]; readonly text: string }
  readonly and?: readonly Filter[]
}
/**
 * Ties are broken by `_id`, in the direction of the last field. Only scalars are sorted: a missing
 * value comes first, then numbers, then strings.
 */
export type Sort = readonly (readonly [field: string, direction: 1 | -1])[]
/** `counted` asks for the page's `total` too, which costs less than a count of its own. */
export type Query = {
  readonly filter: Filter
  readonly sort?: Sort
  readonly limit?: number
  readonly cursor?: string
  readonly counted?: boolean
}
/**
 * `total` is the number of documents that match, the same on every page. Absent unless `counted`
 * asked for it.
 */
export type Page<D> = {
  readonly items: readonly D[]
  readonly next: string | null
  readonly total?: number
}

/**
 * Fields of a sorted index, in order. A query uses it when it fixes the first fields and gives a
 * range or sort of the next. No index is unique: claim streams in the log keep uniqueness.
 */
export type IndexSpec = { readonly fields: readonly string[] }

/**
 * One write of a catch-up batch. `doc` replaces the document whose position is `ifPos`; null wants
 * none there.
 */
export type Write<D extends Doc> = {
  readonly id: string
  readonly ifPos: Position | null
  readonly doc: Stored<D>
}

/**
 * Sums and their groups: one group for each combination of the values of `by`. Fields of `by` hold
 * scalars, fields of `of` whole numbers. A spec is a constant beside its projection. An adapter
 * keeps the groups of each requested spec, and moves them with every document.
 */
export type SumSpec<By extends string = string, Of extends string = string> = {
  readonly by: readonly By[]
  readonly of: readonly Of[]
}
export type SumGroup<D, By extends keyof D, Of extends PropertyKey> = {
  readonly key: Pick<D, By>
  readonly count: number
  readonly sums: Readonly<Record<Of, number>>
}

/** The documents that `get` and `find` answer carry their `_pos` too. */
export interface Collection<D extends Doc> {
  get(id: string): Promise<D | null>
  /** Tombstones included, for the catch-up engine. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>>
  /** @param query.fields wanted ones, beside `_id` and `owner`; all fields when absent */
  find<F extends keyof D & string>(
    query: Query & { readonly fields: readonly F[] },
  ): Promise<Page<Pick<D, F | '_id' | 'owner'>>>
  find(query: Query): Promise<Page<D>>
  count(filter: Filter): Promise<number>
  /**
   * Sums of the documents that match, in no promised order; a group without documents is missing. A
   * filter on fields of `by` alone is answered from the groups, whatever the number of documents.
   */
  sum<By extends keyof D & string, Of extends keyof D & string>(
    filter: Filter,
    spec: SumSpec<By, Of>,
  ): Promise<readonly SumGroup<D, By, Of>[]>
  /**
   * Writes each document that is still at `ifPos`. The ids of the others are answered as conflicts.
   *
   * @param checkpoint moves the collection's checkpoint with them and removes its failure, unless
   * there is a conflict
   * @returns moved: false when the checkpoint was not asked to move, or was no longer at `from`
   */
  apply(
    writes: readonly Write<D>[],
    checkpoint?: { readonly from: Position; readonly to: Position },
  ): Promise<{ readonly conflicts: readonly string[]; readonly moved: boolean }>
  /** Builds missing indexes, existing documents included. */
  ensureIndexes(indexes: readonly IndexSpec[]): Promise<void>
  /** Deletes tombstones whose last event is at or before `upTo`. @returns how many */
  purge(upTo: Position): Promise<number>
  drop(): Promise<void>
}

/** Why a projection has stopped. */
export type ProjectionFailure = {
  readonly eventId: string
  readonly position: Position
  readonly message: string
  readonly tries: number
  readonly nextTryAt: number
}
export type Checkpoint = { readonly position: Position; readonly failure: ProjectionFailure | null }

/** An event that read models were made from, by which their log is recognized. */
export type Mark = {
  readonly eventId: string
  readonly position: Position
  readonly stream: string
  readonly revision: number
}

/** Division of the work among processes that use one store. */
export interface Sharing {
  /**
   * Process that works on a long task, so that others do not start it too. A claim is advice and no
   * lock: every write is a compare-and-set anyway.
   */
  readonly claims: {
    /**
     * @param now clock of this process, which may differ from another's; @unit epoch milliseconds
     * @returns false while another holder's claim lasts: `forMs`, or twice that where clocks
     * differ, and never longer
     */
    take(key: string, holder: string, now: number, forMs: number): Promise<boolean>
    release(key: string, holder: string): Promise<void>
  }
  readonly marks: {
    read(): Promise<Mark | null>
    /** Notes an event, unless a later one is noted. */
    note(mark: Mark): Promise<void>
    forget(): Promise<void>
  }
  readonly aliases: {
    get(name: string): Promise<string | null>
    swap(name: string, from: string | null, to: string): Promise<boolean>
  }
}

/** Read models and their checkpoints. Every adapter passes `tests/conformance/read-store.ts`. */
export interface ReadStore {
  /** Null for a store of one process alone. */
  readonly sharing: Sharing | null
  collection<D extends Doc>(name: string): Collection<D>
  /** Names of all collections, read models and others. An empty collection may be missing. */
  names(): Promise<readonly string[]>
  /** By the collection's name. `Collection.apply` moves them. */
  readonly checkpoints: {
    load(key: string): Promise<Checkpoint>
    fail(key: string, failure: ProjectionFailure): Promise<void>
    /** Removes the checkpoint, so that folding begins at the first event. */
    forget(key: string): Promise<void>
  }
  /**
   * Tells a process whose own store has gone back to an earlier state. Checkpoints that were seen
   * do not count any more.
   */
  onUndone?(listener: () => void): void
  ping(): Promise<void>
  close(): Promise<void>
}
