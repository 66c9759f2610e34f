import path from 'node:path'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { openSqliteReader } from '#commands/event-store/sqlite-reader.ts'
import { upcasting } from '#commands/event-store/upcast.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { personalData } from '#domain/personal.ts'
import { projections } from '#projections/all.ts'
import { createProjector, type ProjectionStatus } from '#projections/kernel/catch-up.ts'
import { collectionName, editionOf, type Projection } from '#projections/kernel/projection.ts'
import { forget } from '#projections/kernel/editions.ts'
import { sharingOf } from '#projections/kernel/rebuild.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'

/** The log and its read models, while other processes work on them. */
export type ReadSide = { readonly store: EventStore; readonly readStore: ReadStore }

/**
 * The log, for reading while another process writes to it. @throws the engine's error when it
 * cannot be opened
 */
export async function openLogToRead(
  addresses: EngineAddresses,
  ending: (() => unknown)[],
  keyring?: Keyring,
): Promise<EventStore> {
  const { DATA_DIR, EVENTSTORE_URL } = addresses
  const store = EVENTSTORE_URL
    ? (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL)
    : openSqliteReader(path.join(DATA_DIR, 'events.sqlite'))
  ending.push(() => store.close())
  const keys = keyring ?? (await openKeys(addresses, ending))
  return upcasting(encrypting(store, { keyring: keys, personalData }), upcasters)
}

/**
 * A tool waits longer for a call than a request does: indexes of large collections take their time.
 */
const CALL_MS = 60_000
/**
 * A rebuild of all read models opens many connections at once, for which a slow server takes its
 * time.
 */
const CONNECT_MS = 30_000

/**
 * @param ending receives what has to be closed
 * @returns null when the read models are in another process's memory
 * @throws the engine's error when it cannot be opened
 */
export async function openReadSide(
  addresses: EngineAddresses,
  ending: (() => unknown)[],
): Promise<ReadSide | null> {
  if (!addresses.MONGODB_URL) return null
  const { mongoReadStore } = await import('#projections/read-store/mongodb.ts')
  const readStore = await mongoReadStore(addresses.MONGODB_URL, {
    timeout: CALL_MS,
    patience: CONNECT_MS,
  })
  ending.push(() => readStore.close())
  return { store: await openLogToRead(addresses, ending), readStore }
}

/** The projections of these names, or all. @returns null when a name is unknown */
export function named(names: readonly string[]): readonly Projection[] | null {
  if (names.length === 1 && names[0] === 'all') return projections
  const found = projections.filter(({ name }) => names.includes(name))
  return names.length > 0 && found.length === new Set(names).size ? found : null
}

const projectorOf = (
  { store, readStore }: ReadSide,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
) =>
  createProjector({
    store,
    readStore,
    clock,
    log,
    projections,
    queue: { wake: async () => {} },
    groupOf: ({ name }) => name,
  })

export type Standings = {
  readonly projections: readonly ProjectionStatus[]
  /**
   * Collections of read models that serve no queries: of older versions, of interrupted rebuilds.
   */
  readonly idle: readonly string[]
}

export async function standings(
  side: ReadSide,
  machinery: { readonly clock: Clock; readonly log: Log },
): Promise<Standings> {
  const { projections: list } = await projectorOf(side, machinery).status()
  return { projections: list, idle: await idleCollections(side.readStore) }
}

async function idleCollections(readStore: ReadStore): Promise<readonly string[]> {
  const { aliases } = sharingOf(readStore)
  const placeOf = async (base: string) => (await aliases.get(base)) ?? base
  const idle = await Promise.all(
    (await readStore.names()).map(async (collection) => {
      const edition = editionOf(collection)
      const projection = projections.find(({ name }) => name === edition?.name)
      // Collections of a newer version belong to newer code.
      if (!edition || !projection || edition.version > projection.version) return []
      const own = collectionName(projection)
      const used = await Promise.all([
        placeOf(own),
        placeOf((await aliases.get(projection.name)) ?? own),
      ])
      return used.includes(collection) ? [] : [collection]
    }),
  )
  return idle.flat().sort()
}

/** Retries a stopped projection in this process. @returns its state afterwards */
export async function retry(
  side: ReadSide,
  name: string,
  machinery: { readonly clock: Clock; readonly log: Log },
): Promise<ProjectionStatus> {
  const projector = projectorOf(side, machinery)
  await projector.retry(name)
  while ((await projector.catchUp(name)) === 'more');
  const status = (await projector.status()).projections.find((one) => one.name === name)
  if (!status) throw new Error(`There is no projection ${name}`)
  return status
}

/** Drops idle collections. @returns their names */
export async function dropIdle({ readStore }: ReadSide): Promise<readonly string[]> {
  const idle = await idleCollections(readStore)
  for (const collection of idle) await forget(readStore, collection)
  return idle
}
