import { refusal } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/event-store.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { type BillDoc, bills } from '#projections/billing/bills.ts'

/**
 * A bill as it was at an instant: what its read model would have said then.
 *
 * @param at epoch milliseconds
 * @throws NOT_FOUND when there was none
 */
export async function billAt(
  store: Pick<EventStore, 'readStream'>,
  owner: string,
  profileId: string,
  id: string,
  at: number,
): Promise<BillDoc> {
  const { events } = await store.readStream(`${billDecider.category}-${id}`)
  const doc = events
    .filter(({ meta }) => meta.occurredAt <= at)
    .reduce<BillDoc | null>((before, event) => bills.evolve(before, event, id), null)
  if (doc === null || doc.owner !== owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
  return doc
}
