import { existsSync } from 'node:fs'
import path from 'node:path'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { type Damage, type VerifyReport, type ExternalSeal, verifyLog } from '#commands/kernel/verify.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Doc, Stored } from '#domain/kernel/read-store.ts'
import { projections } from '#projections/all.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'

/** For one question to MongoDB: no index serves them. */
const PATIENCE_MS = 120_000

export type Verified = VerifyReport & {
  /** The log, in words that hold no password. */
  readonly log: string
  /** What else the log was compared with. */
  readonly comparedWith: readonly string[]
}

/**
 * Walks the log that is configured, whatever its state, beside the product that writes to it or without. Compares it with its seals,
 * with the newest one that is kept outside of it, with `expected`, and with read models that outlive the process: they were made from it.
 *
 * @throws Error when there is no such log; what the servers say
 */
export async function verifyConfigured(
  addresses: EngineAddresses,
  expected: readonly ExternalSeal[] = [],
): Promise<Verified> {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = addresses
  const kept = await externalSealAt(addresses).read()
  const witnesses = kept ? [...expected, kept] : expected
  const comparedWith = witnesses.map((witness) => witness.kept)
  const file = path.join(DATA_DIR, 'events.sqlite')
  if (!EVENTSTORE_URL && !existsSync(file))
    throw new Error(`There is no event log at ${file}. Set DATA_DIR to the data directory you mean.`)
  // Before the walk: what is written meanwhile is in the log before it is in a read model.
  const folded = MONGODB_URL ? await newestFolded(MONGODB_URL) : []
  if (MONGODB_URL) comparedWith.push('the read models in MongoDB')
  const report = EVENTSTORE_URL ? await verifyServer(EVENTSTORE_URL, witnesses) : await verifySqliteLog(file, witnesses)
  const { upTo } = report
  const beyond = folded
    .filter(({ position }) => position > upTo)
    .map(({ projection, id, position }): Damage => {
      const detail = `the log ends here, and ${id} in the read model ${projection} was made from an event at position ${Number(position)}`
      return { what: 'end', position: upTo, detail }
    })
  return {
    ...report,
    log: EVENTSTORE_URL ? 'EventStoreDB' : file,
    comparedWith,
    damages: [...report.damages, ...beyond],
  }
}

async function verifyServer(url: string, witnesses: readonly ExternalSeal[]): Promise<VerifyReport> {
  const store = (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(url)
  try {
    return await verifyLog(store, { witnesses })
  } finally {
    await store.close()
  }
}

/** The document of each read model that was changed last, and the position of the event that did. */
async function newestFolded(
  url: string,
): Promise<readonly { readonly projection: string; readonly id: string; readonly position: Position }[]> {
  const readStore = await (await import('#projections/read-store/mongodb.ts')).mongoReadStore(url, {
    timeout: PATIENCE_MS,
  })
  try {
    const { aliases } = readStore
    const found = await Promise.all(
      projections.map(async (projection) => {
        const base = (await aliases.get(projection.name)) ?? collectionName(projection)
        const { items } = await readStore
          .collection<Stored<Doc>>((await aliases.get(base)) ?? base)
          .find({ filter: {}, sort: [['_pos', -1]], limit: 1 })
        return items.map(({ _id, _pos }) => ({ projection: projection.name, id: _id, position: _pos }))
      }),
    )
    return found.flat()
  } finally {
    await readStore.close()
  }
}
