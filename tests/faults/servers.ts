import { MongoClient } from 'mongodb'
import { expect, onTestFinished, vi } from 'vitest'
import { databaseNamed } from '#commands/gateways/engines/mongodb-errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { type RecordedEvent, START } from '#domain/kernel/event.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { projections } from '#projections/all.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { openLogToRead } from '#workers/operations/projections.ts'
import { onPath } from '#tests/engines/local.ts'
import { databaseAt, noOwnMongoDb, ownMongoDb } from '#tests/engines/mongodb.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { foldAll } from '#tests/projections/kernel/projection-spec.ts'
import { eventStoreProcess, temporaryDirectory } from './processes.ts'

/**
 * Why the tests that want a Redis and a MongoDB of their own can't run here; nothing where they
 * can.
 */
export const missing: { readonly missing: string } | object = onPath('redis-server')
  ? noOwnMongoDb === null
    ? {}
    : { missing: noOwnMongoDb }
  : { missing: 'Redis: no redis-server on the PATH' }

/**
 * EventStoreDB's double, a MongoDB and a Redis, each a process that goes with the test, and where
 * they are.
 */
export async function servers() {
  const [events, mongo, redis] = await Promise.all([eventStoreProcess(), ownMongoDb(), ownRedis()])
  if ('missing' in mongo || 'missing' in redis) throw new Error('There is no MongoDB or no Redis')
  onTestFinished(async () => {
    await redis.stop('SIGKILL')
    await mongo.dispose()
  })
  const environment = {
    EVENTSTORE_URL: events.url,
    MONGODB_URL: databaseAt(mongo.url, 'carnet-faults'),
    REDIS_URL: redis.url,
    DATA_DIR: temporaryDirectory(),
  }
  const opened: (() => unknown)[] = []
  const store = await openLogToRead(environment, opened)
  onTestFinished(async () => {
    for (const close of opened.reverse()) await close()
  })
  const readStore = await mongoReadStore(environment.MONGODB_URL)
  onTestFinished(() => readStore.close())
  return { events, mongo, redis, environment, store, readStore }
}

export async function everyEvent(store: EventStore): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (let after = START; ; ) {
    const slice = await store.readAll(after, { limit: 1_000 })
    events.push(...slice.events)
    if (slice.atHead) return events
    after = slice.next
  }
}

const stored = async (readStore: ReadStore, name: string) =>
  (
    await readStore
      .collection<{ _id: string; owner: string; _pos: string }>(name)
      .find({ filter: {} })
  ).items

/**
 * Documents of a written batch, tombstones too, whose checkpoint is behind: the traces of a worker
 * that died midway.
 */
export async function halfWritten(
  readStore: ReadStore,
  address: string,
  names: readonly string[],
): Promise<number> {
  const client = new MongoClient(address)
  try {
    const database = client.db(databaseNamed(address))
    const counts = await Promise.all(
      names.map(async (name) => {
        const { position } = await readStore.checkpoints.load(name)
        return database.collection(name).countDocuments({ _pos: { $gt: position } })
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  } finally {
    await client.close()
  }
}

/** Every read model has read the log to its end. */
export async function atHead(store: EventStore, readStore: ReadStore): Promise<boolean> {
  const head = await store.head()
  const checkpoints = await Promise.all(
    projections.map((projection) => readStore.checkpoints.load(collectionName(projection))),
  )
  return checkpoints.every(({ position }) => position >= head)
}

/**
 * Every read model holds what its projection makes of the log, event by event, and nothing else.
 */
export async function expectPureFold(store: EventStore, readStore: ReadStore): Promise<void> {
  let events = await everyEvent(store)
  for (const projection of projections) {
    const name = collectionName(projection)
    const compare = async () => {
      const documents = (await stored(readStore, name)).map(({ _pos, ...doc }) => doc)
      expect(
        documents.toSorted((a, b) => (a._id < b._id ? -1 : 1)),
        name,
      ).toEqual(foldAll(projection, events))
    }
    // A schedule of the workers may have written since the log was read.
    const compareAgain = async () => {
      events = await everyEvent(store)
      await compare()
    }
    await compare().catch(() => vi.waitFor(compareAgain, { timeout: 10_000, interval: 500 }))
  }
}
