import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import { records } from '#domain/records.ts'
import type { Projection } from './kernel/projection.ts'
import { stamp, type Stamp } from './kernel/stamp.ts'

/** A live record: its stored values beside its stamp. */
export type RecordDoc = Doc & Stamp & { readonly values: Readonly<Record<string, unknown>> }

const recordProjection = (type: RecordType): Projection<RecordDoc> => ({
  name: type.name,
  version: 1,
  handles: Object.values(type.events),
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event) {
    if (event.type === type.events.removed) return null
    const { values } = event.data as { values: Readonly<Record<string, unknown>> }
    return {
      _id: idOf(event.stream),
      owner: event.meta.owner,
      ...stamp(doc, event),
      values: { ...doc?.values, ...values },
    }
  },
  indexes: [{ fields: ['owner', `values.${type.listed[0]}`] }],
})

const projections = new Map(records.map((type) => [type.name, recordProjection(type)]))

/** The read model of a record type of `domain/records.ts`. */
export function recordsOf(type: RecordType): Projection<RecordDoc> {
  const projection = projections.get(type.name)
  if (projection === undefined) throw new Error(`${type.name} is not listed in domain/records.ts`)
  return projection
}

export const recordProjections: readonly Projection<RecordDoc>[] = [...projections.values()]
