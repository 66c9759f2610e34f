import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Doc, Query } from '#domain/kernel/ports/read-store.ts'
import type { ReadModel } from './read-models.ts'

/** Documents that are read between two turns of the event loop: some milliseconds. */
const PAGE = 100

/**
 * All documents that a query finds, in its order. Other requests have their turns between them. A
 * document that is written meanwhile may be missing.
 */
export async function* allDocuments<D extends Doc>(
  model: ReadModel<D>,
  query: Pick<Query, 'filter' | 'sort'>,
): AsyncGenerator<D> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof model.find>> = await model.find({
      ...query,
      limit: PAGE,
      ...(cursor !== null && { cursor }),
    })
    yield* page.items
    cursor = page.next
    if (cursor !== null) await nextTurn()
  } while (cursor !== null)
}
