import { completed, type FieldKind, type Values } from '#domain/kernel/field.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import type { RecordEvent } from '#domain/kernel/record-decider.ts'
import { type RecordType, titleOf } from '#domain/kernel/record.ts'
import { records } from '#domain/records.ts'
import { defineProjection, type Handler, type Projection } from './kernel/projection.ts'
import type { ReadModel } from './kernel/read-models.ts'
import type { Stamp } from './kernel/stamp.ts'

/** A live record: the stored value of every declared field, and its stamp. */
export type RecordDoc = Doc & Stamp & { readonly values: Values }

/** Kinds whose values an index cannot order. */
const UNORDERED: ReadonlySet<FieldKind> = new Set([
  'texts',
  'choices',
  'references',
  'files',
  'rows',
  'address',
  'image',
  'longText',
  'markdown',
  'richText',
])
/** Fields that a list can be sorted by: those that hold one number, one line, or yes or no. */
export const sortedFields = (type: RecordType): readonly string[] =>
  Object.entries(type.fields).flatMap(([key, { kind }]) =>
    kind === 'address' ? [`${key}.city`] : UNORDERED.has(kind) ? [] : [key],
  )

const recordProjection = (type: RecordType): Projection<RecordDoc> => {
  const kept: Handler<RecordEvent<RecordType>, RecordDoc> = (doc, { data, meta, stamp }, key) => ({
    _id: key,
    owner: meta.owner,
    ...stamp,
    values: completed(type.fields, { ...doc?.values, ...data.values }),
  })
  const sorted = sortedFields(type)
  const indexed = [...(type.scope === 'profile' ? ['profileId'] : []), ...type.listed.filter((p) => sorted.includes(p))]
  return defineProjection<RecordEvent<RecordType>, RecordDoc>({
    name: type.name,
    version: type.version,
    on: { [type.events.added]: kept, [type.events.changed]: kept, [type.events.removed]: () => null },
    indexes: indexed.map((path) => ({ fields: ['owner', `values.${path}`] })),
  })
}

const projections = new Map(records.map((type) => [type.name, recordProjection(type)]))

/** The read model of a record type of `domain/records.ts`. */
export function recordsOf(type: RecordType): Projection<RecordDoc> {
  const projection = projections.get(type.name)
  if (projection === undefined) throw new Error(`${type.name} is not listed in domain/records.ts`)
  return projection
}

export const recordProjections: readonly Projection<RecordDoc>[] = [...projections.values()]

/** The reference fields of a type that keep a record of `entity` from being removed. */
export const keepingFields = (type: RecordType, entity: string): readonly string[] =>
  Object.entries(type.fields).flatMap(([key, { references, onRemove }]) =>
    references === entity && onRemove === 'refuse' ? [key] : [],
  )

/** Records of a type that name `id` in one of these fields. */
export async function recordsNaming(
  documents: ReadModel<RecordDoc>,
  type: RecordType,
  fields: readonly string[],
  query: { readonly owner: string; readonly id: string; readonly limit: number },
) {
  const { items } = await documents.find({
    filter: { where: { owner: query.owner }, or: fields.map((key) => ({ [`values.${key}`]: query.id })) },
    limit: query.limit,
  })
  return items.map((doc) => ({ entity: type.name, id: doc._id, name: titleOf(type, doc.values) }))
}
