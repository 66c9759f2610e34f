import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Document, MongoClient } from 'mongodb'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { projections } from '#projections/all.ts'
import { collectionName, type Projection } from '#projections/kernel/projection.ts'
import { rebuild } from '#projections/kernel/rebuild.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { openLog } from '#workers/operations/archive.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { databaseAt, realMongoDb, servedBy } from '#tests/engines/mongodb.ts'
import { type BenchResult, median, timed, sized, notRun } from './result.ts'
import { writeYears } from './years.ts'

const EVENTS = sized(20_000, 500)
const ROUNDS = sized(4, 1)
/** As the catch-up engine does when it is far behind. */
const BATCH = 1_000

/** `npm run rebuild -- all` on an empty MongoDB, without its pauses for others. */
async function rebuilt(store: EventStore, url: string): Promise<number> {
  const readStore = await mongoReadStore(url)
  const options = {
    half: 'resume',
    onProgress: () => {},
    signal: new AbortController().signal,
    graceMs: 0,
  } as const
  const ms = await timed(() =>
    rebuild({
      store,
      readStore,
      clock: { now: Date.now },
      log: memoryLog(),
      projections,
      ...options,
    }),
  )
  await readStore.close()
  return ms
}

/**
 * The very documents that the rebuild left, written with nothing around them: no fold, no
 * comparison, no checkpoint. Then the same indexes, without which nothing could be asked of them.
 * All collections side by side.
 */
export async function bare(
  url: string,
  documents: ReadonlyMap<Projection, readonly Document[]>,
): Promise<{ readonly documents: number; readonly all: number }> {
  const client = new MongoClient(url)
  const readStore = await mongoReadStore(url)
  const written = await timed(() =>
    Promise.all(
      [...documents].map(async ([projection, all]) => {
        const collection = client.db().collection(collectionName(projection))
        for (let i = 0; i < all.length; i += BATCH)
          await collection.bulkWrite(
            all.slice(i, i + BATCH).map((document) => ({ insertOne: { document } })),
            { ordered: false },
          )
      }),
    ),
  )
  const indexed = await timed(() =>
    Promise.all(
      [...documents.keys()].map((projection) =>
        readStore.collection(collectionName(projection)).ensureIndexes(projection.indexes),
      ),
    ),
  )
  await Promise.all([client.close(), readStore.close()])
  return { documents: written, all: written + indexed }
}

/** Documents that the projections left in a database. */
export async function documentsIn(
  url: string,
  of: readonly Projection[],
  generation = 0,
): Promise<ReadonlyMap<Projection, readonly Document[]>> {
  const client = new MongoClient(url)
  try {
    return new Map(
      await Promise.all(
        of.map(
          async (one) =>
            [
              one,
              await client.db().collection(collectionName(one, generation)).find().toArray(),
            ] as const,
        ),
      ),
    )
  } finally {
    await client.close()
  }
}

/** Both take turns on the same server, each round in a database of its own. */
export async function run(): Promise<BenchResult[]> {
  const server = await realMongoDb()
  if ('missing' in server) return notRun(server.missing)
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-rebuild-'))
  const ending: (() => unknown)[] = []
  const store = await openLog({ DATA_DIR: directory }, ending)
  const client = new MongoClient(server.url)
  try {
    const written = await writeYears(store, EVENTS)
    const rounds: { readonly ours: number; readonly theirs: number; readonly documents: number }[] =
      []
    let documents: ReadonlyMap<Projection, readonly Document[]> = new Map()
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await rebuilt(store, databaseAt(server.url, `rebuild${round}`))
      documents = await documentsIn(databaseAt(server.url, `rebuild${round}`), projections, 1)
      const bareOnes = await bare(databaseAt(server.url, `bare${round}`), documents)
      await Promise.all([
        client.db(`rebuild${round}`).dropDatabase(),
        client.db(`bare${round}`).dropDatabase(),
      ])
      // the first warms up
      if (round > 0) rounds.push({ ours, theirs: bareOnes.all, documents: bareOnes.documents })
    }
    const count = [...documents.values()].reduce((sum, all) => sum + all.length, 0)
    const seconds = (of: (round: (typeof rounds)[number]) => number) =>
      Math.round(median(rounds.map(of)) / 10) / 100
    return [
      {
        name: 'rebuild of every read model into MongoDB',
        value:
          Math.round(median(rounds.map(({ ours, theirs }) => (theirs / ours) * 100)) * 10) / 10,
        unit: '% of bare bulkWrite of the same documents, and their indexes',
        atLeast: 70,
        against: `${written} events into ${count} documents of ${documents.size} collections on ${await servedBy(server.url)}: rebuilt in ${seconds(({ ours }) => ours)} s, bare in ${seconds(({ theirs }) => theirs)} s, of which ${seconds(({ documents: alone }) => alone)} s without the indexes; medians of ${ROUNDS} rounds in turn`,
      },
    ]
  } finally {
    await client.close()
    await server.stop()
    for (const end of ending) await end()
    rmSync(directory, { recursive: true, force: true })
  }
}
