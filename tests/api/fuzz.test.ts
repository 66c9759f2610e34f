import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { type Product, startProduct } from '../kernel/start-product.ts'

/**
 * Cases made from the contract: every path parameter, query parameter and body of every route gets what an attacker or
 * a broken client sends. The answer is a 4xx in the envelope, or a success where the value is valid. It is never a 5xx,
 * and nothing hangs.
 */

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

const encoded = (text: string): string => (text.includes('%') ? text : encodeURIComponent(text))
const path = (route: Route, replace: Readonly<Record<string, string>> = {}): string =>
  `/api${route.path.replaceAll(/:(\w+)/g, (_, name: string) => replace[name] ?? (name === 'userId' ? anna.userId : name === 'year' ? '2026' : name === 'month' ? '10' : name === 'count' ? '5' : '01JD0000000000000000000000'))}`

async function send(route: Route, url: string, payload?: string | Buffer, contentType = 'application/json') {
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
  product.routes().filter((route) => !selfHarm(route) && route.kind !== 'stream' && route.perMinute === undefined)

test('hostile path parameters get a 4xx', { timeout: 120_000 }, async () => {
  for (const route of routes())
    for (const name of route.path.match(/:(\w+)/g)?.map((p) => p.slice(1)) ?? [])
      for (const text of TEXTS)
        await send(
          route,
          path(route, { [name]: encoded(text) }),
          route.method === 'GET' || route.method === 'DELETE' ? undefined : '{}',
        )
})

test('hostile query parameters get a 4xx or are harmless', { timeout: 120_000 }, async () => {
  for (const route of routes()) {
    if (!(route.query instanceof z.ZodObject)) continue
    for (const name of [...Object.keys(route.query.shape), 'unknown'])
      for (const text of TEXTS)
        await send(
          route,
          `${path(route)}?${name}=${encoded(text)}&${name}=twice`,
          route.method === 'GET' || route.method === 'DELETE' ? undefined : '{}',
        )
  }
})

test('hostile bodies get a 4xx', { timeout: 180_000 }, async () => {
  for (const route of routes()) {
    if (route.body instanceof z.ZodUndefined) continue
    for (const body of BODIES) await send(route, path(route), JSON.stringify(body))
    for (const broken of [
      '{',
      '{"a":}',
      '\u0000',
      '{"a":1}{"b":2}',
      '[',
      'é'.repeat(10),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ])
      await send(route, path(route), broken)
    await send(route, path(route), '<x/>', 'application/xml')
    await send(route, path(route), Buffer.from([0xff, 0xfe, 0x00]))
    if (route.body instanceof z.ZodObject)
      for (const key of Object.keys(route.body.shape))
        for (const value of VALUES) await send(route, path(route), JSON.stringify({ [key]: value }))
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
