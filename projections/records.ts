import { completed, type FieldKind, type Values } from '#domain/kernel/records/field.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { RecordEvent } from '#domain/kernel/records/record-decider.ts'
import { type RecordType, settled, titleOf } from '#domain/kernel/records/record.ts'
import { derivedOf } from '#domain/kernel/records/record-entity.ts'
import { sortedFields } from '#domain/kernel/records/record-sort.ts'
import { records } from '#domain/records.ts'
import { defineProjection, type Handler, type Projection } from './kernel/projection.ts'
import type { ReadModel } from './kernel/read-models.ts'
import type { Stamp } from './kernel/stamp.ts'
import { type CollationKeys, collationKeys } from '#domain/kernel/collation-key.ts'

/**
 * A live record: the stored value of every declared field, and its stamp. `sorted` holds what a
 * list sorts by, unless it is a number of `values`. It has texts by their collations, an
 * address's town, a month with its year, and derived figures.
 */
export type RecordDoc = Doc &
  Stamp & {
    readonly values: Values
    readonly sorted: Readonly<Record<string, CollationKeys | number>>
  }

/** Kinds that `values` sorts: numbers, and yes or no. */
const PLAIN: ReadonlySet<FieldKind> = new Set([
  'integer',
  'decimal',
  'percent',
  'money',
  'duration',
  'year',
  'day',
  'instant',
  'boolean',
  'level',
  'colour',
])
const isPlain = (type: RecordType, key: string): boolean => {
  const field = type.fields[key]
  return field !== undefined && PLAIN.has(field.kind)
}

/** `address.city` is a part of `address`. */
const ownFields = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((path) => path.split('.', 1)[0] ?? path)),
]

/**
 * The document's field that a list's column sorts by. A reference is sorted by its name, which is
 * another record's.
 */
export const sortFieldOf = (type: RecordType, key: string): string =>
  isPlain(type, key)
    ? `values.${key}`
    : type.fields[key]?.kind === 'month' || Object.hasOwn(type.derived, key)
      ? `sorted.${key}`
      : `sorted.${key}.fr`

/** The document's field that a list is sorted by unless another is asked for. */
export function usualSortField(type: RecordType): string {
  const sorted = sortedFields(type).filter((key) => type.fields[key]?.kind !== 'reference')
  const first = ownFields(type.listed).find((key) => sorted.includes(key)) ?? type.named[0] ?? ''
  return sortFieldOf(type, first)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Kinds that a list is narrowed by so far that an index is worth it. */
const FILTERED: ReadonlySet<FieldKind> = new Set(['reference', 'choice'])

function sortKeys(type: RecordType, values: Values): RecordDoc['sorted'] {
  const keyOf = (key: string): CollationKeys | number => {
    const field = type.fields[key]
    const value = values[key]
    if (field?.kind === 'month')
      return Number(values[field.yearField ?? ''] ?? 0) * 12 + Number(value ?? 0)
    if (field?.kind === 'address' && typeof value === 'object' && value !== null && 'city' in value)
      return collationKeys(textOf(value.city))
    return collationKeys(textOf(value))
  }
  return {
    ...Object.fromEntries(
      sortedFields(type).flatMap((key) => {
        const field = type.fields[key]
        return field === undefined || field.kind === 'reference' || isPlain(type, key)
          ? []
          : [[key, keyOf(key)]]
      }),
    ),
    ...derivedOf(type, values),
  }
}

const recordProjection = (type: RecordType): Projection<RecordDoc> => {
  const written: Handler<RecordEvent<RecordType>, RecordDoc> = (
    doc,
    { data, meta, stamp },
    key,
  ) => {
    const values = settled(type, completed(type.fields, { ...doc?.values, ...data.values }))
    return { _id: key, owner: meta.owner, ...stamp, values, sorted: sortKeys(type, values) }
  }
  const sorted = sortedFields(type).filter((key) => type.fields[key]?.kind !== 'reference')
  const listed = ownFields(type.listed).filter((key) => sorted.includes(key))
  const filtered = Object.keys(type.fields).filter((key) =>
    FILTERED.has(type.fields[key]?.kind ?? 'text'),
  )
  const indexed = new Set([
    ...(type.scope === 'profile' ? ['values.profileId'] : []),
    ...filtered.map((key) => `values.${key}`),
    ...listed.map((key) => sortFieldOf(type, key)),
  ])
  return defineProjection<RecordEvent<RecordType>, RecordDoc>({
    name: type.name,
    // Four more than the declared version, since documents hold what they are sorted by.
    version: type.version + 4,
    on: {
      [type.events.added]: written,
      [type.events.changed]: written,
      [type.events.removed]: () => null,
      [type.events.restored]: written,
      ...(type.mergeEvents && {
        [type.mergeEvents.merged]: written,
        [type.mergeEvents.parted]: written,
      }),
    },
    indexes: [...indexed].map((path) => ({ fields: ['owner', path] })),
  })
}

const projections = new Map(records.map((type) => [type.name, recordProjection(type)]))

/** Ids of an owner's records that hold these stored values; two are enough to know. */
export async function recordsLike(
  read: ReadModel<RecordDoc>,
  owner: string,
  values: Values,
): Promise<readonly string[]> {
  const where = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`values.${key}`, value]),
  )
  const { items } = await read.find({ filter: { where: { owner, ...where } }, limit: 2 })
  return items.map(({ _id }) => _id)
}

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
    filter: {
      where: { owner: query.owner },
      or: fields.map((key) => ({ [`values.${key}`]: query.id })),
    },
    limit: query.limit,
  })
  return items.map((doc) => ({ entity: type.name, id: doc._id, name: titleOf(type, doc.values) }))
}
