import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Me, User } from '#contract/identity/identity.schemas.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'

/** A millisecond passes with each look at the clock. */
let now = Date.UTC(2026, 10, 23, 9)
let product: Product
beforeAll(async () => {
  product = await startProduct({ environment: { DEMO_GUESTS: '3' }, now: () => now++ })
})
afterAll(() => product.stop())

type Guest = SignedIn & { readonly cookie: string }

/** Sends the form of the landing page. Each visitor has an address of their own. */
const tryDemo = (from: string, headers: Readonly<Record<string, string>> = {}, lang = 'en') =>
  product.app.inject({
    method: 'POST',
    url: '/api/session/demo',
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `lang=${lang}`,
  })

const token = (cookie: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/session/token',
    headers: { 'x-api-key': 'public', cookie: `carnet_session=${cookie}` },
  })

async function guest(from: string): Promise<Guest> {
  const answer = await tryDemo(from, { 'sec-fetch-site': 'same-origin' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/admin/dashboard/default'])
  const cookie = answer.cookies.find(({ name, value }) => name === 'carnet_session' && value !== '')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 7200 })
  const { data } = (await token(cookie?.value ?? '')).json<{
    result: { data: { accessToken: string; userId: string } }
  }>().result
  return { userId: data.userId, token: data.accessToken, cookie: cookie?.value ?? '' }
}

/**
 * Waits until the user is gone. The administrator signs in once: sign-ins are limited by the
 * minute.
 */
async function isErased({ userId }: Guest) {
  const admin = await product.admin()
  const left = () =>
    product.data<readonly User[]>(admin, 'GET', `users/${admin.userId}?id=${userId}`)
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 50_000, interval: 200 })
}

const meOf = (user: SignedIn) => product.data<Me>(user, 'GET', `users/${user.userId}/me`)

describe('a visitor tries the product', () => {
  let first: Guest
  let second: Guest
  test('by the form of the landing page, without an account, in the language of the page', async () => {
    const { body } = new JSDOM((await product.app.inject('/?lang=de')).body).window.document
    const form = body.querySelector('form[action="/api/session/demo"]')
    expect([form?.getAttribute('method'), form?.querySelector('input')?.value]).toEqual([
      'post',
      'de',
    ])
    first = await guest('192.0.2.1')
    const me = await meOf(first)
    expect(Math.round((me.demoUntil - now) / HOUR_MS)).toBe(2)
    expect(me.params.preferredLanguage).toBe('en')
    expect(me.permissions).not.toContain('perm_admin')
  })

  test('on data of their own: another guest has another account, which the first does not reach', async () => {
    second = await guest('192.0.2.2')
    expect(second.userId).not.toBe(first.userId)
    const own = await product.as(second, 'GET', `company/${second.userId}/all`)
    const foreign = await product.as(second, 'GET', `company/${first.userId}/all`)
    expect([own.statusCode, foreign.statusCode]).toEqual([200, 404])
  })

  test('keeping the session of a browser that has one', async () => {
    const again = await tryDemo('192.0.2.1', { cookie: `carnet_session=${first.cookie}` })
    expect([again.statusCode, again.headers.location]).toEqual([303, '/admin/dashboard/default'])
    expect(again.cookies).toEqual([])
  })

  test('who is no user that administrators count', async () => {
    const admin = await product.admin()
    const listed = await product.data<readonly User[]>(admin, 'GET', `users/${admin.userId}`)
    expect(listed.map(({ userName }) => userName)).toEqual(['admin', 'demo'])
  })

  test('without whatever leaves the demo, stores files or changes the sign-in', async () => {
    const closed = product.routes().filter(({ closedToGuests }) => closedToGuests)
    for (const { method, path } of closed) {
      const url = path
        .replace(':userId', first.userId)
        .replace(':lang', 'fr')
        .replace(':year', '2026')
        .replace(':month', '11')
        .replace(/:\w+/g, '01JD00000000000000000000AA')
      const { statusCode, body } = await product.as(
        first,
        method,
        url.slice(1),
        method === 'GET' ? undefined : {},
      )
      expect([statusCode, body.includes('DEMO_CLOSED')], `${method} ${path}`).toEqual([403, true])
    }
    expect(closed.map(({ method, path }) => `${method} ${path}`).toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /users/:userId/me",
        "GET /export/:userId",
        "POST /bill/:userId/:profileId/:id/send",
        "POST /calendar/:userId/feed",
        "POST /cv/:userId/import",
        "POST /document/:userId",
        "POST /export/:userId",
        "POST /jobs/:userId/:id/draft-message",
        "POST /jobs/:userId/paste",
        "POST /jobs/:userId/search",
        "POST /mail/:userId/send",
        "POST /offer/:userId/:id/draft-message",
        "POST /subscription/:userId/create-checkout-session",
        "POST /subscription/:userId/create-portal-link/:lang",
        "POST /subscription/:userId/refresh",
        "POST /support/:userId",
        "POST /support/:userId/:id/answer",
        "POST /timesheet/:userId/:profileId/:year/:month/approval/:projectId/send",
        "POST /users/:userId/sessions/end",
        "PUT /mail/:userId/:id/retry",
        "PUT /publication/:userId/:id/publish",
        "PUT /quote/:userId/:profileId/:id/remind",
        "PUT /quote/:userId/:profileId/:id/send",
        "PUT /reminder/:userId/:profileId/plan",
        "PUT /users/:userId",
        "PUT /users/:userId/initiateDemo",
        "PUT /users/:userId/me/keep",
        "PUT /users/:userId/password",
        "PUT /users/:userId/profilePicture",
      ]
    `)
  })

  test('for two hours, with a session that is renewed until then', async () => {
    now += HOUR_MS
    expect((await token(first.cookie)).statusCode).toBe(200)
    now += HOUR_MS + 1
    expect((await token(first.cookie)).statusCode).toBe(401)
    // The erasure runs without a user.
    await isErased(first)
  }, 60_000)
})

test('a guest who signs out is erased at once', async () => {
  const leaving = await guest('192.0.2.3')
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/session/sign-out',
    headers: { 'x-api-key': 'public', cookie: `carnet_session=${leaving.cookie}` },
  })
  expect(
    new URL(
      answer.json<{ result: { data: { endSessionUrl: string } } }>().result.data.endSessionUrl,
    ).pathname,
  ).toBe('/')
  await isErased(leaving)
}, 60_000)

test('a page of another site begins no demo', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ])
    expect((await tryDemo('192.0.2.4', headers)).cookies).toEqual([])
  expect((await product.app.inject('/api/session/demo')).statusCode).toBe(405)
})

test('there are as many guests at once as configured, and an address begins six demos in ten minutes', async () => {
  now += 3 * HOUR_MS
  for (const from of ['192.0.2.5', '192.0.2.6', '192.0.2.7']) await guest(from)
  const full = await tryDemo('192.0.2.8')
  expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '600'])
  expect(full.body).toContain('All demos are in use')
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await tryDemo('192.0.2.8')).statusCode)
  expect(statuses).toEqual([503, 503, 503, 503, 503, 429])
})
