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

/** A version's own collection; the one that a rebuild of the same version fills beside it has a generation of 1 or more. */
export const collectionName = ({ name, version }: ProjectionRef, generation = 0): string =>
  `${name}__v${version}${generation === 0 ? '' : `__g${generation}`}`

/** What a collection's name says; null for a name that is no read model's. */
export function editionOf(collection: string): (ProjectionRef & { readonly generation: number }) | null {
  const [, name, version, generation = '0'] = /^(.+)__v(\d+)(?:__g(\d+))?$/.exec(collection) ?? []
  return name === undefined ? null : { name, version: Number(version), generation: Number(generation) }
}
