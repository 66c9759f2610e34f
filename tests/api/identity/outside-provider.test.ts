import { importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openIdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { outsideProvider, type OutsideProvider } from '#tests/engines/openid-provider.ts'
import { freePort } from '#tests/engines/local.ts'
import { Browser } from './fixture.ts'

const PASSWORD = 'craie bleue 42'
const account = (userName: string, firstName: string) => ({
  userName,
  mail: `${userName}@neuf.example`,
  firstName,
  lastName: 'Moulin',
  password: PASSWORD,
})

type Ready = {
  readonly ready: boolean
  readonly engines: readonly {
    readonly name: string
    readonly ok: boolean
    readonly detail: string
  }[]
}
type Me = {
  readonly id: string
  readonly userName: string
  readonly firstName: string
  readonly mail: string
  readonly permissions: readonly string[]
  readonly hasPassword: boolean
}

let provider: OutsideProvider
let product: Product
let url: string

/**
 * Distance of the product's clock from the real one: time goes by without waiting. @unit
 * milliseconds
 */
let aheadMs = 0
afterEach(() => {
  aheadMs = 0
})
/**
 * Seconds that a token lasts, and after how many it is renewed: a slow machine needs less than the
 * rest.
 */
const LASTS_S = 30
const RENEWED_AFTER_S = 26

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  provider = await outsideProvider({
    clientUrl: url,
    accounts: [account('marion', 'Marion'), account('chef', 'Chef'), account('noura', 'Noura')],
    administrators: ['chef'],
  })
  product = await startProduct({
    now: () => Date.now() + aheadMs,
    environment: {
      PORT: String(port),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_AUDIENCE: 'carnet-api',
      OIDC_ADMIN_ROLE: 'carnet-admin',
    },
  })
})
afterAll(async () => {
  await product.stop()
  await provider.dispose()
})

const ask = async (path: string, token?: string, init: RequestInit = {}) => {
  const answer = await fetch(`${url}/api/${path}`, {
    ...init,
    headers: {
      'x-api-key': 'public',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    },
  })
  const { result } = (await answer.json()) as {
    result: { data: unknown; code: string; message: string }
  }
  return { status: answer.status, ...result }
}
const readiness = async () => {
  const answer = await fetch(`${url}/api/ready`)
  const { data } = ((await answer.json()) as { result: { data: Ready } }).result
  return { status: answer.status, signIn: data.engines.find(({ name }) => name === 'sign-in') }
}
const me = async (token: string, userId: string) =>
  (await ask(`users/${userId}/me`, token)).data as Me

/** A browser that goes from the product to the provider and back, as a person would. */
class Person extends Browser {
  readonly provider = new Browser(provider.url)
  readonly query: string
  /** @param query of the sign-in's address besides */
  constructor(query = '') {
    super(url)
    this.query = query
  }

  /**
   * @returns where the provider asks for the password, or the product's own answer when it asks for
   * none
   */
  async toProvider(): Promise<{ answer: Response; path: string }> {
    const away = await this.fetch(
      `/api/session/sign-in?returnTo=/admin/dashboard/default${this.query}`,
    )
    return this.provider.follow(
      away.headers.get('location')?.replace(provider.url, '') ?? '',
      {},
      (path) => path.startsWith(url),
    )
  }

  async signsIn(login: string): Promise<Response> {
    const page = await this.toProvider()
    const back = page.path.startsWith(url)
      ? page
      : await this.provider.follow(
          page.path,
          {
            method: 'POST',
            body: new URLSearchParams({ login, password: PASSWORD, remember: '1' }),
          },
          (path) => path.startsWith(url),
        )
    return this.fetch(back.path.replace(url, ''))
  }
}

describe('while the provider has never been there', () => {
  test('readiness says no and why, signing in answers 503 in a page, and a token is not refused for it', async () => {
    expect(await readiness()).toMatchObject({
      status: 503,
      signIn: { ok: false, detail: 'The OpenID Connect provider does not answer' },
    })
    const page = await new Browser(url).fetch('/api/session/sign-in', {
      headers: { 'accept-language': 'en' },
    })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('The sign-in service is not responding')
    expect((await fetch(`${url}/oidc/assets/sign-in.css`)).status).toBe(200)
    expect(
      await ask('users/authenticate', undefined, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"userName":"marion","password":"x"}',
      }),
    ).toMatchObject({
      status: 503,
      code: 'SIGN_IN_UNAVAILABLE',
    })
    // A signed-in user must not be told that they are not.
    expect(
      await ask('users/00000000000000000000000000/me', 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
    ).toMatchObject({
      status: 503,
      code: 'SIGN_IN_UNAVAILABLE',
    })
  })

  test('becomes ready by itself', async () => {
    await provider.start()
    await expect.poll(async () => (await readiness()).status, { timeout: 15_000 }).toBe(200)
    expect((await readiness()).signIn).toEqual({
      name: 'sign-in',
      ok: true,
      detail: 'OpenID Connect',
    })
  })
})

describe.each([30, -30])('with a clock %i s ahead of ours', (aheadS) => {
  beforeAll(async () => {
    await provider.stop()
    await provider.start({ aheadS })
  })

  test('signs in by code and PKCE, knows the person, and renews the token', async () => {
    const person = new Person()
    const back = await person.signsIn('marion')
    expect([back.status, back.headers.get('location')]).toEqual([303, '/admin/dashboard/default'])
    const { accessToken, expiresIn, userId } = await person.token()
    expect(expiresIn).toBeGreaterThan(290)
    expect(await me(accessToken, userId)).toMatchObject({
      userName: 'marion',
      firstName: 'Marion',
      mail: 'marion@neuf.example',
      hasPassword: false,
    })
  })

  test('makes a new user in the language of the page that the sign-in began on', async () => {
    const noura = new Person('&lang=ar')
    await noura.signsIn('noura')
    const { accessToken, userId } = await noura.token()
    expect(await me(accessToken, userId)).toMatchObject({ params: { preferredLanguage: 'ar' } })
    // An existing user keeps the language.
    const again = new Person('&lang=de')
    await again.signsIn('noura')
    expect(await me((await again.token()).accessToken, userId)).toMatchObject({
      params: { preferredLanguage: 'ar' },
    })
  })

  test('renews a token that is about to end, once for all tabs', async () => {
    await provider.stop()
    await provider.start({ aheadS, accessTokenTtlS: LASTS_S })
    const person = new Person()
    await person.signsIn('marion')
    const first = await person.token()
    aheadMs += RENEWED_AFTER_S * 1000
    const tabs = await Promise.all(Array.from({ length: 5 }, () => person.token()))
    expect(new Set(tabs.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(tabs[0]?.accessToken).not.toBe(first.accessToken)
    expect((await me(tabs[0]?.accessToken ?? '', first.userId)).userName).toBe('marion')
  })
})

describe('with the provider there', () => {
  beforeAll(async () => {
    await provider.stop()
    await provider.start()
  })
  afterEach(async () => provider.resume())

  test('who has the role at the provider administers, from the first sign-in on; others do not', async () => {
    const chef = new Person()
    await chef.signsIn('chef')
    const { accessToken, userId } = await chef.token()
    expect((await me(accessToken, userId)).permissions).toContain('perm_admin')
    const users = (await ask(`users/${userId}`, accessToken)).data as { userName: string }[]
    expect(users.map(({ userName }) => userName).sort((a, b) => a.localeCompare(b))).toEqual([
      'chef',
      'marion',
      'noura',
    ])
    const marion = new Person()
    await marion.signsIn('marion')
    const other = await marion.token()
    expect((await me(other.accessToken, other.userId)).permissions).not.toContain('perm_admin')
  })

  test('signing out ends the session here and there, and its token everywhere', async () => {
    const person = new Person()
    await person.signsIn('marion')
    const { accessToken, userId } = await person.token()
    const answer = await person.ask('/api/session/sign-out')
    const { endSessionUrl } = (
      (await answer.json()) as { result: { data: { endSessionUrl: string } } }
    ).result.data
    expect(endSessionUrl.startsWith(`${provider.issuer}/session/end?`)).toBe(true)
    expect(await ask(`users/${userId}/me`, accessToken)).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    const page = await (await person.provider.fetch(endSessionUrl.replace(provider.url, ''))).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const out = await person.provider.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' })
    expect(out.headers.get('location')).toBe(`${url}/`)
    expect(await (await person.toProvider()).answer.text()).toContain('name="password"')
  })

  test('tokens of a key it has just begun to use are believed, and so are those of the key before', async () => {
    const before = new Person()
    await before.signsIn('marion')
    const old = await before.token()
    await provider.stop()
    await provider.start({ newKeys: true })
    const after = new Person()
    expect((await after.signsIn('marion')).status).toBe(303)
    const fresh = await after.token()
    const keyOf = (token: string) =>
      (
        JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
          kid: string
        }
      ).kid
    expect(keyOf(fresh.accessToken)).not.toBe(keyOf(old.accessToken))
    for (const { accessToken, userId } of [old, fresh])
      expect((await me(accessToken, userId)).userName).toBe('marion')
  })

  test("a token that is not this provider's, or not for this API, or not of now, is refused", async () => {
    const database = openIdentityDatabase(provider.folder, FILE_KEY)
    const { keys } = JSON.parse(await database.secret('provider-keys', () => '')) as {
      keys: [JWK, ...JWK[]]
    }
    await database.close()
    const [jwk] = keys
    const key = await importJWK(jwk, 'RS256')
    const now = Math.floor(Date.now() / 1_000)
    const good = {
      iss: provider.issuer,
      aud: 'carnet-api',
      sub: 'someone',
      exp: now + 300,
      iat: now,
      scope: 'api',
    }
    const signed = (changes: Record<string, unknown>, head: { typ?: string; kid?: string } = {}) =>
      new SignJWT({ ...good, ...changes })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: jwk.kid ?? '', ...head })
        .sign(key)
    // 404: the path is another user's.
    expect((await ask('users/00000000000000000000000000/me', await signed({}))).status).toBe(404)
    // A clock may be off by a minute, and not by more.
    expect(
      (await ask('users/00000000000000000000000000/me', await signed({ exp: now - 50, jti: 'a' })))
        .status,
    ).toBe(404)
    const foreign = {
      'another audience': await signed({ aud: 'another-api' }),
      'another issuer': await signed({ iss: 'https://elsewhere.example' }),
      expired: await signed({ exp: now - 61 }),
      'not valid yet': await signed({ nbf: now + 120 }),
      'no subject': await signed({ sub: undefined }),
      'no end': await signed({ exp: undefined }),
      'an ID token': await signed({ nonce: 'n', scope: undefined }, { typ: 'JWT' }),
      'an unknown key': await signed({}, { kid: 'unknown' }),
      unsigned: new UnsecuredJWT(good).encode(),
      'signed with the public key as a secret': await new SignJWT(good)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: jwk.kid ?? '' })
        .sign(new TextEncoder().encode(jwk.n)),
    }
    for (const [what, token] of Object.entries(foreign))
      expect(await ask('users/00000000000000000000000000/me', token), what).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      })
  })

  test('a provider that goes away keeps nobody from working; nobody new signs in; and its return is noticed', async () => {
    const person = new Person()
    await person.signsIn('marion')
    const { accessToken, userId } = await person.token()
    await provider.stop()
    await expect.poll(readiness, { timeout: 15_000 }).toMatchObject({
      status: 200,
      signIn: {
        ok: false,
        detail: 'The OpenID Connect provider does not answer: who is signed in can go on',
      },
    })
    expect((await me(accessToken, userId)).userName).toBe('marion')
    expect((await person.token()).accessToken).toBe(accessToken)
    const refused = await new Browser(url).fetch('/api/session/sign-in', {
      headers: { accept: 'application/json' },
    })
    expect([
      refused.status,
      ((await refused.json()) as { result: { code: string } }).result.code,
    ]).toEqual([503, 'SIGN_IN_UNAVAILABLE'])
    // The session ends here all the same, and the browser is not redirected.
    const answer = await person.ask('/api/session/sign-out')
    expect(await answer.json()).toMatchObject({ result: { data: { endSessionUrl: `${url}/` } } })
    await provider.start()
    await expect.poll(async () => (await readiness()).signIn?.ok, { timeout: 15_000 }).toBe(true)
    expect((await new Person().signsIn('marion')).status).toBe(303)
  })

  test('a token that ends while the provider is away ends nobody’s session: it is renewed on its return', async () => {
    await provider.stop()
    await provider.start({ accessTokenTtlS: LASTS_S })
    const person = new Person()
    await person.signsIn('marion')
    const first = await person.token()
    await provider.stop()
    aheadMs += RENEWED_AFTER_S * 1000
    const waiting = await person.ask('/api/session/token')
    expect([
      waiting.status,
      ((await waiting.json()) as { result: { code: string } }).result.code,
    ]).toEqual([503, 'SIGN_IN_UNAVAILABLE'])
    await provider.start()
    await expect
      .poll(async () => (await person.ask('/api/session/token')).status, { timeout: 10_000 })
      .toBe(200)
    expect((await person.token()).userId).toBe(first.userId)
  })

  test('a provider that takes no notice is not waited for without end', async () => {
    provider.pause()
    aheadMs += 5_100 // its last answer is cached for five seconds
    expect((await fetch(`${url}/api/session/sign-in`, { redirect: 'manual' })).status).toBe(503)
  })
})

describe('users/authenticate', () => {
  const authenticate = (password: string) =>
    ask('users/authenticate', undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'marion', password }),
    })

  test.each([
    ['knows no passwords', 'unknown'],
    ['lets this client ask for none', 'forbidden'],
  ] as const)(
    'answers 501 with the sign-in URL where the provider %s',
    async (_, passwordGrant) => {
      await provider.stop()
      await provider.start({ passwordGrant })
      await restarted()
      expect(await authenticate(PASSWORD)).toMatchObject({
        status: 501,
        code: 'SIGN_IN_ELSEWHERE',
        message: expect.stringContaining(`${url}/api/session/sign-in`),
      })
    },
  )

  test('gives tokens where the provider offers it, and 401 for a wrong password', async () => {
    await provider.stop()
    await provider.start({ passwordGrant: 'allowed' })
    await restarted()
    const { status, data } = await authenticate(PASSWORD)
    expect(status).toBe(200)
    const { accessToken, userId, expiresIn } = data as {
      accessToken: string
      userId: string
      expiresIn: number
    }
    expect(expiresIn).toBeGreaterThan(290)
    expect((await me(accessToken, userId)).userName).toBe('marion')
    expect(await authenticate('not this one')).toMatchObject({
      status: 401,
      code: 'CREDENTIALS_WRONG',
    })
  })

  test('users/0/register answers 501 with the way to the provider’s own page', async () => {
    const body = JSON.stringify({
      userName: 'nouveau',
      firstName: 'Nouveau',
      lastName: 'Venu',
      mail: 'nouveau@neuf.example',
      password: PASSWORD,
    })
    expect(
      await ask('users/0/register', undefined, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    ).toMatchObject({
      status: 501,
      code: 'SIGN_IN_ELSEWHERE',
      message: expect.stringContaining(`${url}/api/session/sign-in?screen=register`),
    })
    const away = await fetch(`${url}/api/session/sign-in?screen=register`, { redirect: 'manual' })
    expect(new URL(away.headers.get('location') ?? '').searchParams.get('screen_hint')).toBe(
      'register',
    )
  })

  /** The provider's metadata is read once: a new one needs a restart. */
  async function restarted(): Promise<void> {
    await product.stop(true)
    const { dataDir } = product
    product = await startProduct({
      dataDir,
      environment: {
        PORT: new URL(url).port,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_AUDIENCE: 'carnet-api',
        OIDC_ADMIN_ROLE: 'carnet-admin',
      },
    })
  }
})
