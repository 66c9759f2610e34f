import type { MergedEntity } from '#domain/customers/merge.values.ts'
import type { ToldApartEvent } from '#domain/customers/told-apart.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '../kernel/projection.ts'

/** Two records that are not one, as their user says. @unit `at`: epoch milliseconds */
export type ToldApartDoc = Doc & {
  readonly entity: MergedEntity
  readonly ids: readonly [string, string]
  readonly at: number
}

export const toldApart = defineProjection<ToldApartEvent, ToldApartDoc>({
  name: 'told-apart',
  version: 1,
  on: {
    RecordsToldApart: (_, { data: { entity, ids }, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      entity,
      ids,
      at: meta.occurredAt,
    }),
    TellingApartForgotten: () => null,
  },
  indexes: [{ fields: ['owner', 'entity', 'at'] }],
})
