import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { records } from '#contract/kernel/all-records.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { type Product, startProduct } from '../kernel/start-product.ts'

/**
 * Every text that a route takes and keeps refuses characters that a reader does not see, or that
 * turn figures.
 */

const HIDDEN = ['ab\u202Ecd', 'ab\u2066cd', 'ab\u0000cd', 'ab\u001Bcd', 'ab\uD800cd']

/** Texts that are not kept as they come: secrets, pictures, and names of things that must exist. */
const NOT_KEPT: readonly RegExp[] = [
  /^PUT \/users\/:userId userName$/, // answered with USER_NAME_FIXED unless it is the present one
  /\b(?:password|current)$/,
  / \w*[cC]ontent$/,
  / (?:id|accept\[\]\.id|activities\[\]\.id|photo|logo|image)$/,
  /\/merges fields\[\]$/, // names of the record's own fields
  /^PUT \/(?:cv|cv\/.*) |^POST \/cv/, // parsed once more by the item's own schema
  / (?:q|filters\..*\.value)$/, // what is searched for
  /\/audit\/:userId\/open entity$/, // must name a kind of record
  /^POST \/users\/authenticate /,
  /\/webhook /,
  /^PUT \/bill\/:userId deposits\[\]/, // names deposits, of which the server's own facts are kept
  / priceId$/, // must be a price
  / options\.account$/, // must be an account
  /\/searchCriteria\/:userId\/reading text$/, // read by the model, and not kept
  /\/jobs\/:userId\/text\/reading text$/, // read by rules, and not kept
]

type Leaf = readonly [path: string, schema: z.ZodType]
function leaves(schema: z.ZodType, path: string): readonly Leaf[] {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, value]) =>
      leaves(value as z.ZodType, at(key)),
    )
  if (schema instanceof z.ZodArray) return leaves(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => leaves(option as z.ZodType, path))
  if (schema instanceof z.ZodRecord) return leaves(schema.valueType as z.ZodType, `${path}{}`)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return leaves(schema.def.innerType as z.ZodType, path)
  // Fields that a record takes back unchanged are left out. The rest is then read by the record's
  // own schema.
  if (schema instanceof z.ZodPipe)
    return leaves(
      (schema.def.out instanceof z.ZodTransform ? schema.def.in : schema.def.out) as z.ZodType,
      path,
    )
  // Values without a type are ignored or read by their own schema: returned fields of the server,
  // values of items.
  return schema instanceof z.ZodString ? [[path, schema]] : []
}

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

test('none is taken with a hidden character', () => {
  const taking = ({ method, path, body }: Route) =>
    leaves(body, '')
      .filter(([, schema]) => HIDDEN.some((text) => schema.safeParse(text).data === text))
      .map(([field]) => `${method} ${path} ${field}`)
  // A record comes back as it was answered. Its own schema checks the differences, as for a new
  // record.
  const names = new Set(records.map(({ name }) => name))
  const isBack = ({ method, path }: Route) =>
    method === 'PUT' && names.has(path.slice(1).replace('/:userId', ''))
  const found = product.routes().filter((route) => route.method !== 'GET' && !isBack(route))
  expect(found.length).toBeGreaterThan(200)
  expect(
    found.flatMap(taking).filter((one) => !NOT_KEPT.some((reason) => reason.test(one))),
  ).toEqual([])
})
