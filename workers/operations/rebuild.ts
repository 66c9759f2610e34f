import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { forget, openEditions } from '#projections/kernel/editions.ts'
import { editionOf, type Projection } from '#projections/kernel/projection.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'
import { foldingCodes } from '#workers/kernel/folding-codes.ts'
import { openOwnReadModels } from '#workers/kernel/own-read-models.ts'
import { openLog } from './archive.ts'

/**
 * Folds read models of a data directory again, while no product runs there. After a crash or an
 * interruption the next start goes on.
 *
 * @throws EventStoreLocked while the product runs · errors of the engines
 */
export async function rebuildHere(
  addresses: EngineAddresses,
  wanted: readonly Projection[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  ending: (() => unknown)[],
  signal?: AbortSignal,
): Promise<'serving' | 'stopped' | 'interrupted'> {
  const keyring = await openKeys(addresses, ending)
  const store = await openLog(addresses, ending, keyring)
  const own = await openOwnReadModels({ dataDir: addresses.DATA_DIR, keyring, store, log })
  ending.push(() => own.close())
  const { readStore } = own
  const names = new Set(wanted.map(({ name }) => name))
  for (const collection of await readStore.names())
    if (names.has(editionOf(collection)?.name ?? '')) await forget(readStore, collection)
  const codes = await foldingCodes()
  const projector = createProjector({
    store,
    readStore,
    clock,
    log,
    projections: wanted,
    queue: { wake: async () => {} },
    editions: await openEditions({ readStore, projections, codes, log }),
    groupOf: ({ name }) => name,
  })
  for (const group of projector.groups)
    while ((await projector.catchUp(group, signal)) === 'more')
      if (signal?.aborted) return 'interrupted'
  await own.mark()
  const { projections: standing } = await projector.status()
  return standing.some(({ state }) => state === 'stopped') ? 'stopped' : 'serving'
}
