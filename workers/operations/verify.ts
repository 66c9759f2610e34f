import { existsSync } from 'node:fs'
import path from 'node:path'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import {
  type Damage,
  type VerifyReport,
  type ExternalSeal,
  verifyLog,
} from '#commands/kernel/verify.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Doc, Stored } from '#domain/kernel/ports/read-store.ts'
import { projections } from '#projections/all.ts'
import { sharingOf } from '#projections/kernel/rebuild.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { type PartsReport, readParts } from './readable-copy.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'

/** Time limit of one query to MongoDB: no index serves these. @unit ms */
const PATIENCE_MS = 120_000

export type Verified = VerifyReport & {
  /** The log's address, without a password. */
  readonly log: string
  /** Names of the other things that the log was compared with. */
  readonly comparedWith: readonly string[]
  /** The keys, accounts and documents of a data directory; null where they are on servers. */
  readonly parts: PartsReport | null
}

/**
 * Walks the configured log, damaged or not, whether the product runs or not. Compares it with its
 * seals, with the newest external seal, with `expected`, and with stored read models. Reads back
 * the keys, accounts and documents of a data directory.
 *
 * @throws Error when there is no such log; errors of the servers
 */
export async function verifyConfigured(
  addresses: EngineAddresses & { readonly OIDC_ISSUER?: string | undefined },
  expected: readonly ExternalSeal[] = [],
): Promise<Verified> {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = addresses
  const seals = await externalSealAt(addresses).read()
  const witnesses = seals ? [...expected, seals] : expected
  const comparedWith = witnesses.map((witness) => witness.kept)
  const file = path.join(DATA_DIR, 'events.sqlite')
  if (!EVENTSTORE_URL && !existsSync(file))
    throw new Error(
      `There is no event log at ${file}. Set DATA_DIR to the data directory you mean.`,
    )
  // Read before the walk: an event reaches the log before a read model.
  const folded = MONGODB_URL ? await newestFolded(MONGODB_URL) : []
  if (MONGODB_URL) comparedWith.push('the read models in MongoDB')
  const report = EVENTSTORE_URL
    ? await verifyServer(EVENTSTORE_URL, witnesses)
    : await verifySqliteLog(file, witnesses)
  const { upTo } = report
  const beyond = folded
    .filter(({ position }) => position > upTo)
    .map(({ projection, id, position }): Damage => {
      const detail = `the log ends here, and ${id} in the read model ${projection} was made from an event at position ${Number(position)}`
      return { what: 'end', position: upTo, detail }
    })
  const damages = [...report.damages, ...beyond]
  const parts =
    EVENTSTORE_URL || MONGODB_URL || damages.length > 0
      ? null
      : await readParts(addresses, {
          hasAccounts: addresses.OIDC_ISSUER === undefined,
          documents: 'bytes',
        })
  return {
    ...report,
    log: EVENTSTORE_URL ? 'EventStoreDB' : file,
    comparedWith,
    damages,
    parts,
  }
}

async function verifyServer(
  url: string,
  witnesses: readonly ExternalSeal[],
): Promise<VerifyReport> {
  const store = (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(url)
  try {
    return await verifyLog(store, { witnesses })
  } finally {
    await store.close()
  }
}

/** The most recently changed document of each read model, and the position of its last event. */
async function newestFolded(
  url: string,
): Promise<
  readonly { readonly projection: string; readonly id: string; readonly position: Position }[]
> {
  const readStore = await (await import('#projections/read-store/mongodb.ts')).mongoReadStore(url, {
    timeout: PATIENCE_MS,
  })
  try {
    const { aliases } = sharingOf(readStore)
    const found = await Promise.all(
      projections.map(async (projection) => {
        const base = (await aliases.get(projection.name)) ?? collectionName(projection)
        const { items } = await readStore
          .collection<Stored<Doc>>((await aliases.get(base)) ?? base)
          .find({ filter: {}, sort: [['_pos', -1]], limit: 1 })
        return items.map(({ _id, _pos }) => ({
          projection: projection.name,
          id: _id,
          position: _pos,
        }))
      }),
    )
    return found.flat()
  } finally {
    await readStore.close()
  }
}
