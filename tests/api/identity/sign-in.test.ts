import Fastify, { type FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserName } from '#api/identity/browser-name.ts'
import type { Me, User } from '#contract/identity/identity.schemas.ts'
import { ADMIN_ROLE, FREELANCER_ROLE } from '#domain/identity/role.ts'
import { freePort } from '#tests/engines/local.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { Browser, call, PASSWORDS, startWorld, type World } from './fixture.ts'

const HOME = '/admin/profile/personal'

describe('a browser that an account does not know', () => {
  const sent: { to: string; subject: string; html: string }[] = []
  let world: World
  beforeAll(async () => {
    world = await startWorld({
      houseMail: async (to, subject, html) => sent.push({ to, subject, html }),
    })
  })
  afterAll(async () => {
    await world.stop()
    world.wipe()
  })

  test('is told to its owner by mail, once, and never at the first sign-in of all', async () => {
    const own = new Browser(world.url)
    await own.signIn('demo', PASSWORDS.demo)
    own.keepOnly('carnet_device')
    await own.signIn('demo', PASSWORDS.demo)
    expect(sent).toEqual([])
    const other = new Browser(world.url)
    await other.signIn('demo', PASSWORDS.demo)
    expect(sent).toMatchObject([
      { subject: 'Carnet\u00a0: connexion depuis un navigateur inconnu' },
    ])
    expect(sent[0]?.html).toMatch(/demo s’est connecté le .*Il se présente ainsi.: sans nom/)
    expect(sent[0]?.html).toContain(`${world.url}/oidc/forgotten`)
    other.keepOnly('carnet_device')
    await other.signIn('demo', PASSWORDS.demo)
    expect(sent).toHaveLength(1)
  })

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      'Safari, iPhone',
    ],
    ['curl/8.5.0', ''],
  ])('calls itself by what it sends: %s', (agent, name) => expect(browserName(agent)).toBe(name))
})

describe('signing in at the embedded provider', () => {
  let world: World
  beforeAll(async () => void (world = await startWorld()))
  afterAll(async () => {
    await world.stop()
    world.wipe()
  })

  test('goes from discovery through the page to a token that the API accepts', async () => {
    const discovery = (await (
      await fetch(`${world.url}/oidc/.well-known/openid-configuration`)
    ).json()) as Record<string, string>
    expect(discovery).toMatchObject({
      issuer: `${world.url}/oidc`,
      authorization_endpoint: `${world.url}/oidc/auth`,
      end_session_endpoint: `${world.url}/oidc/session/end`,
    })

    const browser = new Browser(world.url)
    const page = await browser.follow(`/api/session/sign-in?returnTo=${HOME}`)
    expect(page.answer.status).toBe(200)
    expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.answer.text()).toContain('Reprenons où vous en étiez')

    const wrong = await browser.post(page.path, { login: 'demo', password: 'not this one' })
    expect(wrong.status).toBe(401)
    const again = await wrong.text()
    expect(again).toContain('mot de passe incorrect')
    expect(again).toContain('value="demo"')

    const done = await browser.follow(
      page.path,
      {
        method: 'POST',
        body: new URLSearchParams({ login: 'demo', password: PASSWORDS.demo, remember: '1' }),
      },
      (path) => path === HOME,
    )
    expect(done.path).toBe(HOME)
    expect(browser.cookie('carnet_session')?.attributes).toMatch(/HttpOnly/i)
    expect(browser.cookie('carnet_session')?.attributes).toMatch(/SameSite=Strict/i)

    const { accessToken, expiresIn, userId } = await browser.token()
    expect(expiresIn).toBeGreaterThan(200)
    const me = await call<Me>(world, 'GET', `/api/users/${userId}/me`, accessToken)
    expect(me).toMatchObject({
      status: 200,
      data: { id: userId, userName: 'demo', params: { activeProfile: 0, preferredLanguage: 'fr' } },
    })
    expect(me.data.permissions).toContain('perm_billing_add')
    expect(me.data.permissions).not.toContain('perm_admin')
    expect(me.data.lastConnectionDate).toBeGreaterThan(0)
  })

  test('answers the same token to tabs that ask while it is valid', async () => {
    const browser = new Browser(world.url)
    await browser.signIn('demo', PASSWORDS.demo)
    const [a, b] = await Promise.all([browser.token(), browser.token()])
    expect(a.accessToken).toBe(b.accessToken)
  })

  test('asks for the custom header that another site cannot send', async () => {
    const browser = new Browser(world.url)
    await browser.signIn('demo', PASSWORDS.demo)
    expect((await browser.fetch('/api/session/token', { method: 'POST' })).status).toBe(401)
    expect(
      (await browser.ask('/api/session/token', { headers: { 'sec-fetch-site': 'cross-site' } }))
        .status,
    ).toBe(403)
    expect((await browser.ask('/api/session/token')).status).toBe(200)
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/%0d%0a/../..//elsewhere.example\n',
    'javascript:alert(1)',
    '/api/session/sign-in',
  ])('refuses to return to %j', async (returnTo) => {
    const answer = await fetch(
      `${world.url}/api/session/sign-in?returnTo=${encodeURIComponent(returnTo)}`,
      {
        redirect: 'manual',
      },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ result: { code: 'RETURN_TO_INVALID' } })
  })

  test('does not end in a session of another conversation', async () => {
    const browser = new Browser(world.url)
    await browser.fetch('/api/session/sign-in')
    const answer = await browser.fetch('/api/session/callback?code=abc&state=of-someone-else')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('a expiré')
    expect(browser.cookie('carnet_session')).toBeUndefined()
  })

  test('ends with sign-out: no token, and neither the old access token nor the provider knows the user', async () => {
    const browser = new Browser(world.url)
    await browser.signIn('demo', PASSWORDS.demo)
    const { accessToken, userId } = await browser.token()
    const before = browser.cookie('carnet_session')
    const answer = await browser.ask('/api/session/sign-out')
    const { endSessionUrl } = (
      (await answer.json()) as { result: { data: { endSessionUrl: string } } }
    ).result.data
    expect(new URL(endSessionUrl).pathname).toBe('/oidc/session/end')
    expect(browser.cookie('carnet_session')).toBeUndefined()
    expect(await call(world, 'GET', `/api/users/${userId}/me`, accessToken)).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    if (before) browser.setCookie('carnet_session', before)
    expect((await browser.ask('/api/session/token')).status).toBe(401)

    const page = await (await browser.fetch(endSessionUrl)).text()
    expect(page).toContain('data-confirmed')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const out = await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' })
    expect(out.headers.get('location')).toBe(`${world.url}/`)
    const next = await browser.follow('/api/session/sign-in')
    expect(await next.answer.text()).toContain('name="password"')
  })

  test('registers, says so, and signs in with the new account', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in?screen=register')
    expect(page.path).toMatch(/\/register$/)
    const fields = {
      firstName: 'Atelier',
      lastName: 'Brumaire',
      mail: 'bonjour@brumaire.example',
      userName: 'brumaire',
      password: 'craie bleue 42',
      confirmation: 'craie bleue 42',
    }
    const differ = await browser.post(page.path, { ...fields, confirmation: 'craie bleue 43' })
    expect(differ.status).toBe(422)
    const text = await differ.text()
    expect(text).toContain('Veuillez vous assurer que vos mots de passe correspondent')
    expect(text).toContain('value="bonjour@brumaire.example"')
    const taken = await browser.post(page.path, { ...fields, userName: 'demo' })
    expect(taken.status).toBe(409)
    const told = await taken.text()
    expect(told).toContain('Un compte existe déjà')
    expect(told).not.toContain('id="userName-error"')
    expect(
      await (await browser.post(page.path, { ...fields, mail: 'demo@carnet.example' })).text(),
    ).toContain('Un compte existe déjà')
    expect((await browser.post(page.path, { ...fields, firstName: '' })).status).toBe(422)
    const created = await browser.follow(page.path, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    const notice = await created.answer.text()
    expect(notice).toContain('Compte créé')
    expect(notice).toContain('Bienvenue, votre compte est créé')
    expect(notice).toContain('<bdi>brumaire</bdi>')
    // The password was chosen a moment ago, and is not asked again in this browser.
    expect(notice).not.toContain('type="password"')
    // The page goes on by itself: staying signed in has to be asked for.
    expect(notice).toMatch(/name="remember"(?![^>]*checked)/)
    const ticket = new URL(created.path, world.url).searchParams.get('ticket') ?? ''
    const path = created.path.split('?')[0] ?? ''
    expect((await browser.post(path, { ticket: `${ticket}x` })).status).toBe(422)
    expect((await new Browser(world.url).post(path, { ticket })).status).toBe(400)
    const done = await browser.follow(
      path,
      { method: 'POST', body: new URLSearchParams({ ticket }) },
      (to) => to.startsWith('/admin'),
    )
    expect(done.path).toBe('/admin/dashboard/default')
    const { accessToken, userId } = await browser.token()
    expect((await call(world, 'GET', `/api/users/${userId}/me`, accessToken)).data).toMatchObject({
      userName: 'brumaire',
      firstName: 'Atelier',
      isFree: true,
      freePeriod: 30,
    })
  })

  test.each([
    ['the browser', {}, '/api/session/sign-in?screen=register'],
    [
      'the page that it was opened on',
      { 'accept-language': 'de' },
      '/api/session/sign-in?screen=register&lang=ar',
    ],
  ])('registers in the language of %s', async (_, own, path) => {
    const headers = { 'accept-language': 'ar-MA,ar;q=0.9,fr;q=0.5', ...own }
    const browser = new Browser(world.url)
    const page = await browser.follow(path)
    const shown = await browser.fetch(page.path, { headers })
    expect(await shown.text()).toContain('<html lang="ar" dir="rtl">')
    const userName = `noura.${'accept-language' in own ? 'page' : 'navigateur'}`
    const password = 'حبر أزرق على ورق 42'
    const fields = {
      firstName: 'نورا',
      lastName: 'صالح',
      mail: `${userName}@carnet.example`,
      userName,
      password,
    }
    const body = new URLSearchParams({ ...fields, confirmation: password })
    const created = await browser.follow(page.path, { method: 'POST', body, headers })
    await browser.follow(
      created.path.split('?')[0] ?? '',
      { method: 'POST', body: new URLSearchParams({ login: userName, password }), headers },
      (to) => to.startsWith('/admin'),
    )
    const { accessToken, userId } = await browser.token()
    const { data } = await call<Me>(world, 'GET', `/api/users/${userId}/me`, accessToken)
    expect(data.params.preferredLanguage).toBe('ar')
  })

  test('names every field to mend at once, and keeps what was typed', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in?screen=register')
    const answer = await browser.post(page.path, {
      firstName: '',
      lastName: 'Tournebroche',
      mail: 'tournebroche',
      userName: 'demo',
      password: 'azerty',
      confirmation: 'azertz',
    })
    expect(answer.status).toBe(422)
    const text = await answer.text()
    const wrong = [...text.matchAll(/id="(\w+)-error">([^<]+)/g)].map(([, field, said]) => [
      field,
      said,
    ])
    expect(wrong).toEqual([
      ['firstName', 'Champ obligatoire. Remplissez-le pour continuer.'],
      ['mail', 'Saisissez une adresse e-mail valide. Écrivez-la comme nom@domaine.fr.'],
      ['password', expect.stringContaining('12 caractères')],
      ['confirmation', expect.stringContaining('mots de passe')],
    ])
    expect(text).toContain('value="Tournebroche"')
    expect(/<input[^>]*autofocus/.exec(text)?.[0]).toContain('id="firstName"')
  })

  test('takes the mail for the user name that is left empty, and the time zone of the browser', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in?screen=register')
    const fields = {
      firstName: 'Ile',
      lastName: 'Bourbon',
      mail: 'ile@bourbon.example',
      userName: '',
      password: 'craie bleue 42',
      confirmation: 'craie bleue 42',
      timeZone: 'Indian/Reunion',
    }
    await browser.follow(page.path, { method: 'POST', body: new URLSearchParams(fields) })
    await browser.signIn('ile@bourbon.example', fields.password)
    const { accessToken, userId } = await browser.token()
    expect(
      (await call<Me>(world, 'GET', `/api/users/${userId}/me`, accessToken)).data,
    ).toMatchObject({
      userName: 'ile@bourbon.example',
      params: { timeZone: 'Indian/Reunion' },
    })
    const again = await new Browser(world.url).follow('/api/session/sign-in?screen=register')
    const taken = await browser.post(again.path, { ...fields, timeZone: 'Mars/Olympus' })
    expect(taken.status).toBe(400)
  })

  test('says that a session has ended, and whom to ask for a forgotten password', async () => {
    const ended = await (
      await new Browser(world.url).follow('/api/session/sign-in?screen=ended')
    ).answer.text()
    expect(ended).toContain('Votre session a expiré. Vous reviendrez où vous étiez')
    const plain = await (await new Browser(world.url).follow('/api/session/sign-in')).answer.text()
    expect(plain).not.toContain('Votre session a expiré')
    expect(plain).toContain('Adressez-vous à l’administrateur')
  })

  test('speaks the language chosen on the page, and mirrors Arabic', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in', {
      headers: { 'accept-language': 'de' },
    })
    expect(
      await (await browser.fetch(page.path, { headers: { 'accept-language': 'de' } })).text(),
    ).toContain('<html lang="de" dir="ltr">')
    expect(await (await browser.fetch(`${page.path}?lang=ar`)).text()).toContain(
      '<html lang="ar" dir="rtl">',
    )
    expect(await (await browser.fetch(`${page.path}/register`)).text()).toContain(
      '<html lang="ar" dir="rtl">',
    )
  })

  test('escapes what it repeats', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in')
    const text = await (
      await browser.post(page.path, { login: '"><script>alert(1)</script>', password: 'x' })
    ).text()
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&quot;&gt;&lt;script&gt;')
  })

  test('limits how often an address may try, in a page that says so', async () => {
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in')
    let last: Response | null = null
    for (let i = 0; i < 61; i += 1)
      last = await browser.post(page.path, { login: '', password: '' })
    expect(last?.status).toBe(429)
    expect(last?.headers.get('content-type')).toContain('text/html')
    expect(await last?.text()).toContain('Trop de tentatives')
  })
})

describe('a session', () => {
  afterEach(() => void vi.useRealTimers())

  test('renews its token when less than five seconds are left, once for all tabs, and lives through a restart', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Math.ceil(Date.now() / 1000) * 1000
    vi.setSystemTime(start)
    const first = await startWorld({ accessTokenTtlS: 300 })
    const browser = new Browser(first.url)
    await browser.signIn('demo', PASSWORDS.demo)
    const before = await browser.token()

    vi.setSystemTime(start + 295_000)
    expect(await browser.token()).toEqual({
      ...before,
      expiresIn: 5,
      sessionEndsIn: 30 * 86_400 - 295,
    })
    vi.setSystemTime(start + 295_001)
    const tabs = await Promise.all(Array.from({ length: 6 }, () => browser.token()))
    expect(new Set(tabs.map((tab) => tab.accessToken)).size).toBe(1)
    expect(tabs[0]?.accessToken).not.toBe(before.accessToken)
    expect(tabs[0]?.expiresIn).toBeGreaterThan(290)
    // A renewed token makes the session no longer.
    expect(tabs[0]?.sessionEndsIn).toBe(30 * 86_400 - 296)
    const port = Number(new URL(first.url).port)
    await first.stop()

    vi.setSystemTime(start + 7 * 86_400_000)
    const second = await startWorld({ folder: first.folder, port })
    expect(second.announced).toEqual([])
    const after = await browser.token()
    expect(
      (await call(second, 'GET', `/api/users/${after.userId}/me`, after.accessToken)).status,
    ).toBe(200)
    // The provider remembers the browser too: no password is asked for.
    const silent = await browser.follow('/api/session/sign-in', {}, (path) =>
      path.startsWith('/admin'),
    )
    expect(silent.path).toBe('/admin/dashboard/default')

    vi.setSystemTime(start + 40 * 86_400_000)
    expect((await browser.ask('/api/session/token')).status).toBe(401)
    await second.stop()
    second.wipe()
  })
})

describe('where nobody may stay signed in', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ mayStay: false })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await world.stop()
    world.wipe()
  })
  const asksForPassword = async (browser: Browser) => {
    const page = await browser.follow('/api/session/sign-in', {}, (path) =>
      path.startsWith('/admin'),
    )
    return page.path.startsWith('/oidc/') && (await page.answer.text()).includes('name="password"')
  }

  test('the page offers no such choice, and twelve hours after the password it is asked for again', async () => {
    const start = Date.now()
    vi.useFakeTimers({ now: start, toFake: ['Date'] })
    const browser = new Browser(world.url)
    const page = await browser.follow('/api/session/sign-in')
    expect(await page.answer.text()).not.toContain('name="remember"')
    // `remember` is sent all the same, as by a page that stood open.
    await browser.signIn('demo', PASSWORDS.demo, '/admin')
    expect(browser.cookie('carnet_session')?.attributes).not.toMatch(/max-age/i)

    // The provider knows the browser still, and begins no session that outlives the password's
    // twelve hours.
    vi.setSystemTime(start + 11 * HOUR_MS)
    expect((await browser.token()).userId).toBeDefined()
    expect(await asksForPassword(browser)).toBe(false)
    vi.setSystemTime(start + 12 * HOUR_MS - 10_000)
    expect((await browser.token()).userId).toBeDefined()
    vi.setSystemTime(start + 12 * HOUR_MS + 1_000)
    expect((await browser.ask('/api/session/token')).status).toBe(401)
    expect(await asksForPassword(browser)).toBe(true)
  })

  test('a program renews its tokens for twelve hours, however often it does', async () => {
    const start = Date.now()
    vi.useFakeTimers({ now: start, toFake: ['Date'] })
    let { refreshToken } = (
      await call<{ refreshToken: string }>(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'demo',
        password: PASSWORDS.demo,
      })
    ).data
    const renew = async () => {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'carnet-direct',
        refresh_token: refreshToken,
      })
      const answer = await fetch(`${world.url}/oidc/token`, { method: 'POST', body })
      const { refresh_token: next } = (await answer.json()) as { refresh_token?: string }
      refreshToken = next ?? refreshToken
      return answer.status
    }
    vi.setSystemTime(start + 11 * HOUR_MS)
    expect(await renew()).toBe(200)
    vi.setSystemTime(start + 12 * HOUR_MS + 1_000)
    expect(await renew()).toBe(400)
  })
})

describe('a bearer token', () => {
  let world: World
  let good: { accessToken: string; refreshToken: string; userId: string }
  let admin: { accessToken: string; userId: string }
  beforeAll(async () => {
    world = await startWorld()
    good = (
      await call<typeof good>(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'demo',
        password: PASSWORDS.demo,
      })
    ).data
    admin = (
      await call<typeof admin>(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'admin',
        password: PASSWORDS.admin,
      })
    ).data
  })
  afterAll(async () => {
    await world.stop()
    world.wipe()
  })
  const me = (token?: string) => call(world, 'GET', `/api/users/${good.userId}/me`, token)

  test('comes from users/authenticate as well, and is accepted', async () => {
    expect(good).toMatchObject({ expiresIn: 300, refreshToken: expect.any(String) })
    expect((await me(good.accessToken)).data).toMatchObject({ userName: 'demo' })
    expect(
      await call(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'demo',
        password: 'not this one',
      }),
    ).toMatchObject({
      status: 401,
      code: 'CREDENTIALS_WRONG',
    })
  })

  test('is renewed with its refresh token at the token endpoint', async () => {
    const answer = await fetch(`${world.url}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'carnet-direct',
        refresh_token: good.refreshToken,
      }),
    })
    const tokens = (await answer.json()) as { access_token: string }
    expect(answer.status).toBe(200)
    expect((await me(tokens.access_token)).status).toBe(200)
  })

  test('is refused when it is missing, junk, expired, of another key, of another audience, or no access token', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const sign = (change: { exp?: number } = {}) =>
      new SignJWT({ scope: 'api' })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
        .setIssuer(`${world.url}/oidc`)
        .setAudience('carnet-api')
        .setSubject(good.userId)
        .setExpirationTime(change.exp ?? '5m')
        .sign(privateKey)
    const [head = '', body = ''] = good.accessToken.split('.')
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${body}.`
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    expect(kid).toBeTruthy()
    for (const token of [
      undefined,
      'junk',
      await sign(),
      await sign({ exp: 1_000 }),
      unsigned,
      `${good.accessToken.slice(0, -6)}AAAAAA`,
    ])
      expect(await me(token)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  test('is refused once its user is disabled, and again accepted when the user signs in after being enabled', async () => {
    const disabled = await call(
      world,
      'PUT',
      `/api/users/${admin.userId}/${good.userId}/false`,
      admin.accessToken,
    )
    expect(disabled.status).toBe(200)
    await expect.poll(async () => (await me(good.accessToken)).status).toBe(401)
    expect(
      await call(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'demo',
        password: PASSWORDS.demo,
      }),
    ).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    await call(world, 'PUT', `/api/users/${admin.userId}/${good.userId}/true`, admin.accessToken)
    await expect
      .poll(
        async () =>
          (
            await call(world, 'POST', '/api/users/authenticate', undefined, {
              userName: 'demo',
              password: PASSWORDS.demo,
            })
          ).status,
      )
      .toBe(200)
  })
})

describe('with an outside provider', () => {
  let provider: FastifyInstance
  let key: CryptoKey
  let world: World
  let issuer = ''
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    key = privateKey
    issuer = `http://127.0.0.1:${await freePort()}`
    const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'k' }
    provider = Fastify()
    provider.get('/.well-known/openid-configuration', async () => ({
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      scopes_supported: ['openid', 'email', 'profile'],
      prompt_values_supported: ['none', 'login', 'create'],
    }))
    provider.get('/keys', async () => ({ keys: [jwk] }))
    world = await startWorld({
      outside: {
        issuer,
        clientId: 'carnet',
        audience: 'carnet-api',
        scope: ['openid', 'profile', 'email', 'offline_access', 'carnet-api'],
        admins: ['patron'],
      },
    })
  })
  afterAll(async () => {
    await provider.close()
    await world.stop()
    world.wipe()
  })
  const token = (subject: string, more: object = {}, typ = 'at+jwt') =>
    new SignJWT({
      preferred_username: subject,
      given_name: 'Moulin',
      family_name: 'Neuf',
      email: `${subject}@neuf.example`,
      ...more,
    })
      .setProtectedHeader({ alg: 'RS256', typ, kid: 'k' })
      .setIssuer(issuer)
      .setAudience('carnet-api')
      .setSubject(subject)
      .setExpirationTime('5m')
      .sign(key)
  const permissions = (bearer: string) =>
    call(world, 'GET', '/api/role/00000000000000000000000000/catalogue', bearer)

  test('signing in answers 503 while the provider is away, and goes there once it is back', async () => {
    const ask = () => fetch(`${world.url}/api/session/sign-in`, { redirect: 'manual' })
    const away = await ask()
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({ result: { code: 'SIGN_IN_UNAVAILABLE' } })
    await provider.listen({ host: '127.0.0.1', port: Number(new URL(issuer).port) })
    await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(303)
    const to = new URL((await ask()).headers.get('location') ?? '')
    expect(to.origin).toBe(issuer)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      client_id: 'carnet',
      redirect_uri: `${world.url}/api/session/callback`,
      state: expect.any(String),
      nonce: expect.any(String),
    })
  })

  test('goes to the page for a new account where the provider says that it has one', async () => {
    const away = await fetch(`${world.url}/api/session/sign-in?screen=register`, {
      redirect: 'manual',
    })
    const asked = Object.fromEntries(new URL(away.headers.get('location') ?? '').searchParams)
    // This provider does not support offline_access; our own scopes are requested anyway.
    expect(asked).toMatchObject({ prompt: 'create', scope: 'openid profile email carnet-api' })
    expect(asked).not.toHaveProperty('screen_hint')
  })

  test('makes an administrator of who is there already, at their next sign-in and not before, and takes it away likewise', async () => {
    const marion = {
      userName: 'marion',
      issuer,
      subject: 'marion',
      firstName: 'Marion',
      lastName: '',
      mail: '',
    }
    const steps = [
      await world.identity.users.ofSubject({ ...marion, isAdmin: false, occasion: 'sign-in' }),
      await world.identity.users.ofSubject({ ...marion, isAdmin: true, occasion: 'call' }),
      await world.identity.users.ofSubject({ ...marion, isAdmin: true, occasion: 'sign-in' }),
      await world.identity.users.ofSubject({ ...marion, isAdmin: false, occasion: 'call' }),
      await world.identity.users.ofSubject({ ...marion, isAdmin: false, occasion: 'sign-in' }),
    ]
    const both = [ADMIN_ROLE, FREELANCER_ROLE]
    expect(steps.map(({ state }) => ('roleIds' in state ? state.roleIds : []))).toEqual([
      [FREELANCER_ROLE],
      [FREELANCER_ROLE],
      both,
      both,
      [FREELANCER_ROLE],
    ])
  })

  test('makes one user of a subject that comes twice at once for the first time', async () => {
    const bearer = await token('moulin')
    const streams = async () =>
      (await Promise.all([permissions(bearer), permissions(bearer)])).map((answer) => answer.status)
    // The caller is known but not permitted, and not the path's owner: the kernel chooses which
    // refusal.
    for (const status of await streams()) expect([403, 404]).toContain(status)
    const boss = await token('patron')
    await permissions(boss)
    const { rows } = await usersAs(boss)
    expect(rows.filter((user) => user.userName === 'moulin')).toHaveLength(1)
    expect(rows.find((user) => user.userName === 'moulin')).toMatchObject({
      firstName: 'Moulin',
      mail: 'moulin@neuf.example',
    })
  })

  test('takes an access token and no ID token', async () => {
    expect((await permissions(await token('moulin', { scope: 'openid' }, 'JWT'))).status).not.toBe(
      401,
    )
    expect(
      (await permissions(await token('moulin', { scope: 'openid', nonce: 'n' }, 'JWT'))).status,
    ).toBe(401)
    expect((await permissions(await token('moulin', { typ: 'ID' }, 'JWT'))).status).toBe(401)
  })

  test('users/authenticate and register answer 501 with the sign-in URL', async () => {
    const answer = await call(world, 'POST', '/api/users/authenticate', undefined, {
      userName: 'demo',
      password: 'x',
    })
    expect(answer).toMatchObject({ status: 501, code: 'SIGN_IN_ELSEWHERE' })
    expect(answer.message).toContain(`${world.url}/api/session/sign-in`)
  })

  async function usersAs(bearer: string) {
    const caller = await world.identity.authenticate({
      headers: { authorization: `Bearer ${bearer}` },
    })
    return { rows: (await call<User[]>(world, 'GET', `/api/users/${caller?.userId}`, bearer)).data }
  }
})

test.each([
  [true, 'Créer mon compte, 30 jours offerts', 'Trente jours offerts, sans carte bancaire.'],
  [false, 'Créer mon compte', 'Sans abonnement, sans carte bancaire.'],
])('where a plan is needed (%s), signing up says “%s”', async (needsPlan, link, lead) => {
  const world = await startWorld({ needsPlan })
  try {
    const signIn = await new Browser(world.url).follow('/api/session/sign-in?lang=fr')
    expect(await signIn.answer.text()).toContain(`/register">${link}</a>`)
    const signUp = await new Browser(world.url).follow(
      '/api/session/sign-in?screen=register&lang=fr',
    )
    expect(await signUp.answer.text()).toContain(`<p class="lead">${lead}</p>`)
  } finally {
    await world.stop()
    world.wipe()
  }
})
