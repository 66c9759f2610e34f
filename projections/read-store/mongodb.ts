import { MongoClient } from 'mongodb'
import { databaseNamed, isDuplicate } from '#commands/gateways/engines/mongodb-errors.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import type {
  Collection,
  Doc,
  Mark,
  ProjectionFailure,
  ReadStore,
} from '#domain/kernel/ports/read-store.ts'
import { forgiving } from './forgiving.ts'
import { mongoCollection } from './mongodb-collection.ts'
import { whileAvailableWithin } from './mongodb-availability.ts'

export type MongoReadStoreOptions = {
  /**
   * Time limit of one call, retries included; batches and indexes get more. @unit ms, 5000 when
   * absent
   */
  readonly timeout?: number
  /** Wait of a call for a server that is away. @unit ms, 1500 when absent */
  readonly patience?: number
}

/** Beside the read models, whose names begin with a letter. */
const CHECKPOINTS = '_checkpoints'
const ALIASES = '_aliases'
const CLAIMS = '_claims'
const MARKS = '_marks'
const NEWEST = 'newest'

type CheckpointDoc = { _id: string; position: string; failure: ProjectionFailure | null }
type ClaimDoc = { _id: string; holder: string; until: number }
type AliasDoc = { _id: string; active: string }

/**
 * Read models in MongoDB 6 or later, standalone or a replica set. No transaction is needed, as
 * every write is a compare-and-set on one document.
 *
 * @param url `mongodb://…/database`; `carnet` when it names none
 * @throws StoreUnavailable when the server does not answer; calls throw it too, and succeed again
 * once it is back
 */
export async function mongoReadStore(
  url: string,
  { timeout = 5_000, patience = 1_500 }: MongoReadStoreOptions = {},
): Promise<ReadStore> {
  // An undefined field is a missing field, as in memory.
  const client = new MongoClient(url, {
    ignoreUndefined: true,
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    waitQueueTimeoutMS: timeout,
    heartbeatFrequencyMS: 2_000,
    maxAdaptiveRetries: 0,
    appName: 'carnet',
  })
  const database = client.db(databaseNamed(url))
  const reaching = whileAvailableWithin(timeout)
  const checkpoints = database.collection<CheckpointDoc>(CHECKPOINTS)
  const aliases = database.collection<AliasDoc>(ALIASES)
  const claims = database.collection<ClaimDoc>(CLAIMS)
  const marks = database.collection<Mark & { _id: string }>(MARKS)

  /** @returns false when another process inserted the document first */
  const unlessThere = async (write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await reaching(write)
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }

  async function advance(key: string, from: Position, to: Position): Promise<boolean> {
    const { matchedCount } = await reaching(() =>
      checkpoints.updateOne(
        { _id: key, position: from },
        { $set: { position: to, failure: null } },
      ),
    )
    if (matchedCount === 1) return true
    return (
      from === START &&
      unlessThere(() => checkpoints.insertOne({ _id: key, position: to, failure: null }))
    )
  }

  const store: ReadStore = {
    collection: <D extends Doc>(name: string): Collection<D> =>
      forgiving(
        mongoCollection<D>(database.collection(name), reaching, (from, to) =>
          advance(name, from, to),
        ),
      ),
    async names() {
      const all = await reaching(
        () => database.listCollections({}, { nameOnly: true }).toArray(),
        'whole',
      )
      return all.map(({ name }) => name)
    },
    checkpoints: {
      async load(key) {
        const found = await reaching(() => checkpoints.findOne({ _id: key }))
        return { position: found?.position ?? START, failure: found?.failure ?? null }
      },
      async fail(key, failure) {
        const { matchedCount } = await reaching(() =>
          checkpoints.updateOne({ _id: key }, { $set: { failure } }),
        )
        if (matchedCount === 1) return
        if (
          !(await unlessThere(() => checkpoints.insertOne({ _id: key, position: START, failure })))
        )
          await reaching(() => checkpoints.updateOne({ _id: key }, { $set: { failure } }))
      },
      async forget(key) {
        await reaching(() => checkpoints.deleteOne({ _id: key }))
      },
    },
    sharing: {
      claims: {
        async take(key, holder, now, forMs) {
          const until = now + forMs
          const free = {
            _id: key,
            $or: [{ holder }, { until: { $lte: now } }, { until: { $gt: until + forMs } }],
          }
          const taken = async () =>
            (await reaching(() => claims.updateOne(free, { $set: { holder, until } })))
              .matchedCount === 1
          // The claim that is there already may be the holder's own: a renewal of before that was
          // under way.
          return (
            (await taken()) ||
            (await unlessThere(() => claims.insertOne({ _id: key, holder, until }))) ||
            taken()
          )
        },
        async release(key, holder) {
          await reaching(() => claims.deleteOne({ _id: key, holder }))
        },
      },
      marks: {
        async read() {
          const found = await reaching(() => marks.findOne({ _id: NEWEST }))
          if (found === null) return null
          const { _id, ...mark } = found
          return mark
        },
        async note(mark) {
          const later = async () =>
            (
              await reaching(() =>
                marks.updateOne(
                  { _id: NEWEST, position: { $lt: mark.position } },
                  { $set: { ...mark } },
                ),
              )
            ).matchedCount === 1
          if (await later()) return
          if (!(await unlessThere(() => marks.insertOne({ _id: NEWEST, ...mark })))) await later()
        },
        async forget() {
          await reaching(() => marks.deleteOne({ _id: NEWEST }))
        },
      },
      aliases: {
        async get(name) {
          return (await reaching(() => aliases.findOne({ _id: name })))?.active ?? null
        },
        async swap(name, from, to) {
          if (from === null) return unlessThere(() => aliases.insertOne({ _id: name, active: to }))
          return (
            (
              await reaching(() =>
                aliases.updateOne({ _id: name, active: from }, { $set: { active: to } }),
              )
            ).matchedCount === 1
          )
        },
      },
    },
    async ping() {
      await reaching(() => database.command({ ping: 1 }))
    },
    close: () => client.close(),
  }
  try {
    await store.ping()
  } catch (error) {
    await client.close()
    throw error
  }
  return store
}
