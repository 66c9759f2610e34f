import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/kernel/contract.ts'
import { type Product, startProduct } from '../kernel/start-product.ts'

/**
 * A value for every path parameter. A route with a parameter that is not here fails the walk: add
 * it.
 */
const ID = '01JD0000000000000000000000'
const SAMPLES: Readonly<Record<string, string>> = {
  id: ID,
  profileId: ID,
  projectId: ID,
  externalId: ID,
  clientId: ID,
  topicId: ID,
  roleId: ID,
  priceId: ID,
  lang: 'fr',
  name: 'log-cleaner',
  projection: 'bills',
  list: 'bills-due',
  correlationId: ID,
  turnId: ID,
  runId: ID,
  token: 'unknown',
  year: '2026',
  month: '10',
  count: '10',
  index: '0',
  number: '1',
  entity: 'company',
  register: 'receipts',
  active: 'true',
  company: 'Atelier',
  sha256: 'a'.repeat(64),
  startDate: '2026-11-16',
  endDate: '2026-11-23',
} // prettier-ignore

let product: Product
let anna: { userId: string; token: string }
let bob: { userId: string; token: string }
let manager: { userId: string; token: string }
let nobody: { userId: string; token: string }

beforeAll(async () => {
  product = await startProduct()
  anna = await product.freelancer('anna')
  bob = await product.freelancer('bob')
  manager = await product.freelancer('manager', { permissions: ['perm_admin'] })
  nobody = await product.freelancer('nobody', { permissions: [] })
})
afterAll(() => product.stop())

const routes = (): readonly Route[] => product.routes()

const url = (route: Route, userId: string): string =>
  `/api${route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'userId') return userId
    const sample = SAMPLES[name]
    if (sample === undefined)
      throw new Error(
        `${route.path}: no sample for :${name}; add one, so that the walk covers the route`,
      )
    return sample
  })}`

const ask = (route: Route, userId: string, token?: string) =>
  product.app.inject({
    method: route.method,
    url: url(route, userId),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(route.access === 'public' ? { 'x-api-key': 'public' } : {}),
    },
    ...(route.method === 'POST' || route.method === 'PUT' ? { payload: {} } : {}),
  })

/**
 * A path whatever its parameters are called: the document has one for those that differ by a name
 * alone.
 */
const shapeOf = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '{}')
/** The document's operations by the shape of their path. */
const byShape = <T>(paths: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(paths).map(([path, operations]) => [shapeOf(path), operations]))

test('the OpenAPI document lists every contract route', async () => {
  const document = (await product.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, unknown>>
  }>()
  const described = byShape(document.paths)
  for (const { method, path } of routes())
    expect(
      described.get(shapeOf(`/api${path}`))?.[method.toLowerCase()],
      `${method} ${path}`,
    ).toBeDefined()
  expect(routes().length).toBeGreaterThan(60)
})

test('a visitor is refused everywhere but on public calls, which want the key', async () => {
  for (const route of routes()) {
    if (route.access === 'anyone') continue
    const answer = await product.app.inject({
      method: route.method,
      url: url(route, anna.userId),
      ...(route.method === 'POST' || route.method === 'PUT' ? { payload: {} } : {}),
    })
    expect(answer.statusCode, `${route.method} ${route.path}`).toBe(401)
    expect(answer.json<{ status: number; result: { code: string } }>()).toMatchObject({
      status: 401,
      result: { code: 'UNAUTHENTICATED' },
    })
  }
})

test('another user finds nothing', async () => {
  for (const route of routes()) {
    if (route.access === 'public' || route.access === 'anyone' || !route.path.includes(':userId'))
      continue
    const answer = await ask(route, anna.userId, bob.token)
    expect(answer.statusCode, `${route.method} ${route.path}`).toBe(404)
  }
})

test('without the permission, a route refuses', async () => {
  for (const route of routes()) {
    if (typeof route.access !== 'object' || route.access.permission === undefined) continue
    const answer = await ask(route, nobody.userId, nobody.token)
    expect(answer.statusCode, `${route.method} ${route.path}`).toBe(403)
  }
})

describe('a read that is to wait for a position', () => {
  /** Queries that a read cannot do without. */
  const QUERIES: Readonly<Record<string, string>> = {
    '/bill/:userId/ledgers/:profileId': `?ids=${SAMPLES['id']}`,
  }
  const wait = (route: Route, position: string) =>
    product.app.inject({
      url: `${url(route, manager.userId)}${QUERIES[route.path] ?? ''}`,
      headers: {
        authorization: `Bearer ${manager.token}`,
        'x-api-key': 'public',
        'x-min-position': position,
      },
    })

  /** Reads that the OpenAPI document says take the header. */
  async function waiting(): Promise<readonly Route[]> {
    type Operation = {
      readonly parameters?: readonly { readonly in: string; readonly name: string }[]
    }
    const { paths } = (await product.app.inject({ url: '/api/openapi.json' })).json<{
      paths: Record<string, { get?: Operation }>
    }>()
    const described = byShape(paths)
    const takes = ({ path }: Route) =>
      described
        .get(shapeOf(`/api${path}`))
        ?.get?.parameters?.some((one) => one.in === 'header' && one.name === 'x-min-position')
    return routes().filter((route) => route.method === 'GET' && takes(route))
  }

  test.each([
    '1',
    '0000000000000000001x',
    '9'.repeat(21),
    '00000000000000000001, 00000000000000000001',
  ])('is refused when that is %s', async (position) => {
    const all = await waiting()
    expect(all.length).toBeGreaterThan(30)
    for (const route of all) {
      const answer = await wait(route, position)
      expect(answer.json(), route.path).toMatchObject({
        status: 400,
        result: {
          code: 'REQUEST_INVALID',
          fields: [
            { path: 'x-min-position', message: 'Cette valeur n’est pas acceptée. Corrigez-la.' },
          ],
        },
      })
      expect(answer.statusCode).toBe(400)
    }
  })

  test.each(['0'.repeat(20), '00000000000000000001', '9'.repeat(20), ''])(
    'is answered when that is "%s"',
    async (position) => {
      for (const route of await waiting())
        expect([200, 404], route.path).toContain((await wait(route, position)).statusCode)
    },
  )
})

describe('a token that is not ours', () => {
  test.each([
    ['junk', 'junk'],
    ['empty', ''],
    ['unsigned', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
  ])('%s is refused', async (_, token) => {
    const answer = await product.app.inject({
      url: `/api/company/${anna.userId}/all`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(401)
  })
})
