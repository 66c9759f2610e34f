import type { Position } from '#domain/kernel/event.ts'
import type { Collection, Doc } from '#domain/kernel/read-store.ts'
import type { Projection, ProjectionRef } from './projection.ts'

/** The read side as queries and routes see it. Built by `projections/kernel/catch-up.ts`. */
export interface ReadModels {
  /** The collection that serves now (its alias resolved). */
  of<D extends Doc>(projection: Projection<D>): Promise<Collection<D>>
  /** @returns false when a projection has not reached `position` within `timeoutMs` */
  reached(projections: readonly ProjectionRef[], position: Position, timeoutMs: number): Promise<boolean>
}
