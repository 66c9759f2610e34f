import { z } from 'zod'
import { type Field, type FieldKind, kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { type RecordRow, type RecordType, referenceName } from '#domain/kernel/records/record.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { recordFilters } from './list-filters.ts'
import { filtersInQuery } from './list-filters.schemas.ts'
import { audit, Written } from './answers.schemas.ts'
import { schemas } from './contract.ts'
import { Id, own } from './inputs.schemas.ts'
import { ListQuery, sortBy } from './lists.schemas.ts'
import { sortedFields } from '#domain/kernel/records/record-sort.ts'

const mapped = <T>(
  fields: RecordType['fields'],
  of: (field: Field, key: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, of(field, key)]))

/** Fields that only the server writes: derived figures, names of references, audit fields. */
const readOnly = (type: RecordType): Record<string, z.ZodType> => ({
  ...mapped(type.derived, (field) => field.answer),
  ...Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, { kind }]): [string, z.ZodType][] => {
      if (kind === 'reference') return [[referenceName(key), z.string()]]
      return kind === 'references'
        ? [[referenceName(key), z.array(z.string()).register(kindsOfSchemas, { kind: 'texts' })]]
        : []
    }),
  ),
})

/** Names that may stand for ids: `organism` for `organismId`. */
const givenNames = (type: RecordType): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, { byName }]) =>
      byName ? [[referenceName(key), oneLine(200).optional()]] : [],
    ),
  )

/**
 * A record as answered: its fields, its derived figures, the names its references point to, its
 * audit fields.
 */
const recordRow = (type: RecordType): z.ZodType<RecordRow, RecordRow> =>
  z.object({ ...mapped(type.fields, (field) => field.answer), ...readOnly(type), ...audit })

/**
 * Body of a PUT: the record as it was read, or a part of it. `type.Patch` checks the changed
 * values. A field of several wire forms takes each of them.
 */
const recordBody = (type: RecordType) => {
  const { id: _, version: __, ...stamp } = audit
  const given = mapped(type.fields, ({ answer, wire }) =>
    wire instanceof z.ZodUnion ? z.union([answer, wire]) : answer,
  )
  return z
    .strictObject({ ...given, ...readOnly(type), ...stamp })
    .partial()
    .extend({ id: Id, version: z.int().min(0).optional() })
}

/** Kinds that a list filters by a range: `?purchaseDateFrom=&purchaseDateTo=`. */
export const RANGED: ReadonlySet<FieldKind> = new Set([
  'day',
  'instant',
  'year',
  'money',
  'integer',
  'decimal',
  'percent',
  'duration',
])

const figure = (kind: FieldKind) => z.coerce.number().register(kindsOfSchemas, { kind }).optional()
const whole = z.coerce.number().int().optional()
const one = (max: number) => z.string().max(max).optional()

const chosen = ({ options = [], list }: Field) =>
  list === undefined ? z.enum(options).optional() : one(60)

/** Kinds that a list filters by one value; a list field, by one of its entries. */
const EXACT: Readonly<Partial<Record<FieldKind, (field: Field) => z.ZodType>>> = {
  choice: chosen,
  choices: chosen,
  reference: () => one(26),
  references: () => one(26),
  texts: () => one(100),
  country: () => one(2),
  currency: () => one(3),
  boolean: () => z.stringbool().optional(),
  month: () => whole,
  level: () => whole,
  colour: () => whole,
}

/** The filter parameters of a field, named like the field. */
function filterOf(key: string, field: Field): Record<string, z.ZodType> {
  if (RANGED.has(field.kind))
    return { [`${key}From`]: figure(field.kind), [`${key}To`]: figure(field.kind) }
  const exact = EXACT[field.kind]
  return exact ? { [key]: exact(field) } : {}
}

const filters = (type: RecordType): Record<string, z.ZodType> =>
  Object.assign({}, ...Object.entries(type.fields).map(([key, field]) => filterOf(key, field)))

/**
 * Figures beside a page, of all found records. `sums` are of their amounts, by currency.
 * `references` are the records that each of their reference fields names.
 */
const RecordSummary = z.object({
  count: z.int(),
  sums: z.array(
    z.object({ currency: z.string(), count: z.int(), amounts: z.record(z.string(), z.number()) }),
  ),
  references: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
})
export type RecordSummary = z.output<typeof RecordSummary>

/** Order of a record's list. An address is sorted by its town. */
export const recordOrders = (type: RecordType): readonly string[] => [
  ...sortedFields(type).flatMap((key) =>
    type.fields[key]?.kind === 'address' ? [key, `${key}.city`] : [key],
  ),
  'creationDate',
  'lastModificationDate',
]

/** Path parameters of a list. Records of a profile have `profileId`; public ones have no user. */
type Place = { readonly userId?: string; readonly profileId?: string }

function paramsOf(type: RecordType) {
  const isPublic = type.scope === 'shared' && type.read === 'public'
  const place = isPublic ? z.object({}) : own
  const listed: z.ZodType<Place, Place> =
    type.scope === 'profile' ? place.extend({ profileId: Id }) : place
  return { place, listed }
}

/** Inputs and answers of each route of a record type. */
export const recordSchemas = (type: RecordType) => {
  const { place, listed } = paramsOf(type)
  const [row, conditions] = [recordRow(type), filtersInQuery(recordFilters(type))]
  return {
    list: schemas({
      params: listed,
      query: z.object({
        ...filters(type),
        ...ListQuery.shape,
        sort: sortBy(recordOrders(type)).optional(),
        filters: conditions,
      }),
      reply: z.array(row),
    }),
    summary: schemas({
      params: listed,
      query: z.object({
        ...filters(type),
        q: ListQuery.shape.q,
        filters: conditions,
      }),
      reply: RecordSummary,
    }),
    suggestions: schemas({
      params: place,
      query: z.object({
        q: z.string().max(200).default(''),
        filters: conditions,
      }),
      reply: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Tells it from another of the same name: the town of its address. */
          note: z.string().optional(),
        }),
      ),
    }),
    get: schemas({ params: place.extend({ id: Id }), reply: row }),
    add: schemas({
      params: own,
      body: type.Draft.extend({ ...givenNames(type), id: Id.optional() }),
      reply: Written,
    }),
    change: schemas({ params: own, body: recordBody(type), reply: Written }),
    remove: schemas({ params: own.extend({ id: Id }), reply: Written }),
    restore: schemas({ params: own.extend({ id: Id }), reply: Written }),
  }
}
export type RecordSchemas = ReturnType<typeof recordSchemas>
