import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { RecordEvent } from '#domain/kernel/records/record-decider.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import type { OfferState } from '#domain/prospecting/offer.values.ts'
import { defineProjection, type Fact } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'

/** An offer's state and the instant, in epoch milliseconds, from which it has had it. */
export type OfferStateDoc = Doc & { readonly state: OfferState; readonly since: number }

const stateOf = (
  doc: OfferStateDoc | null,
  { data, meta }: Fact<RecordEvent<typeof Offer>>,
  key: string,
): OfferStateDoc | null => {
  const state = data.values.state ?? doc?.state ?? 'new'
  return state === doc?.state ? doc : { _id: key, owner: meta.owner, state, since: meta.occurredAt }
}

/** Since when each offer has been in its state. */
export const offerStates = defineProjection<RecordEvent<typeof Offer>, OfferStateDoc>({
  name: 'offerStates',
  version: 1,
  on: {
    [Offer.events.added]: stateOf,
    [Offer.events.changed]: stateOf,
    [Offer.events.removed]: () => null,
    [Offer.events.restored]: stateOf,
  },
  indexes: [{ fields: ['owner'] }],
})

/** @returns instants in epoch milliseconds, by the offer's id */
export const sinceOf = async (
  states: ReadModel<OfferStateDoc>,
  owner: string,
): Promise<ReadonlyMap<string, number>> => {
  const { items } = await states.find({ filter: { where: { owner } } })
  return new Map(items.map(({ _id, since }) => [_id, since]))
}
