import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc, IndexSpec } from '#domain/kernel/read-store.ts'

/**
 * One read model: how events become documents. Pure and the same on every engine.
 *
 * A changed shape or rule takes a new `version`, which is built beside the old one and swapped in.
 */
export type Projection<D extends Doc = Doc> = {
  /** Plural noun; the collection's name without its version. */
  readonly name: string
  readonly version: number
  /** Event types that touch it. */
  readonly handles: readonly string[]
  /** The document (or documents) an event touches. */
  keyOf(event: RecordedEvent): string | readonly string[]
  /** @returns the document after the event; null removes it */
  evolve(doc: D | null, event: RecordedEvent, key: string): D | null
  readonly indexes: readonly IndexSpec[]
}

/** A read model by name, where its documents don't matter. */
export type ProjectionRef = Pick<Projection, 'name' | 'version'>

export const collectionName = (projection: ProjectionRef): string => `${projection.name}__v${projection.version}`
