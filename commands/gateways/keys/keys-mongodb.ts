import type { KeptKey, KeyStore } from './keys.ts'
import { isDuplicate } from '../engines/mongodb-errors.ts'
import { connectMongo, type MongoOptions } from '../engines/mongodb.ts'

type KeyDoc = { readonly _id: string; readonly wrapped: string | null }

const keptOf = ({ _id, wrapped }: KeyDoc): KeptKey => ({ id: _id, wrapped })

/**
 * The keys in the collection `_keys` of MongoDB, beside the read models. Every write is a
 * compare-and-set on one document. FerretDB 1.24 supports every call used here.
 *
 * @throws StoreUnavailable when the server does not answer; calls throw it too, and succeed again
 * once it is back
 */
export function openMongoKeys(url: string, options: MongoOptions = {}): KeyStore {
  const { database, reaching, close } = connectMongo(url, 'carnet-keys', options)
  // Losing a key with the primary would lose the events it encrypts.
  const keys = database.collection<KeyDoc>('_keys', {
    writeConcern: { w: 'majority', journal: true },
  })

  /** @returns false when there is a key of that name already */
  async function inserted({ id, wrapped }: KeptKey): Promise<boolean> {
    try {
      await reaching(() => keys.insertOne({ _id: id, wrapped }))
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }
  const find = async (ids: readonly string[]): Promise<readonly KeptKey[]> =>
    ids.length === 0
      ? []
      : (await reaching(() => keys.find({ _id: { $in: [...ids] } }).toArray())).map(keptOf)

  return {
    find,
    async add(wanted) {
      await Promise.all(wanted.map(inserted))
      return find(wanted.map(({ id }) => id))
    },
    async destroy(ids) {
      for (const id of ids) {
        const destroyed = { id, wrapped: null }
        // A key that was added since the insert failed is destroyed by this update.
        if (!(await inserted(destroyed)))
          await reaching(() => keys.updateOne({ _id: id }, { $set: { wrapped: null } }))
      }
    },
    replace: async (id, from, to) =>
      (await reaching(() => keys.updateOne({ _id: id, wrapped: from }, { $set: { wrapped: to } })))
        .matchedCount === 1,
    async any() {
      const key = await reaching(() => keys.findOne({ wrapped: { $ne: null } }))
      return key && keptOf(key)
    },
    all: async () => (await reaching(() => keys.find({}).toArray())).map(keptOf),
    close,
  }
}
