import type { Doc, ReadStore } from '#domain/kernel/ports/read-store.ts'
import { liveDocuments, type ReadModels } from '#projections/kernel/read-models.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/** Read models filled by a test, each in the collection of its name. They count as up to date. */
export const readModelsIn = (store: Pick<ReadStore, 'collection'>): ReadModels => ({
  of: async <D extends Doc>({ name }: Projection<D>) => liveDocuments(store.collection<D>(name)),
  reached: async () => true,
  stopped: async () => false,
  onChanged: () => () => {},
})
