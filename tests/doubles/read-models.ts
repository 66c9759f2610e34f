import type { Doc } from '#domain/kernel/read-store.ts'
import type { ReadModel, ReadModels } from '#projections/kernel/read-models.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/** Read models that a test has filled itself, by the names of their projections; as far as anyone asks, they are up to date. */
export const readModelsOf = (filled: Readonly<Record<string, ReadModel>>): ReadModels => ({
  async of<D extends Doc>({ name }: Projection<D>) {
    const found = filled[name]
    if (found === undefined) throw new Error(`This test has not filled ${name}`)
    return found as ReadModel<D> // by its name
  },
  reached: async () => true,
  onChanged: () => () => {},
})
