import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '#contract/kernel/contract.ts'
import { type Product, startProduct } from '../kernel/start-product.ts'

/**
 * Cases made from the contract: what an attacker or a broken client sends. Every kind of schema
 * gets every value at one place, and every place of every route one value. The seed says which:
 * today's, or that of FUZZ_SEED. FUZZ=all sends every value to every place. The answer is a 4xx in
 * the envelope, or a success where the value is valid. It is never a 5xx, and nothing hangs.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Date.now() / 86_400_000))

let product: Product
let anna: { userId: string; token: string }

beforeAll(async () => {
  product = await startProduct()
  anna = await product.freelancer('anna', { permissions: ['perm_admin'] })
})
afterAll(() => product.stop())

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'null',
  'NaN',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  'a\u0000b',
  '\u202eabc',
  "' OR 1=1 --",
  '{"$gt":""}',
  '<script>alert(1)</script>',
  '🦜'.repeat(50),
  'x'.repeat(150),
  '9'.repeat(40),
  '__proto__',
  'constructor',
]
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  'x'.repeat(10_000),
  '\u0000',
  [],
  [[]],
  {},
  { $gt: '' },
  { __proto__: { polluted: true } },
  [null],
  '2026-13-45',
  Array.from({ length: 300 }, (_, i) => i),
]
const BODIES: readonly unknown[] = [
  null,
  0,
  '',
  'text',
  [],
  [{}],
  {},
  { id: {} },
  { id: '../x' },
  { version: -1 },
  { unknown: 1 },
]

const BROKEN = [
  '{',
  '{"a":}',
  '\u0000',
  '{"a":1}{"b":2}',
  '[',
  'é'.repeat(10),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
]

const encoded = (text: string): string => (text.includes('%') ? text : encodeURIComponent(text))
const path = (route: Route, replace: Readonly<Record<string, string>> = {}): string =>
  `/api${route.path.replaceAll(/:(\w+)/g, (_, name: string) => replace[name] ?? (name === 'userId' ? anna.userId : name === 'year' ? '2026' : name === 'month' ? '10' : name === 'count' ? '5' : '01JD0000000000000000000000'))}`

async function send(
  route: Route,
  url: string,
  payload?: string | Buffer,
  contentType = 'application/json',
) {
  const answer = await product.app.inject({
    method: route.method,
    url,
    headers: {
      authorization: `Bearer ${anna.token}`,
      'x-api-key': 'public',
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const told = `${route.method} ${url.slice(0, 200)} ${String(payload ?? '').slice(0, 120)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
  expect(answer.statusCode, told).toBeLessThan(500)
  if (answer.statusCode >= 400) {
    const body = answer.json<{ status: number; result: { code: string; message: string } }>()
    expect(body.status, told).toBe(answer.statusCode)
    expect(body.result.code, told).toMatch(/^[A-Z0-9_]+$/)
    expect(body.result.message.length, told).toBeGreaterThan(3)
  }
  return answer
}

/** Routes that would end the caller's own access; their own tests try their inputs. */
const selfHarm = (route: Route): boolean =>
  /users\/:userId\/(?:userRole|:id)/.test(route.path) && route.method !== 'GET'
const routes = () =>
  product
    .routes()
    .filter((route) => !selfHarm(route) && route.kind !== 'stream' && route.perMinute === undefined)

type Place = { readonly route: Route; readonly name: string; readonly kind: string }

/** Checks of a value, without its descriptions: places of one kind refuse the same values. */
const kindOf = (schema: unknown): string =>
  schema instanceof z.ZodType
    ? JSON.stringify(
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
        (key, value) => (key === 'description' ? undefined : value),
      )
    : 'none'
const placesOf = (
  part: 'params' | 'query' | 'body',
  more: readonly string[] = [],
): readonly Place[] =>
  routes().flatMap((route) => {
    const schema = route[part]
    const shape: Readonly<Record<string, unknown>> =
      schema instanceof z.ZodObject ? schema.shape : {}
    const names =
      part === 'params'
        ? (route.path.match(/:(\w+)/g) ?? []).map((name) => name.slice(1))
        : Object.keys(shape)
    const asked = schema instanceof z.ZodObject ? [...names, ...more] : []
    return asked.map((name) => ({ route, name, kind: kindOf(shape[name]) }))
  })

/** One value for each place, and at one place of each kind all of them. */
function* cases<V>(places: readonly Place[], values: readonly V[]): Generator<readonly [Place, V]> {
  if (process.env['FUZZ'] === 'all')
    for (const place of places) for (const value of values) yield [place, value]
  else {
    for (const [index, place] of places.entries()) {
      const value = values[(index * 7 + SEED) % values.length]
      if (value !== undefined) yield [place, value]
    }
    for (const alike of Map.groupBy(places, ({ kind }) => kind).values()) {
      const place = alike[SEED % alike.length]
      if (place) for (const value of values) yield [place, value]
    }
  }
}

const withoutBody = ({ method }: Route) => method === 'GET' || method === 'DELETE'

test(`hostile path parameters get a 4xx (seed ${SEED})`, { timeout: 120_000 }, async () => {
  for (const [{ route, name }, text] of cases(placesOf('params'), TEXTS))
    await send(route, path(route, { [name]: encoded(text) }), withoutBody(route) ? undefined : '{}')
})

test(`hostile query parameters get a 4xx or are harmless (seed ${SEED})`, {
  timeout: 120_000,
}, async () => {
  for (const [{ route, name }, text] of cases(placesOf('query', ['unknown']), TEXTS))
    await send(
      route,
      `${path(route)}?${name}=${encoded(text)}&${name}=twice`,
      withoutBody(route) ? undefined : '{}',
    )
})

test(`hostile values in a body get a 4xx (seed ${SEED})`, { timeout: 120_000 }, async () => {
  for (const [{ route, name }, value] of cases(placesOf('body'), VALUES))
    await send(route, path(route), JSON.stringify({ [name]: value }))
})

test(`hostile bodies get a 4xx (seed ${SEED})`, { timeout: 120_000 }, async () => {
  const whole = routes()
    .filter(({ body }) => !(body instanceof z.ZodUndefined))
    .map((route): Place => ({ route, name: 'body', kind: route.body.constructor.name }))
  for (const [{ route }, body] of cases(whole, [
    ...BODIES.map((value) => JSON.stringify(value)),
    ...BROKEN,
  ]))
    await send(route, path(route), body)
  for (const { route } of whole) {
    await send(route, path(route), '<x/>', 'application/xml')
    await send(route, path(route), Buffer.from([0xff, 0xfe, 0x00]))
  }
})

test('a body beyond the limit is refused before it is read whole', async () => {
  const route = routes().find((r) => r.method === 'POST' && r.path === '/contact/:userId')!
  const answer = await send(route, path(route), JSON.stringify({ lastName: 'x'.repeat(2_000_000) }))
  expect(answer.statusCode).toBe(413)
})

test('nothing that was refused left a trace', async () => {
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  const ready = await product.app.inject({ url: '/api/ready' })
  expect(ready.statusCode).toBe(200)
  // The caller is still signed in, so no refusal was for a lost session.
  const me = await product.app.inject({
    url: `/api/users/${anna.userId}/me`,
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(me.statusCode).toBe(200)
})
