import type { Position } from '#domain/kernel/event.ts'
import type { Collection, Doc, ProjectionFailure } from '#domain/kernel/ports/read-store.ts'
import type { Batch } from './fold.ts'
import type { Projection } from './projection.ts'

/** A collection that a process fills, and what the process knows of it. */
export type Target = {
  /** The collection's name, which is its checkpoint's too. */
  readonly key: string
  readonly collection: Collection<Doc>
  /** Whether this process has made sure of its indexes. */
  indexed: boolean
  /** Whether this process has seen to it that queries are answered from here. */
  serving: boolean
  /**
   * The position up to which tombstones can be purged at the next tidying. @unit at: epoch
   * milliseconds
   */
  tidied: { readonly position: Position; readonly at: number } | null
  /** The checkpoint that this process wrote last. @unit until: epoch milliseconds */
  remembered: { readonly position: Position; readonly until: number } | null
  /** Whether no other process had moved the checkpoint when it was last read. */
  uncontended: boolean
}

/** A projection that this process brings up to date. */
export type Runner = {
  readonly projection: Projection
  readonly group: string
  /** The name that its version's collection goes by, whichever collection that is. */
  readonly base: string
  target: Target
  /** Set for an older edition that is kept up to date: whether its successor serves already. */
  readonly isReplaced?: () => boolean
}

/** Folded documents that are not written yet. */
export type Folded = {
  readonly batch: Batch
  readonly elapsed: () => number
  events: number
  /** Correlation ids of the first events, for the log. */
  readonly conversations: Set<string>
  readonly owners: Set<string>
}

/** Claim of this process on a projection, renewed by a timer. */
export type Claim = { readonly timer: NodeJS.Timeout; renewed: Promise<unknown> }

/** One projection within one call of `catchUp`. */
export type ProjectionRun = {
  readonly runner: Runner
  readonly target: Target
  /** The checkpoint. */
  position: Position
  /** Place up to which the log is read and folded, perhaps beyond the checkpoint. */
  read: Position
  folded: Folded | null
  failure: ProjectionFailure | null
  /**
   * Whether `position` is the remembered one, not one that was read from the store in this call.
   */
  recalled: boolean
  /** `left`: another process works on it, or this one does after other groups. */
  state: 'behind' | 'at head' | 'stopped' | 'left'
  claim: Claim | null
}
