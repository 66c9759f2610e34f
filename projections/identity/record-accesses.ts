import {
  RECORD_ACCESS_MS,
  type RecordAccess,
  type RecordAccessEvent,
} from '#domain/identity/record-access.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'

/** A time that an administrator opened a record of `owner`. @unit at: epoch milliseconds */
export type RecordAccessDoc = Doc & RecordAccess & { readonly at: number }

export const recordAccesses = defineProjection<RecordAccessEvent, RecordAccessDoc>({
  name: 'record-accesses',
  version: 1,
  on: {
    UserRecordOpened: (_, { data, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      ...data,
      at: meta.occurredAt,
    }),
  },
  indexes: [{ fields: ['owner', 'at'] }, { fields: ['by', 'at'] }],
})

/** The most records that one administrator can have open. */
const MOST = 200

/**
 * Records that an administrator may read now: their streams by `entity-id`, with the last opening
 * of each.
 */
export async function openRecords(
  model: ReadModel<RecordAccessDoc>,
  by: string,
  now: number,
): Promise<ReadonlyMap<string, RecordAccessDoc>> {
  const where = { by, at: { $gt: now - RECORD_ACCESS_MS } }
  const { items } = await model.find({ filter: { where }, sort: [['at', -1]], limit: MOST })
  return new Map(
    items.toReversed().map((access) => [`${access.entity}-${access.recordId}`, access]),
  )
}
