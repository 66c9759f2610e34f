import type { Collection, Doc, Filter, ReadStore, Stored } from '#domain/kernel/ports/read-store.ts'
import { legalTerms, unfinishedForgettings } from './identity/forgetting.ts'
import { editionOf } from './kernel/projection.ts'
import type { Stamp } from './kernel/stamp.ts'

const PAGE = 500
/** Read models that hold the plan of an erasure, so they are not purged. */
const REMEMBERING: readonly string[] = [unfinishedForgettings.name, legalTerms.name]

/** Replaces each document that is found by the answer of `next`, at its present position. */
async function replaceAll(
  collection: Collection<Doc>,
  filter: Filter,
  next: (doc: Stored<Doc>) => Stored<Doc>,
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ filter, limit: PAGE })
    if (items.length === 0) return
    const loaded = await collection.load(items.map(({ _id }) => _id))
    // A document that is folded meanwhile is found again in the next round.
    await collection.apply(
      [...loaded].map(([id, doc]) => ({ id, ifPos: doc._pos, doc: next(doc) })),
    )
  }
}

/**
 * Removes a user's documents from read models of every stored version. Also removes the user's
 * names from the stamps of other users' documents.
 */
export async function purgeUser(
  readStore: Pick<ReadStore, 'names' | 'collection'>,
  userId: string,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const name of await readStore.names()) {
    const edition = editionOf(name)
    if (edition === null || REMEMBERING.includes(edition.name)) continue
    const collection = readStore.collection(name)
    await replaceAll(
      collection,
      { where: { owner: userId } },
      ({ _id, owner, _pos }) => ({ _id, owner, _pos, _deleted: true }) as Stored<Doc>, // a tombstone has no other field
    )
    const amongNames = { $in: [...names] }
    if (names.size === 0) continue
    await replaceAll(
      collection,
      { or: [{ createdBy: amongNames }, { modifiedBy: amongNames }] },
      (doc) => {
        const { createdBy, modifiedBy } = doc as Stored<Doc> & Stamp // the filter finds stamped documents only
        const without = (name: string): string => (names.has(name) ? '' : name)
        return {
          ...doc,
          createdBy: without(createdBy),
          modifiedBy: without(modifiedBy),
        } as Stored<Doc>
      },
    )
  }
}
