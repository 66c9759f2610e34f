import { z } from 'zod'
import { permissionFor } from '#domain/kernel/permissions.ts'
import { type RecordType, referenceName } from '#domain/kernel/record.ts'
import { audit, Id, ListQuery, route, Written } from './route.ts'

export { Company } from '#domain/customers/company.record.ts'
export { Contact } from '#domain/customers/contact.record.ts'
export { records } from '#domain/records.ts'
export { Product } from '#domain/stock/product.record.ts'
export type { Field, FieldKind } from '#domain/kernel/field.ts'
export { PALETTE_SIZE } from '#domain/kernel/fields.ts'
export { permissionFor, type RecordAction } from '#domain/kernel/permissions.ts'
export { type RecordRow, type RecordType, referenceName } from '#domain/kernel/record.ts'

/** A record as it is answered: its fields, its derived figures, the names its references point to, its audit fields. */
export const recordRow = (type: RecordType) =>
  z.object({
    ...Object.fromEntries(Object.entries(type.fields).map(([key, field]) => [key, field.wire])),
    ...Object.fromEntries(Object.keys(type.derived).map((key) => [key, z.number()])),
    ...Object.fromEntries(
      Object.entries(type.fields)
        .filter(([, field]) => field.kind === 'reference')
        .map(([key]) => [referenceName(key), z.string()]),
    ),
    ...audit,
  })

/** Fields a list can be narrowed by, as query parameters of the same name. */
const filters = (type: RecordType): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, field]): [string, z.ZodType][] => {
      if (field.kind === 'choice') return [[key, z.enum(field.options as [string, ...string[]]).optional()]]
      if (field.kind === 'reference') return [[key, z.string().max(26).optional()]]
      if (field.kind === 'boolean') return [[key, z.stringbool().optional()]]
      return []
    }),
  )

const own = z.object({ userId: z.string().max(64) })
const cache = new Map<string, ReturnType<typeof build>>()

function build(type: RecordType) {
  const name = type.name
  const Row = recordRow(type)
  return {
    Row,
    list: route({
      method: 'GET',
      path: `/${name}/:userId/all`,
      summary: `All ${name} records`,
      access: { permission: permissionFor(type.permission, 'menu') },
      params: own,
      query: z.object({ ...filters(type), ...ListQuery.shape }),
      reply: z.array(Row),
      csv: true,
    }),
    suggestions: route({
      method: 'GET',
      path: `/${name}/:userId/suggestions`,
      summary: `Up to ten ${name} names that match`,
      access: { permission: permissionFor(type.permission, 'menu') },
      params: own,
      query: z.object({ q: z.string().max(200).default('') }),
      reply: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    get: route({
      method: 'GET',
      path: `/${name}/:userId/:id`,
      summary: `One ${name}`,
      access: { permission: permissionFor(type.permission, 'menu') },
      params: own.extend({ id: Id }),
      reply: Row,
    }),
    add: route({
      method: 'POST',
      path: `/${name}/:userId`,
      summary: `Add a ${name}`,
      access: { permission: permissionFor(type.permission, 'add') },
      params: own,
      body: type.Draft.extend({ id: Id.optional() }),
      reply: Written,
      maxBody: 1_000_000,
    }),
    change: route({
      method: 'PUT',
      path: `/${name}/:userId`,
      summary: `Change a ${name}: absent fields stay`,
      access: { permission: permissionFor(type.permission, 'update') },
      params: own,
      body: type.Patch.extend({ id: Id, version: z.int().min(0).optional() }),
      reply: Written,
      maxBody: 1_000_000,
    }),
    remove: route({
      method: 'DELETE',
      path: `/${name}/:userId/:id`,
      summary: `Delete a ${name}`,
      access: { permission: permissionFor(type.permission, 'delete') },
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
