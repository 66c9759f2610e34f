import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { projections } from '#projections/all.ts'
import type { Editions } from '#projections/kernel/editions.ts'

/** Folding that takes less time is not worth a line. */
const EVERY_MS = 3_000

/**
 * Logs the progress of folding, until the read models of this process have caught up.
 *
 * @returns ends it
 */
export function tellFolding({
  readStore,
  editions,
  store,
  log,
}: {
  readonly readStore: Pick<ReadStore, 'checkpoints'>
  readonly editions: Editions
  readonly store: Pick<EventStore, 'head'>
  readonly log: Log
}): () => void {
  async function tell(): Promise<void> {
    const head = Number(await store.head())
    const shares = await Promise.all(
      projections.map(async (projection) => {
        const { position } = await readStore.checkpoints.load(editions.of(projection).target)
        return head === 0 ? 1 : Math.min(1, Number(position) / head)
      }),
    )
    const left = shares.filter((share) => share < 1).length
    if (left === 0) return clearInterval(timer)
    const percent = Math.floor(
      (shares.reduce((sum, share) => sum + share, 0) / shares.length) * 100,
    )
    log.info(
      { readModels: left, percent },
      `The log is folded into ${left} read models: ${percent} %`,
    )
  }
  const timer = setInterval(() => {
    tell().catch((error: unknown) =>
      log.warn({ err: error }, 'The progress of folding could not be read'),
    )
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}
