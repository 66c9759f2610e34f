import type { Doc } from '#domain/kernel/read-store.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import type { RecordEvent } from '#domain/kernel/record-decider.ts'
import { records } from '#domain/records.ts'
import { defineProjection, type Handler, type Projection } from './kernel/projection.ts'
import type { Stamp } from './kernel/stamp.ts'

/** A live record: its stored values beside its stamp. */
export type RecordDoc = Doc & Stamp & { readonly values: Readonly<Record<string, unknown>> }

const kept: Handler<RecordEvent, RecordDoc> = (doc, { data, meta, stamp }, key) => ({
  _id: key,
  owner: meta.owner,
  ...stamp,
  values: { ...doc?.values, ...data.values },
})

const recordProjection = ({ name, events, listed }: RecordType): Projection<RecordDoc> =>
  defineProjection<RecordEvent, RecordDoc>({
    name,
    version: 1,
    on: { [events.added]: kept, [events.changed]: kept, [events.removed]: () => null },
    indexes: [{ fields: ['owner', `values.${listed[0]}`] }],
  })

const projections = new Map(records.map((type) => [type.name, recordProjection(type)]))

/** The read model of a record type of `domain/records.ts`. */
export function recordsOf(type: RecordType): Projection<RecordDoc> {
  const projection = projections.get(type.name)
  if (projection === undefined) throw new Error(`${type.name} is not listed in domain/records.ts`)
  return projection
}

export const recordProjections: readonly Projection<RecordDoc>[] = [...projections.values()]
