import { z } from 'zod'
import { type Field, type FieldKind, kindsOfSchemas } from '#domain/kernel/field.ts'
import { permissionFor } from '#domain/kernel/permissions.ts'
import { type RecordType, referenceName } from '#domain/kernel/record.ts'
import { type Access, audit, Id, ListQuery, route, Written } from './route.ts'

export { Company } from '#domain/customers/company.record.ts'
export { Contact } from '#domain/customers/contact.record.ts'
export { records } from '#domain/records.ts'
export { Product } from '#domain/stock/product.record.ts'
export type { Field, FieldKind } from '#domain/kernel/field.ts'
export { PALETTE_SIZE } from '#domain/kernel/fields.ts'
export { formSchema, type RecordRow, type RecordType, referenceName, titleOf } from '#domain/kernel/record.ts'

const mapped = <T>(fields: RecordType['fields'], of: (field: Field, key: string) => T): Record<string, T> =>
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

/** A record as it is answered: its fields, its derived figures, the names its references point to, its audit fields. */
const recordRow = (type: RecordType) =>
  z.object({ ...mapped(type.fields, (field) => field.answer), ...readOnly(type), ...audit })

/** What a PUT takes: the record as it was read, or a part of it. Values are checked where they change, by `type.Patch`. */
const recordBody = (type: RecordType) => {
  const { id: _, version: __, ...stamp } = audit
  return z
    .strictObject({ ...mapped(type.fields, (field) => field.answer), ...readOnly(type), ...stamp })
    .partial()
    .extend({ id: Id, version: z.int().min(0).optional() })
}

/** Kinds that a list is narrowed by with a lowest and a highest value: `?purchaseDateFrom=&purchaseDateTo=`. */
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

const figure = z.coerce.number().optional()
const whole = z.coerce.number().int().optional()
const one = (max: number) => z.string().max(max).optional()

/** Kinds that a list is narrowed by with one value; a field that is a list, with one of its entries. */
const EXACT: Readonly<Partial<Record<FieldKind, (field: Field) => z.ZodType>>> = {
  choice: ({ options = [] }) => z.enum(options).optional(),
  choices: ({ options = [] }) => z.enum(options).optional(),
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

/** The query parameters that a field gives its list, named like the field. */
function filterOf(key: string, field: Field): Record<string, z.ZodType> {
  if (RANGED.has(field.kind)) return { [`${key}From`]: figure, [`${key}To`]: figure }
  const exact = EXACT[field.kind]
  return exact ? { [key]: exact(field) } : {}
}

const filters = (type: RecordType): Record<string, z.ZodType> =>
  Object.assign({}, ...Object.entries(type.fields).map(([key, field]) => filterOf(key, field)))

const own = z.object({ userId: z.string().max(64) })
const cache = new Map<string, ReturnType<typeof build>>()

/** Where a type's records are read, and by whom: those of everyone stand without a user in their path when they are public. */
function reading(type: RecordType) {
  const isPublic = type.scope === 'shared' && type.read === 'public'
  const access: Access = isPublic
    ? 'public'
    : type.scope === 'shared' && type.read === 'signedIn'
      ? 'signed-in'
      : { permission: permissionFor(type.permission, 'menu') }
  return {
    access,
    path: isPublic ? `/${type.name}` : `/${type.name}/:userId`,
    params: isPublic ? z.object({}) : own,
    ofProfile: type.scope === 'profile',
  }
}

function build(type: RecordType) {
  const { name } = type
  const Row = recordRow(type)
  const { access, path, params, ofProfile } = reading(type)
  const writing = (action: 'add' | 'update' | 'delete') => ({
    access: { permission: permissionFor(type.permission, action) },
  })
  return {
    Row,
    list: route({
      method: 'GET',
      path: ofProfile ? `${path}/all/:profileId` : `${path}/all`,
      summary: `All ${name} records`,
      access,
      params: ofProfile ? params.extend({ profileId: Id }) : params,
      query: z.object({ ...filters(type), ...ListQuery.shape }),
      reply: z.array(Row),
      csv: true,
    }),
    suggestions: route({
      method: 'GET',
      path: `${path}/suggestions`,
      summary: `Up to ten ${name} names that match`,
      access,
      params,
      query: z.object({ q: z.string().max(200).default('') }),
      reply: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    get: route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${name}`,
      access,
      params: params.extend({ id: Id }),
      reply: Row,
    }),
    add: route({
      method: 'POST',
      path: `/${name}/:userId`,
      summary: `Add a ${name}`,
      ...writing('add'),
      params: own,
      body: type.Draft.extend({ id: Id.optional() }),
      reply: Written,
      maxBody: 1_000_000,
    }),
    change: route({
      method: 'PUT',
      path: `/${name}/:userId`,
      summary: `Change a ${name}: absent fields stay, what only the server writes may come back as it was read`,
      ...writing('update'),
      params: own,
      body: recordBody(type),
      reply: Written,
      maxBody: 1_000_000,
    }),
    remove: route({
      method: 'DELETE',
      path: `/${name}/:userId/:id`,
      summary: `Delete a ${name}`,
      ...writing('delete'),
      params: own.extend({ id: Id }),
      reply: Written,
    }),
  }
}

/** The routes of a record type; the same object each time. */
export function recordRoutes(type: RecordType): ReturnType<typeof build> {
  let routes = cache.get(type.name)
  if (routes === undefined) cache.set(type.name, (routes = build(type)))
  return routes
}
