import type { Doc, ReadStore } from '#domain/kernel/ports/read-store.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/**
 * Read models that a test has filled itself, each in the collection of its name, and that count as
 * up to date.
 */
export const readModelsIn = (store: Pick<ReadStore, 'collection'>): ReadModels => ({
  of: async <D extends Doc>({ name }: Projection<D>) => store.collection<D>(name),
  reached: async () => true,
  onChanged: () => () => {},
})
