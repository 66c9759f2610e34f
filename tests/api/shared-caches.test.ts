import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'

/**
 * A cache between the product and its users may store some answers. Each of those is what a visitor
 * is answered, byte for byte.
 */
type Reader = SignedIn & { readonly cookie: string }
let product: Product
let anna: Reader
let bob: Reader
beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: 'http://127.0.0.1:8080' } })
  anna = await reader('anna')
  bob = await reader('bob')
})
afterAll(() => product.stop())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const asHeader = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** A freelancer with a bearer token, and the cookies of a browser's sign-in. */
async function reader(userName: string): Promise<Reader> {
  const user = await product.freelancer(userName)
  const jar = new Map<string, string>()
  let url = '/api/session/sign-in?returnTo=/admin'
  let method: 'GET' | 'POST' = 'GET'
  for (let step = 0; step < 12; step++) {
    const answer = await product.app.inject({
      method,
      url,
      headers: {
        host: '127.0.0.1:8080',
        origin: 'http://127.0.0.1:8080',
        cookie: asHeader(jar),
        ...FORM,
      },
      ...(method === 'POST' && {
        payload: new URLSearchParams({
          login: userName,
          password: passwordOf(userName),
        }).toString(),
      }),
    })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    if (answer.headers.location !== undefined) {
      const next = new URL(answer.headers.location, 'http://127.0.0.1:8080')
      if (next.pathname === '/admin') break
      url = next.pathname + next.search
      method = 'GET'
    } else if (answer.statusCode === 200 && method === 'GET') method = 'POST'
    else throw new Error(`${userName} could not sign in: ${answer.statusCode} at ${url}`)
  }
  return { ...user, cookie: asHeader(jar) }
}

/** Statuses that a cache may store without being told. @source RFC 9110, 15.1 */
const HEURISTIC = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

/** Whether a shared cache may store an answer. @source RFC 9111, 3 and 3.5 */
function isStorable(answer: LightMyRequestResponse, hasAuthorization: boolean): boolean {
  const told = String(answer.headers['cache-control'] ?? '').toLowerCase()
  if (/no-store|private/.test(told) || answer.headers['vary'] === '*') return false
  if (hasAuthorization && !/public|s-maxage|must-revalidate/.test(told)) return false
  return /public|max-age|s-maxage/.test(told) || HEURISTIC.has(answer.statusCode)
}

const SAMPLE = '01JD0000000000000000000000'
/** Every read of the API with something in each place, and every page. */
const everyAddress = (userId: string): readonly string[] => [
  ...product
    .routes()
    .filter(({ method }) => method === 'GET')
    .map(
      ({ path }) =>
        `/api${path.replaceAll(/:(\w+)/g, (_, name: string) =>
          name === 'userId' ? userId : name === 'year' ? '2026' : name === 'month' ? '10' : SAMPLE,
        )}`,
    ),
  '/api/session/me',
  '/',
  '/?lang=ar',
  '/prices',
  '/comparatif',
  '/blogs',
  '/cgu',
  '/cgv/',
  '/politique-cookies',
  '/mentions-legales',
  '/no/such/page',
  '/admin',
  '/admin/dashboard/default',
  '/admin/no-such-screen',
  '/bienvenue',
  '/sitemap.xml',
  '/robots.txt',
  '/blogs/feed.xml',
  '/icon.svg',
]

const ask = (url: string, headers: Readonly<Record<string, string>>) =>
  product.app.inject({
    url,
    headers: { 'accept-language': 'fr', 'x-api-key': 'public', ...headers },
  })
const seen = ({ statusCode, body, headers }: LightMyRequestResponse) => [
  statusCode,
  body,
  headers.location ?? '',
]

test('what a cache may store of a signed-in request is what a visitor is answered', async () => {
  for (const { cookie } of [anna, bob]) expect(cookie).toContain('carnet_session=')
  let stored = 0
  for (const who of [anna, bob])
    for (const url of everyAddress(who.userId))
      for (const headers of [{ authorization: `Bearer ${who.token}` }, { cookie: who.cookie }]) {
        const answer = await ask(url, headers)
        expect(answer.statusCode, url).toBeLessThan(500)
        if (!isStorable(answer, 'authorization' in headers)) continue
        stored++
        expect(answer.headers['set-cookie'], url).toBeUndefined()
        expect(seen(answer), url).toEqual(seen(await ask(url, {})))
      }
  expect(stored).toBeGreaterThan(30)
})

test('a read of the API is stored by no cache', async () => {
  let read = 0
  for (const url of everyAddress(anna.userId).filter((one) => one.startsWith('/api/'))) {
    const answer = await ask(url, { authorization: `Bearer ${anna.token}` })
    if (answer.statusCode !== 200) continue
    read++
    expect(answer.headers['cache-control'], url).toMatch(/no-store|^private|^public, max-age=/)
    if (String(answer.headers['cache-control']).startsWith('public'))
      expect(seen(answer), url).toEqual(seen(await ask(url, {})))
  }
  expect(read).toBeGreaterThan(30)
})

test('a public page varies by nothing of a user, and carries its language and its encoding', async () => {
  const pages = ['/', '/prices', '/comparatif', '/blogs', '/cgu']
  for (const page of pages) {
    const varies = new Set(
      String((await ask(page, {})).headers['vary'])
        .split(',')
        .map((one) => one.trim().toLowerCase()),
    )
    expect([...varies].toSorted(), page).toEqual(['accept-encoding', 'accept-language'])
    const [french, german] = [await ask(page, {}), await ask(page, { 'accept-language': 'de' })]
    expect([french.headers['content-language'], german.headers['content-language']]).toEqual([
      'fr',
      'de',
    ])
    expect(french.headers['etag']).not.toBe(german.headers['etag'])
  }
})

test('a form for one browser alone is not kept', async () => {
  const answer = await ask('/api/session/sign-in?returnTo=/admin', {})
  expect(isStorable(answer, false)).toBe(false)
})
