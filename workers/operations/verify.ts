import { existsSync } from 'node:fs'
import path from 'node:path'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { type Damage, type VerifyReport, type Witness, verifyLog } from '#commands/kernel/verify.ts'
import { fileWitness } from '#commands/operations/witness.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { ReadStore } from '#domain/kernel/read-store.ts'
import { projections } from '#projections/all.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'

export type Verified = VerifyReport & {
  /** The log, in words that hold no password. */
  readonly log: string
  /** What else the log was compared with. */
  readonly comparedWith: readonly string[]
}

/**
 * Walks the log that is configured, whatever its state, beside the product that writes to it or without. Compares it with its seals,
 * with the newest seal in the data directory, with `expected`, and with read models that outlive the process: they were made from it.
 *
 * @throws Error when there is no such log; what the servers say
 */
export async function verifyConfigured({ DATA_DIR, EVENTSTORE_URL, MONGODB_URL }: EngineAddresses, expected: readonly Witness[] = []): Promise<Verified> {
  const kept = await fileWitness(DATA_DIR).read()
  const witnesses = kept ? [...expected, kept] : expected
  const comparedWith = witnesses.map((witness) => witness.kept)
  const file = path.join(DATA_DIR, 'events.sqlite')
  if (!EVENTSTORE_URL && !existsSync(file)) throw new Error(`There is no event log at ${file}. Set DATA_DIR to the data directory you mean.`)
  const report = EVENTSTORE_URL ? await verifyServer(EVENTSTORE_URL, witnesses) : await verifySqliteLog(file, witnesses)
  const log = EVENTSTORE_URL ? 'EventStoreDB' : file
  if (!MONGODB_URL) return { ...report, log, comparedWith }
  const readStore = await (await import('#projections/read-store/mongodb.ts')).mongoReadStore(MONGODB_URL)
  try {
    return { ...report, log, comparedWith: [...comparedWith, 'the read models in MongoDB'], damages: [...report.damages, ...(await readModelsBeyond(readStore, report.upTo))] }
  } finally {
    await readStore.close()
  }
}

async function verifyServer(url: string, witnesses: readonly Witness[]): Promise<VerifyReport> {
  const store = (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(url)
  try {
    return await verifyLog(store, witnesses)
  } finally {
    await store.close()
  }
}

/** Documents made from an event behind the log's end: the log has lost it. One a read model at most. */
async function readModelsBeyond(readStore: ReadStore, upTo: Position): Promise<readonly Damage[]> {
  const found = await Promise.all(
    projections.map(async (projection): Promise<readonly Damage[]> => {
      const serving = (await readStore.aliases.get(projection.name)) ?? collectionName(projection)
      const { items } = await readStore.collection(serving).find({ filter: {}, sort: [['_pos', -1]], limit: 1 })
      const [newest] = items as readonly { readonly _id: string; readonly _pos?: Position }[] // what is found carries its position
      if (newest?._pos === undefined || newest._pos <= upTo) return []
      return [{ what: 'end', position: upTo, detail: `the log ends, and ${newest._id} in the read model ${projection.name} was made from an event at position ${Number(newest._pos)}` }]
    }),
  )
  return found.flat()
}
