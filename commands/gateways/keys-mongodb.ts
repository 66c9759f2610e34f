import type { KeptKey, KeyStore } from './keys.ts'
import { isDuplicate } from './mongodb-errors.ts'
import { connectMongo, type MongoOptions } from './mongodb.ts'

type KeyDoc = { readonly _id: string; readonly owner: string; readonly wrapped: string | null }

const keptOf = ({ _id, owner, wrapped }: KeyDoc): KeptKey => ({ id: _id, owner, wrapped })

/**
 * The keys in the collection `_keys` of MongoDB, beside the read models. Every write is a compare-and-set on one document.
 * Nothing here is beyond FerretDB 1.24.
 *
 * @throws StoreUnavailable when the server does not answer; calls throw it too, and succeed again once it is back
 */
export async function openMongoKeys(url: string, options: MongoOptions = {}): Promise<KeyStore> {
  const { database, reaching, ping, close } = connectMongo(url, 'carnet-keys', options)
  // What an event was encrypted with must not be lost with the primary.
  const keys = database.collection<KeyDoc>('_keys', { writeConcern: { w: 'majority', journal: true } })

  const store: KeyStore = {
    async find(ids) {
      if (ids.length === 0) return []
      return (await reaching(keys.find({ _id: { $in: [...ids] } }).toArray())).map(keptOf)
    },
    async add(wanted) {
      await Promise.all(
        wanted.map(async ({ id, owner, wrapped }) => {
          try {
            await reaching(keys.insertOne({ _id: id, owner, wrapped }))
          } catch (error) {
            if (!isDuplicate(error)) throw error
          }
        }),
      )
      return store.find(wanted.map(({ id }) => id))
    },
    async ofOwner(owner) {
      const live = await reaching(keys.find({ owner, wrapped: { $ne: null } }).toArray())
      return live.map(({ _id }) => _id)
    },
    async destroy(gone) {
      for (const { id, owner } of gone)
        for (;;) {
          const { matchedCount } = await reaching(keys.updateOne({ _id: id }, { $set: { wrapped: null } }))
          if (matchedCount === 1) break
          try {
            await reaching(keys.insertOne({ _id: id, owner, wrapped: null }))
            break
          } catch (error) {
            if (!isDuplicate(error)) throw error // made this very moment: destroy what was made
          }
        }
    },
    async rewrap(id, from, to) {
      return (await reaching(keys.updateOne({ _id: id, wrapped: from }, { $set: { wrapped: to } }))).matchedCount === 1
    },
    async any() {
      const key = await reaching(keys.findOne({ wrapped: { $ne: null } }))
      return key && keptOf(key)
    },
    async all() {
      return (await reaching(keys.find({}).toArray())).map(keptOf)
    },
    ping,
    close,
  }
  try {
    await reaching(keys.createIndex({ owner: 1 }, { name: 'owner' }))
  } catch (error) {
    await close()
    throw error
  }
  return store
}
