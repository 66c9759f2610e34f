import type { Position } from '#domain/kernel/event.ts'
import type { Collection, Doc } from '#domain/kernel/read-store.ts'
import type { Projection, ProjectionRef } from './projection.ts'

/** What a batch changed, told once it can be read. */
export type Changed = { readonly projection: string; readonly position: Position; readonly owners: ReadonlySet<string> }

/** The read side as queries and routes see it. Built by `projections/kernel/catch-up.ts`. */
export interface ReadModels {
  /** The collection that serves now (its alias resolved). */
  of<D extends Doc>(projection: Projection<D>): Promise<Collection<D>>
  /** @returns false when a projection has not reached `position` within `timeoutMs` */
  reached(projections: readonly ProjectionRef[], position: Position, timeoutMs: number): Promise<boolean>
  /** Of what this very process brings up to date; what others do is not told. @returns ends it */
  onChanged(listener: (changed: Changed) => void): () => void
}
