import type { Collection, Doc, Filter, Stored } from '#domain/kernel/read-store.ts'
import type { Projection } from './projection.ts'
import type { ReadModels } from './read-models.ts'
import type { Stamp } from './stamp.ts'

const PAGE = 500

/** Puts what `next` gives in the place of each document found, at the position it stands at. */
async function replaceAll(
  collection: Collection<Doc>,
  filter: Filter,
  next: (doc: Stored<Doc>) => Stored<Doc>,
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ filter, limit: PAGE })
    if (items.length === 0) return
    const loaded = await collection.load(items.map(({ _id }) => _id))
    // Of a document that is folded meanwhile the next round sees what came of it.
    await collection.apply([...loaded].map(([id, doc]) => ({ id, ifPos: doc._pos, doc: next(doc) })))
  }
}

/**
 * Takes a user's documents out of read models, and the user's names out of the stamps of those that belong to others. It
 * leaves what folding the log again would leave of them.
 */
export async function purgeUser(
  readModels: Pick<ReadModels, 'of'>,
  projections: readonly Projection[],
  userId: string,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const projection of projections) {
    const collection = await readModels.of(projection)
    await replaceAll(
      collection,
      { where: { owner: userId } },
      ({ _id, owner, _pos }) => ({ _id, owner, _pos, _deleted: true }) as Stored<Doc>, // a tombstone has no other field
    )
    const known = { $in: [...names] }
    if (names.size === 0) continue
    await replaceAll(collection, { or: [{ createdBy: known }, { modifiedBy: known }] }, (doc) => {
      const { createdBy, modifiedBy } = doc as Stored<Doc> & Stamp // the filter asks for stamped ones
      const without = (name: string): string => (names.has(name) ? '' : name)
      return { ...doc, createdBy: without(createdBy), modifiedBy: without(modifiedBy) } as Stored<Doc>
    })
  }
}
