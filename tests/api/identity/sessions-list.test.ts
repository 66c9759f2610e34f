import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInOn } from '#contract/identity/identity.schemas.ts'
import { startProduct } from '#tests/kernel/start-product.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { Browser, call, PASSWORDS, startWorld, type World } from './fixture.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  world.wipe()
})

async function signedIn(agent: string) {
  const browser = new Browser(world.url, agent)
  await browser.signIn('demo', PASSWORDS.demo)
  const { accessToken: token, userId } = await browser.token()
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await browser.ask(`/api/users/${userId}/${path}`, { headers, ...init })
    return {
      status: answer.status,
      ...((await answer.json()) as { result: { data: unknown; code?: string } }).result,
    }
  }
  return {
    browser,
    token,
    userId,
    // by its schema
    list: async () => (await ask('sessions', { method: 'GET' })).data as readonly SignedInOn[],
    end: (body: object) => ask('sessions/end', { body: JSON.stringify(body) }),
    isIn: async () => (await call(world, 'GET', `/api/users/${userId}/me`, token)).status === 200,
  }
}
const password = PASSWORDS.demo

describe('an account', () => {
  test('sees the browsers and programs it is signed in on, this one first', async () => {
    const phone = await signedIn(SAFARI)
    const desk = await signedIn(FIREFOX)
    const before = Date.now()
    await call(world, 'POST', '/api/users/authenticate', undefined, { userName: 'demo', password })
    const list = await desk.list()
    expect(list[0]).toMatchObject({ kind: 'browser', browser: 'Firefox, Windows', isThis: true })
    // A program's times are in seconds: either may come first.
    expect(
      list
        .slice(1)
        .map(({ kind, browser, isThis }) => `${kind} ${browser} ${isThis}`)
        .toSorted(),
    ).toEqual(['browser Safari, iPhone false', 'program  false'])
    for (const { begunAt, usedAt, expiresAt } of list) {
      expect(Math.abs(usedAt - before)).toBeLessThan(30_000)
      expect(begunAt).toBeLessThanOrEqual(usedAt)
      expect(expiresAt).toBeGreaterThan(before + 29 * DAY_MS)
    }
    expect((await phone.list())[0]).toMatchObject({ browser: 'Safari, iPhone', isThis: true })
    await desk.end({ password })
  })

  test('ends one of them with its password: its token, its session and that of the provider', async () => {
    const phone = await signedIn(SAFARI)
    const desk = await signedIn(FIREFOX)
    const { id = '' } =
      (await desk.list()).find(({ browser }) => browser === 'Safari, iPhone') ?? {}
    expect(await desk.end({ id })).toMatchObject({ status: 422, code: 'PASSWORD_NEEDED' })
    expect(await desk.end({ id, password: 'not this one' })).toMatchObject({ status: 422 })
    expect(await phone.isIn()).toBe(true)
    expect(await desk.end({ id, password })).toMatchObject({ status: 200, data: { ended: 1 } })
    expect([await phone.isIn(), await desk.isIn()]).toEqual([false, true])
    expect((await phone.browser.ask('/api/session/token')).status).toBe(401)
    // The provider asks for the password again: it does not know that browser any more.
    const page = await phone.browser.follow('/api/session/sign-in')
    expect(await page.answer.text()).toContain('name="password"')
    expect(await desk.end({ id, password })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await desk.end({ password })
  })

  test('ends a program, whose refresh token then renews nothing', async () => {
    const desk = await signedIn(FIREFOX)
    const { data } = await call<{ refreshToken: string }>(
      world,
      'POST',
      '/api/users/authenticate',
      undefined,
      {
        userName: 'demo',
        password,
      },
    )
    const { id = '' } = (await desk.list()).find(({ kind }) => kind === 'program') ?? {}
    expect(await desk.end({ id, password })).toMatchObject({ status: 200 })
    const renewed = await fetch(`${world.url}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'carnet-direct',
        refresh_token: data.refreshToken,
      }),
    })
    expect(renewed.status).toBe(400)
    expect(await desk.isIn()).toBe(true)
  })

  test('ends all others at once, and goes on itself', async () => {
    const [phone, desk] = [await signedIn(SAFARI), await signedIn(FIREFOX)]
    const others = (await desk.list()).length - 1
    expect((await desk.end({ password })).data).toEqual({ ended: others })
    expect(await phone.isIn()).toBe(false)
    expect((await desk.browser.token()).userId).toBe(desk.userId)
  })

  test('ends nothing of another account', async () => {
    const demo = await signedIn(FIREFOX)
    const admin = new Browser(world.url)
    await admin.signIn('admin', PASSWORDS.admin)
    const { accessToken, userId } = await admin.token()
    const [own] = await demo.list()
    const end = await call(world, 'POST', `/api/users/${userId}/sessions/end`, accessToken, {
      id: own?.id,
      password: PASSWORDS.admin,
    })
    expect(end.status).toBe(404)
    expect(
      (await call(world, 'GET', `/api/users/${demo.userId}/sessions`, accessToken)).status,
    ).toBe(404)
    expect(await demo.isIn()).toBe(true)
  })

  test('that does not stay signed in is so for twelve hours', async () => {
    const browser = new Browser(world.url, SAFARI)
    const page = await browser.follow('/api/session/sign-in?returnTo=/admin')
    const form = new URLSearchParams({ login: 'demo', password })
    await browser.follow(page.path, { method: 'POST', body: form }, (path) => path === '/admin')
    const { accessToken, userId } = await browser.token()
    const { data } = await call<SignedInOn[]>(
      world,
      'GET',
      `/api/users/${userId}/sessions`,
      accessToken,
    )
    const shortest = Math.min(...data.map(({ expiresAt }) => expiresAt))
    expect(shortest).toBeGreaterThan(Date.now() + DAY_MS / 2 - 60_000)
    expect(shortest).toBeLessThanOrEqual(Date.now() + DAY_MS / 2)
    expect(browser.cookie('carnet_session')?.attributes).not.toMatch(/max-age/i)
  })
})

test('over https the cookies of sessions are tied to their host', async () => {
  const product = await startProduct({ environment: { PUBLIC_URL: 'https://carnet.example' } })
  try {
    const { cookies } = await product.app.inject({
      method: 'POST',
      url: '/api/session/demo',
      headers: {
        host: 'carnet.example',
        origin: 'https://carnet.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'lang=fr',
    })
    const session = cookies.find(
      ({ name, value }) => name.endsWith('carnet_session') && value !== '',
    )
    expect(session).toMatchObject({
      name: '__Host-carnet_session',
      path: '/',
      secure: true,
      httpOnly: true,
    })
    expect(session).not.toHaveProperty('domain')
    const answered = await product.app.inject({
      method: 'POST',
      url: '/api/session/token',
      headers: {
        host: 'carnet.example',
        'x-api-key': 'public',
        cookie: `__Host-carnet_session=${session?.value}`,
      },
    })
    expect(answered.json()).toMatchObject({ result: { data: { accessToken: expect.any(String) } } })
  } finally {
    await product.stop()
  }
}, 60_000)
