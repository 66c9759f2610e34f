import { Binary } from 'mongodb'
import { isDuplicate } from '../engines/mongodb-errors.ts'
import { connectMongo, type MongoOptions } from '../engines/mongodb.ts'
import {
  type AboutSession,
  type KeptSession,
  type SignInStore,
  unknownSession,
} from './sign-in-store.ts'

type SecretDoc = { _id: string; value: string }
type SessionDoc = {
  _id: string
  userId: string
  sealed: Binary
  expiresAt: number
  about?: AboutSession
}
type RevokedDoc = { _id: string; expiresAt: number }
type LeaseDoc = { _id: string; holder: string; until: number }

const sessionOf = ({ _id, userId, sealed, expiresAt, about }: SessionDoc): KeptSession => ({
  idHash: _id,
  userId,
  sealed: sealed.buffer.subarray(0, sealed.position),
  expiresAt,
  about: { ...unknownSession, ...about },
})

/**
 * The sign-in store in MongoDB, beside the read models: the state that several machines share. Read
 * models' names begin with a letter. Every write is a compare-and-set on one document.
 *
 * @throws StoreUnavailable when the server does not answer; calls throw it too, and succeed again
 * once it is back
 */
export async function openMongoSignInStore(
  url: string,
  options: MongoOptions = {},
): Promise<SignInStore> {
  const { database, reaching, ping, close } = connectMongo(url, 'carnet-sign-in', options)
  // An acknowledged write survives the loss of the primary: a lost secret would end every session.
  const durable = { writeConcern: { w: 'majority', journal: true } } as const
  const secrets = database.collection<SecretDoc>('_secrets', durable)
  const sessions = database.collection<SessionDoc>('_sessions')
  const revoked = database.collection<RevokedDoc>('_revoked')
  const leases = database.collection<LeaseDoc>('_leases', durable)

  /** @returns false when there is a document of that id already */
  async function unlessThere(insert: Promise<unknown>): Promise<boolean> {
    try {
      await reaching(() => insert)
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }

  const store: SignInStore = {
    async secret(name, make) {
      const present = await reaching(() => secrets.findOne({ _id: name }))
      if (present) return present.value
      await unlessThere(secrets.insertOne({ _id: name, value: await make() }))
      const stored = await reaching(() => secrets.findOne({ _id: name }))
      if (!stored) throw new Error(`The secret ${name} was not kept`)
      return stored.value
    },
    has: async (name) => (await reaching(() => secrets.findOne({ _id: name }))) !== null,
    secrets: async () =>
      (await reaching(() => secrets.find({}).toArray())).map(({ _id, value }) => ({
        name: _id,
        value,
      })),
    replaceSecret: async (name, from, to) =>
      (await reaching(() => secrets.updateOne({ _id: name, value: from }, { $set: { value: to } })))
        .matchedCount === 1,
    async removeSecret(name) {
      await reaching(() => secrets.deleteOne({ _id: name }))
    },
    sessions: {
      async add({ idHash, userId, sealed, expiresAt, about }) {
        await reaching(() =>
          sessions.insertOne({ _id: idHash, userId, sealed: new Binary(sealed), expiresAt, about }),
        )
      },
      async find(idHash, now) {
        const doc = await reaching(() => sessions.findOne({ _id: idHash, expiresAt: { $gt: now } }))
        return doc && sessionOf(doc)
      },
      async ofUser(userId, now) {
        const docs = await reaching(() =>
          sessions.find({ userId, expiresAt: { $gt: now } }).toArray(),
        )
        return docs.map(sessionOf)
      },
      async reseal(idHash, { sealed, about }) {
        await reaching(() =>
          sessions.updateOne({ _id: idHash }, { $set: { sealed: new Binary(sealed), about } }),
        )
      },
      async end(idHash) {
        await reaching(() => sessions.deleteOne({ _id: idHash }))
      },
      async endAll(userId, exceptIdHash) {
        await reaching(() => sessions.deleteMany({ userId, _id: { $ne: exceptIdHash } }))
      },
    },
    revoked: {
      async add(jti, expiresAt) {
        await unlessThere(revoked.insertOne({ _id: jti, expiresAt }))
      },
      has: async (jti) => (await reaching(() => revoked.findOne({ _id: jti }))) !== null,
    },
    leases: {
      async take(name, holder, until, now) {
        const free = { _id: name, $or: [{ holder }, { until: { $lte: now } }] }
        const { matchedCount } = await reaching(() =>
          leases.updateOne(free, { $set: { holder, until } }),
        )
        return matchedCount === 1 || unlessThere(leases.insertOne({ _id: name, holder, until }))
      },
      async release(name, holder) {
        await reaching(() => leases.deleteOne({ _id: name, holder }))
      },
    },
    async purge(now) {
      const gone = await Promise.all([
        reaching(() => sessions.deleteMany({ expiresAt: { $lte: now } })),
        reaching(() => revoked.deleteMany({ expiresAt: { $lte: now } })),
        reaching(() => leases.deleteMany({ until: { $lte: now } })),
      ])
      return gone.reduce((sum, { deletedCount }) => sum + deletedCount, 0)
    },
    ping,
    close,
  }
  try {
    await reaching(() => sessions.createIndex({ userId: 1 }, { name: 'user' }))
  } catch (error) {
    await close()
    throw error
  }
  return store
}
