import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_ROLE } from '#domain/identity/role.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'
import { figuresOf } from '../operations/figures.ts'

let product: Product
let admin: SignedIn
beforeAll(async () => {
  product = await startProduct()
  admin = await product.admin()
})
afterAll(() => product.stop())

const me = (who: SignedIn) => product.data<Me>(who, 'GET', `users/${who.userId}/me`)
const codeOf = (answer: { json: () => { result: { code?: string } } }): string =>
  answer.json().result.code ?? ''
const signInFrom = (remoteAddress: string, userName: string, password: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    remoteAddress,
    payload: { userName, password },
  })

/**
 * Attempts on an administrator by each route that changes a user: path behind `users/`, body. `own`
 * tries, `their` is tried.
 */
const ATTEMPTS: Readonly<
  Record<string, (own: string, their: string) => readonly (readonly [string, object?])[]>
> = {
  'PUT /users/:userId': (own, their) => [
    [their, { firstName: 'Mallory' }],
    [own, { id: their, firstName: 'Mallory' }],
    [own, { id: their, mail: 'pwn@evil.example', password: passwordOf('delegate') }],
  ],
  'PUT /users/:userId/userRole': (own, their) => [[`${own}/userRole`, { id: their, roleIds: [] }]],
  'PUT /users/:userId/freeAccess': (own, their) => [
    [`${own}/freeAccess`, { id: their, isFree: false, freePeriod: 1 }],
  ],
  'PUT /users/:userId/freeJobSuggestions/:id/:count': (own, their) => [
    [`${own}/freeJobSuggestions/${their}/5`],
  ],
  'PUT /users/:userId/profilePicture': (_, their) => [
    [`${their}/profilePicture`, { pictureName: '', pictureContent: '' }],
  ],
  'PUT /users/:userId/parameters': (_, their) => [[`${their}/parameters`, { isDiscreet: true }]],
  'PUT /users/:userId/columns': (_, their) => [[`${their}/columns`, { lists: {} }]],
  'DELETE /users/:userId/me': (_, their) => [[`${their}/me`]],
  'PUT /users/:userId/me/keep': (_, their) => [[`${their}/me/keep`]],
  'PUT /users/:userId/lastConnectionDate': (_, their) => [[`${their}/lastConnectionDate`]],
  'PUT /users/:userId/password': (_, their) => [
    [`${their}/password`, { current: passwordOf('delegate'), password: 'encre violette 7' }],
  ],
  'POST /users/:userId/invite': (own) => [
    [
      `${own}/invite`,
      { mail: 'admin@carnet.example', firstName: 'Mallory', roleIds: [ADMIN_ROLE] },
    ],
  ],
  'PUT /users/:userId/initiateDemo': (_, their) => [[`${their}/initiateDemo`]],
  'POST /users/:userId/sign-out': (own, their) => [
    [`${own}/sign-out`, { id: their }],
    [`${their}/sign-out`, {}],
  ],
  'POST /users/:userId/sessions/end': (_, their) => [
    [`${their}/sessions/end`, { password: passwordOf('delegate') }],
  ],
  'PUT /users/:userId/:id/:active': (own, their) => [
    [`${own}/${their}/false`],
    [`${own}/${their}/true`],
  ],
  'DELETE /users/:userId/:id': (own, their) => [[`${own}/${their}`]],
}

describe('who manages users and is no administrator', () => {
  test('changes nothing of an administrator, by any route that changes a user', async () => {
    const delegate = await product.freelancer('delegate', {
      permissions: [
        'perm_access_users_menu',
        'perm_access_users_manage',
        'perm_personal_info_update',
      ],
    })
    const routes = product
      .routes()
      .filter(({ path, method }) => path.startsWith('/users/:') && method !== 'GET')
      // A new account's; another user's id is not found.
      .filter(({ path }) => !path.endsWith('/register'))
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(ATTEMPTS).sort(),
    )
    const before = await me(admin)
    for (const { method, path } of routes)
      for (const [where, body] of ATTEMPTS[`${method} ${path}`]?.(delegate.userId, admin.userId) ??
        []) {
        const answer = await product.as(delegate, method, `users/${where}`, body)
        expect([403, 404], `${method} ${path}: ${answer.body}`).toContain(answer.statusCode)
      }
    expect(await me(admin)).toEqual(before)
    expect(
      (await signInFrom('192.0.2.1', 'pwn@evil.example', 'Carnet-admin-2026')).statusCode,
    ).toBe(401)
  })
  test('changes a freelancer', async () => {
    const manager = await product.freelancer('manager', {
      permissions: [
        'perm_access_users_menu',
        'perm_access_users_manage',
        'perm_personal_info_update',
      ],
    })
    const anna = await product.freelancer('anna')
    await product.data(manager, 'PUT', `users/${manager.userId}`, {
      id: anna.userId,
      firstName: 'Anne',
    })
    await product.data(manager, 'POST', `users/${manager.userId}/sign-out`, { id: anna.userId })
    expect((await product.as(anna, 'GET', `users/${anna.userId}/me`)).statusCode).toBe(401)
  })
})

describe('the history of a user', () => {
  test('is for who lists users, as its own is for each user, and for nobody else', async () => {
    const ida = await product.freelancer('ida')
    const jeanne = await product.freelancer('jeanne')
    const typesFor = async (who: SignedIn) =>
      (
        await product.data<{ facts: { type: string }[] }>(
          who,
          'GET',
          `history/${who.userId}/user/${ida.userId}`,
        )
      ).facts.map(({ type }) => type)
    expect(await typesFor(admin)).toContain('UserRegistered')
    expect(await typesFor(ida)).toContain('UserRegistered')
    const answer = await product.as(jeanne, 'GET', `history/${jeanne.userId}/user/${ida.userId}`)
    expect(answer.statusCode).toBe(404)
  })
})

describe('the picture of a user', () => {
  test('is for its user, whatever the role may, for who lists users, and for nobody else', async () => {
    const lea = await product.freelancer('lea', { permissions: ['perm_dashboard_menu'] })
    const marc = await product.freelancer('marc')
    const statusFor = async (who: SignedIn) =>
      (await product.as(who, 'GET', `users/${lea.userId}/profilePicture`)).statusCode
    expect(await statusFor(lea)).toBe(200)
    expect(await statusFor(admin)).toBe(200)
    expect(await statusFor(marc)).toBe(404)
  })
})

describe('what is refused has changed nothing', () => {
  test('a stale version leaves the mail to sign in by', async () => {
    const berthe = await product.freelancer('berthe')
    const { version } = await me(berthe)
    await product.data(berthe, 'PUT', `users/${berthe.userId}`, { phone: '+33102030405' })
    const mail = 'new@carnet.example'
    const change = { version, mail, password: passwordOf('berthe') }
    const refused = await product.as(berthe, 'PUT', `users/${berthe.userId}`, change)
    expect([refused.statusCode, codeOf(refused)]).toEqual([412, 'STALE_VERSION'])
    expect((await signInFrom('192.0.2.2', mail, passwordOf('berthe'))).statusCode).toBe(401)
    expect(
      (await signInFrom('192.0.2.2', 'berthe@carnet.example', passwordOf('berthe'))).statusCode,
    ).toBe(200)
  })
  test('a mail changes with the password of who changes it, and with no other', async () => {
    const clara = await product.freelancer('clara')
    const change = (more: object) =>
      product.as(clara, 'PUT', `users/${clara.userId}`, { mail: 'c@carnet.example', ...more })
    expect(codeOf(await change({}))).toBe('PASSWORD_NEEDED')
    expect(codeOf(await change({ password: 'not this one' }))).toBe('CURRENT_PASSWORD_WRONG')
    expect((await me(clara)).mail).toBe('clara@carnet.example')
    expect((await change({ password: passwordOf('clara') })).statusCode).toBe(200)
    expect(
      (await signInFrom('192.0.2.3', 'c@carnet.example', passwordOf('clara'))).statusCode,
    ).toBe(200)
  })
})

describe('a lockout', () => {
  test('says how long it lasts, and keeps out who guesses, not the owner elsewhere', async () => {
    await product.freelancer('denise')
    for (let i = 0; i < 5; i += 1) await signInFrom('203.0.113.5', 'denise', 'guess')
    const locked = await signInFrom('203.0.113.5', 'denise', passwordOf('denise'))
    expect([locked.statusCode, codeOf(locked), locked.headers['retry-after']]).toEqual([
      429,
      'SIGN_IN_LOCKED',
      '30',
    ])
    expect((await signInFrom('203.0.113.6', 'denise', passwordOf('denise'))).statusCode).toBe(200)
  })
})

describe('what was signed in before', () => {
  /** Answers once the stream has ended, with all it said. */
  const openStream = async ({ token }: SignedIn) => {
    const answer = await fetch(`${product.address}/api/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.status, ended: answer.text() }
  }

  test('ends with a password change, other tokens and streams too', async () => {
    const elise = await product.freelancer('elise')
    const elsewhere = await product.signIn('elise', passwordOf('elise'))
    const stream = await openStream(elsewhere)
    expect(stream.status).toBe(200)
    await product.data(elise, 'PUT', `users/${elise.userId}/password`, {
      current: passwordOf('elise'),
      password: 'encre violette 7',
    })
    for (const before of [elise, elsewhere])
      expect((await product.as(before, 'GET', `users/${elise.userId}/me`)).statusCode).toBe(401)
    await stream.ended
    const after = await product.signIn('elise', 'encre violette 7')
    expect((await me(after)).userName).toBe('elise')
  })
  test('ends with being disabled, and does not come back with being enabled', async () => {
    const flora = await product.freelancer('flora')
    const stream = await openStream(flora)
    await product.data(admin, 'PUT', `users/${admin.userId}/${flora.userId}/false`)
    await stream.ended
    await product.data(admin, 'PUT', `users/${admin.userId}/${flora.userId}/true`)
    expect((await product.as(flora, 'GET', `users/${flora.userId}/me`)).statusCode).toBe(401)
    expect((await me(await product.signIn('flora', passwordOf('flora')))).userName).toBe('flora')
  })
  test('ends everywhere when its user says so', async () => {
    const greta = await product.freelancer('greta')
    const elsewhere = await product.signIn('greta', passwordOf('greta'))
    await product.data(greta, 'POST', `users/${greta.userId}/sign-out`, {})
    for (const before of [greta, elsewhere])
      expect((await product.as(before, 'GET', `users/${greta.userId}/me`)).statusCode).toBe(401)
  })
  test('ends when a refresh token comes a second time', async () => {
    await product.freelancer('hanna')
    const tokens = (await signInFrom('192.0.2.8', 'hanna', passwordOf('hanna'))).json().result
      .data as {
      accessToken: string
      refreshToken: string
      userId: string
    }
    const refresh = () =>
      product.app.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'carnet-direct',
          refresh_token: tokens.refreshToken,
        }).toString(),
      })
    const renewed = (await refresh()).json() as { access_token: string }
    const thief = { userId: tokens.userId, token: renewed.access_token }
    expect((await me(thief)).userName).toBe('hanna')
    expect((await refresh()).statusCode).toBe(400)
    await expect
      .poll(async () => (await product.as(thief, 'GET', `users/${thief.userId}/me`)).statusCode)
      .toBe(401)
  })
})

test('failed sign-ins, lockouts, refusals and a stolen token are told to administrators, and counted', async () => {
  const told = await product.data<LogEntry[]>(
    admin,
    'GET',
    `logs/${admin.userId}?source=Access&limit=200`,
  )
  const of = (start: string) => told.filter(({ message }) => message.startsWith(start))
  expect(of('Connexion refusée').some(({ details }) => details['from'] === '203.0.113.5')).toBe(
    true,
  )
  expect(
    of('Connexion bloquée').some(({ details }) => String(details['account']).length === 26),
  ).toBe(true)
  expect(
    of('Accès refusé : /api/users/:userId').some(
      ({ details }) => details['code'] === 'PERMISSION_NOT_HELD',
    ),
  ).toBe(true)
  expect(of('Jeton de renouvellement')).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain('guess')
  const figures = figuresOf((await product.app.inject('/api/metrics')).body)
  expect(
    figures.value('carnet_sign_in_attempts_total', { outcome: 'locked' }),
  ).toBeGreaterThanOrEqual(1)
  expect(
    figures.value('carnet_access_refused_total', { code: 'PERMISSION_NOT_HELD' }),
  ).toBeGreaterThanOrEqual(5)
  expect(figures.value('carnet_token_reuse_total', {})).toBe(1)
})

test('refused input is logged by its fields, never by what stood in them', async () => {
  const odile = await product.freelancer('odile')
  const secret = 'Maison des secrets'
  await product.as(odile, 'POST', `company/${odile.userId}`, {
    name: `${secret}\u0000`,
    kind: 'customer',
  })
  const lines = () =>
    product.data<LogEntry[]>(
      admin,
      'GET',
      `logs/${admin.userId}?source=Access&level=Info&limit=200`,
    )
  await expect
    .poll(async () => (await lines()).find(({ message }) => message.startsWith('Saisie refusée')))
    .toMatchObject({
      details: { code: 'RULE_BROKEN', route: '/api/company/:userId', detail: 'name' },
    })
  expect(JSON.stringify(await lines())).not.toContain(secret)
})

test('a user who sends more than a person does is told to administrators', async () => {
  const busy = await startProduct({ environment: { RATE_LIMIT: 'on' } })
  try {
    const dora = await busy.freelancer('dora')
    const answers = await Promise.all(
      Array.from({ length: 170 }, () =>
        busy.as(dora, 'PUT', `users/${dora.userId}/parameters`, { isDiscreet: true }),
      ),
    )
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
    const root = await busy.admin()
    await expect
      .poll(async () => {
        const told = await busy.data<LogEntry[]>(
          root,
          'GET',
          `logs/${root.userId}?source=Access&limit=200`,
        )
        return told.find(({ message }) => message.startsWith('Trop de demandes'))?.details
      })
      .toMatchObject({ route: '/api/users/:userId/parameters', account: dora.userId })
  } finally {
    await busy.stop()
  }
}, 60_000)
