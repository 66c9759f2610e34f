import type { ImportDraft, ImportDrafts } from './import-drafts.ts'
import { connectMongo, type MongoOptions } from '../engines/mongodb.ts'

type Stored = Omit<ImportDraft, 'id' | 'expiresAt'> & {
  readonly _id: string
  /** A date: MongoDB's TTL index requires one. */
  readonly expiresAt: Date
}
const draftOf = ({ _id, expiresAt, ...draft }: Stored): ImportDraft => ({
  ...draft,
  id: _id,
  expiresAt: expiresAt.getTime(),
})
const storedOf = ({ id, expiresAt, ...draft }: ImportDraft): Stored => ({
  ...draft,
  _id: id,
  expiresAt: new Date(expiresAt),
})

/** Imports under way in MongoDB, beside the read models, whose names begin with a letter. */
export async function openMongoImportDrafts(
  url: string,
  options: MongoOptions = {},
): Promise<ImportDrafts> {
  const { database, reaching, close } = connectMongo(url, 'carnet-cv-imports', options)
  const drafts = database.collection<Stored>('_cv_imports')
  try {
    await reaching(() =>
      drafts.createIndex({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 }),
    )
  } catch (error) {
    await close()
    throw error
  }
  return {
    async add(draft) {
      await reaching(() => drafts.insertOne(storedOf(draft)))
    },
    async find(owner, id, now) {
      const stored = await reaching(() =>
        drafts.findOne({ _id: id, owner, expiresAt: { $gt: new Date(now) } }),
      )
      return stored === null ? null : draftOf(stored)
    },
    async replace(draft) {
      const { _id, ...stored } = storedOf(draft)
      await reaching(() => drafts.replaceOne({ _id, owner: draft.owner }, stored))
    },
    remove: async (owner, id) =>
      (await reaching(() => drafts.deleteOne({ _id: id, owner }))).deletedCount === 1,
    async removeAll(owner) {
      await reaching(() => drafts.deleteMany({ owner }))
    },
    analyzing: async () =>
      (await reaching(() => drafts.find({ state: 'analyzing' }).toArray())).map(draftOf),
    async purge(now) {
      await reaching(() => drafts.deleteMany({ expiresAt: { $lte: new Date(now) } }))
    },
    close,
  }
}
