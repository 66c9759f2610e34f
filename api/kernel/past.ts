import { refusal } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/**
 * A document at an instant, as its read model would have answered then.
 *
 * @param of a stream's id is its document's id
 * @param at epoch milliseconds
 * @throws NOT_FOUND when this owner had none
 */
export async function docAt<D extends Doc>(
  store: Pick<EventStore, 'readStream'>,
  of: { readonly projection: Projection<D>; readonly category: string; readonly id: string },
  owner: string,
  at: number,
): Promise<D> {
  const { projection, category, id } = of
  const { events } = await store.readStream(`${category}-${id}`)
  const doc = events
    .filter(({ type, meta }) => meta.occurredAt <= at && projection.handles.includes(type))
    .reduce<D | null>((before, event) => projection.evolve(before, event, id), null)
  if (doc?.owner !== owner) throw refusal('NOT_FOUND', { id })
  return doc
}
