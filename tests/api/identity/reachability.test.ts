import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPermissions, freelancerPermissions } from '#domain/kernel/permissions.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'

/**
 * Chains of calls that change accounts, by a user who wants to become another one. The user is
 * signed in as itself alone, with any permissions.
 */

let server: Awaited<ReturnType<typeof mailServer>>
let product: Product
let admin: SignedIn
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  server = await mailServer()
  product = await startProduct({
    environment: { SMTP_URL: server.url, MAIL_FROM: 'carnet@carnet.example', RATE_LIMIT: 'off' },
    now: () => now++,
  })
  admin = await product.admin()
})
afterAll(async () => {
  await product.stop()
  await server.stop()
})

/** Password that the attacker sets wherever a link or a call takes one. */
const CHOSEN = 'encre violette 77'
type Scene = {
  readonly own: SignedIn
  readonly ownName: string
  readonly victim: SignedIn
  readonly victimName: string
  /** Address that the attacker reads. */
  readonly evil: string
  readonly ownPassword: string
}
type Act = { readonly method: string; readonly path: string; readonly body?: object }

const mailOf = (name: string): string => `${name}@carnet.example`
const BODIES: Readonly<Record<string, (scene: Scene) => readonly (object | undefined)[]>> = {
  'PUT /users/:userId': ({ own, victim, victimName, evil, ownPassword: password }) =>
    [victim.userId, own.userId, undefined].flatMap((id) => [
      { ...(id && { id }), mail: evil, password },
      { ...(id && { id }), mail: evil },
      { ...(id && { id }), mail: mailOf(victimName), password },
      { ...(id && { id }), userName: victimName, password },
      { ...(id && { id }), firstName: victimName },
    ]),
  'PUT /users/:userId/userRole': ({ own, victim }) => [
    { id: own.userId, roleIds: ['admin'] },
    { id: victim.userId, roleIds: [] },
  ],
  'PUT /users/:userId/freeAccess': ({ victim }) => [
    { id: victim.userId, isFree: true, freePeriod: 30 },
  ],
  'PUT /users/:userId/freeJobSuggestions/:id/:count': () => [undefined],
  'PUT /users/:userId/profilePicture': () => [{ pictureName: '', pictureContent: '' }],
  'PUT /users/:userId/parameters': () => [{ isDiscreet: true }],
  'PUT /users/:userId/columns': () => [{ lists: {} }],
  'DELETE /users/:userId/me': () => [undefined],
  'PUT /users/:userId/me/keep': () => [undefined],
  'PUT /users/:userId/lastConnectionDate': () => [undefined],
  'PUT /users/:userId/password': ({ ownPassword }) => [
    { current: ownPassword, password: CHOSEN },
    { current: CHOSEN, password: CHOSEN },
  ],
  'PUT /users/:userId/initiateDemo': () => [undefined],
  'POST /users/:userId/sign-out': ({ victim }) => [{ id: victim.userId }],
  'POST /users/:userId/sessions/end': ({ ownPassword }) => [{ password: ownPassword }],
  'PUT /users/:userId/:id/:active': () => [undefined],
  'DELETE /users/:userId/:id': () => [undefined],
  'POST /users/authenticate': ({ victimName, evil, ownPassword }) =>
    [victimName, mailOf(victimName), evil].map((userName) => ({ userName, password: ownPassword })),
  'POST /users/:userId/invite': ({ victimName, evil }) =>
    [evil, mailOf(victimName)].flatMap((mail) =>
      ['admin', 'freelancer'].map((role) => ({ mail, firstName: victimName, roleIds: [role] })),
    ),
  'POST /users/:userId/register': ({ victimName, evil }) => [
    {
      userName: victimName,
      firstName: 'M',
      lastName: 'M',
      mail: evil,
      password: CHOSEN,
    },
    {
      userName: `m-${victimName}`,
      firstName: 'M',
      lastName: 'M',
      mail: mailOf(victimName),
      password: CHOSEN,
    },
  ],
  'POST /role/:userId': () => [{ name: 'Everything', permissions: ['perm_admin'] }],
  'PUT /role/:userId': () => [{ id: 'freelancer', permissions: ['perm_admin'] }],
  'DELETE /role/:userId/:id': () => [undefined],
  'POST /session/token': () => [undefined],
  'POST /session/begin': ({ victim }) =>
    ['/admin/dashboard/default', `/admin/profile/${victim.userId}/../../users`].map((page) => ({
      page,
      year: 2026,
      month: 11,
    })),
  'POST /session/sign-out': () => [undefined],
}

/** Routes of the contract that change accounts, roles or sessions. */
const routes = () =>
  product
    .routes()
    .filter(({ path, method }) => /^\/(?:users|role|session)\b/.test(path) && method !== 'GET')
    .map(({ method, path }) => ({ method, path, key: `${method} ${path}` }))

/** Every call of these routes about the two accounts. */
function actsOf(scene: Scene): readonly Act[] {
  const { own, victim } = scene
  return routes().flatMap(({ method, path, key }) =>
    [own.userId, victim.userId].flatMap((first) =>
      (path.includes('/:id') ? [own.userId, victim.userId] : ['']).flatMap((second) =>
        (BODIES[key]?.(scene) ?? []).map((body) => ({
          method,
          path: path
            .replace(':userId', first)
            .replace(':id', second)
            .replace(':active', 'true')
            .replace(':count', '5'),
          ...(body && { body }),
        })),
      ),
    ),
  )
}

/** Attempts of an address are limited in real time: each goes out from another one. */
let attempts = 0
const address = () => {
  attempts++
  return `10.${attempts >> 16}.${(attempts >> 8) & 255}.${attempts & 255}`
}

const form = (url: string, fields: Readonly<Record<string, string>>) =>
  product.app.inject({
    method: 'POST',
    url,
    remoteAddress: address(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

/** Asks for new passwords, waits for the mails, and opens all links that came to the attacker. */
async function openMails({ ownName, victimName, evil }: Scene, from: number): Promise<void> {
  for (const login of [victimName, mailOf(victimName), evil])
    await form('/oidc/forgotten', { login })
  // Mails leave in order: the attacker's own comes after those about the victim.
  await form('/oidc/forgotten', { login: ownName })
  await expect
    .poll(
      () =>
        server.received.slice(from).some(({ to, subject, html }) => {
          const address = to?.[0]?.address
          return (
            (address === mailOf(ownName) || address === evil) &&
            /mot de passe/.test(`${subject} ${html}`)
          )
        }),
      { timeout: 10_000 },
    )
    .toBe(true)
  const readable = server.received
    .slice(from)
    .filter(({ to }) => to?.some(({ address }) => [evil, mailOf(ownName)].includes(address ?? '')))
  for (const { html } of readable)
    for (const [, link = ''] of String(html ?? '').matchAll(/href="([^"]+)"/g)) {
      const { pathname, search } = new URL(link)
      if (!pathname.startsWith('/oidc/')) continue
      await form(pathname + search, {})
      await form(pathname + search, { password: CHOSEN, confirmation: CHOSEN })
    }
}

/** Users that a password of the attacker signs in. */
async function reached({ ownName, victimName, evil, ownPassword }: Scene): Promise<Set<string>> {
  const users = new Set<string>()
  // The limits of attempts are over.
  now += HOUR_MS
  for (const userName of [victimName, mailOf(victimName), evil, ownName, `m-${victimName}`])
    for (const password of [ownPassword, CHOSEN]) {
      const user = await signedIn(userName, password)
      if (user !== null) users.add(user.userId)
    }
  return users
}

async function signedIn(userName: string, password: string): Promise<SignedIn | null> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    remoteAddress: address(),
    payload: { userName, password },
  })
  const { data } = answer.json<Authenticated>().result
  return data === undefined ? null : { userId: data.userId, token: data.accessToken }
}
type Authenticated = { result: { data?: { userId: string; accessToken: string } } }

async function registered(userName: string): Promise<SignedIn> {
  const mail = mailOf(userName)
  const password = passwordOf(userName)
  await product.app.inject({
    method: 'POST',
    url: '/api/users/0/register',
    remoteAddress: address(),
    headers: { 'x-api-key': 'public' },
    payload: { userName, firstName: userName, lastName: 'Exemple', mail, password },
  })
  const user = await signedIn(userName, password)
  if (user === null) throw new Error(`${userName} could not register`)
  return user
}

async function given(user: SignedIn, name: string, permissions: readonly string[]): Promise<void> {
  const root = await signedIn('admin', PASSWORDS.admin)
  if (root === null) throw new Error('The administrator could not sign in')
  const role = await product.data(root, 'POST', `role/${root.userId}`, { name, permissions })
  const body = { id: user.userId, roleIds: [role.id] }
  const { position } = await product.data(root, 'PUT', `users/${root.userId}/userRole`, body)
  await product.as(user, 'GET', `users/${user.userId}/me`, undefined, {
    'x-min-position': position,
  })
}

let scenes = 0
async function sceneOf(permissions: readonly string[]): Promise<Scene> {
  const n = scenes++
  now += HOUR_MS
  const [ownName, victimName] = [`mallory-${n}`, `victim-${n}`]
  const victim = await registered(victimName)
  const own = await registered(ownName)
  await given(own, `Only ${ownName}`, permissions)
  return {
    own,
    ownName,
    victim,
    victimName,
    evil: `evil-${n}@evil.example`,
    ownPassword: passwordOf(ownName),
  }
}

/** A chain of calls, in an order by chance. @returns the calls that were accepted */
async function chain(scene: Scene, steps: number, seed: number): Promise<number> {
  const random = randoms(seed)
  const acts = actsOf(scene)
  const from = server.received.length
  let { own } = scene
  let accepted = 0
  for (let step = 0; step < steps; step++) {
    const { method, path, body } = acts[Math.floor(random() * acts.length)] as Act // never empty
    const answer = await product.app.inject({
      method: method as 'PUT',
      url: `/api${path}`,
      remoteAddress: address(),
      headers: { authorization: `Bearer ${own.token}`, 'x-api-key': 'public' },
      ...(body && { payload: body }),
    })
    expect(answer.statusCode, `${method} ${path}`).toBeLessThan(500)
    if (answer.statusCode === 200) accepted++
    // A session that the attacker has ended himself is begun again, so that the chain goes on.
    if (answer.statusCode === 401)
      for (const password of [scene.ownPassword, CHOSEN])
        own = (await signedIn(scene.ownName, password)) ?? own
  }
  await openMails(scene, from)
  const users = await reached(scene)
  expect([...users], 'users that the attacker is signed in as').not.toContain(scene.victim.userId)
  expect(users).not.toContain(admin.userId)
  return accepted
}

test('each route that changes accounts, roles or sessions is tried', () => {
  expect(
    routes()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(Object.keys(BODIES).sort())
})

test('a password that leads to another is found', async () => {
  const scene = await sceneOf([])
  const users = await reached({ ...scene, ownPassword: passwordOf(scene.victimName) })
  expect([...users]).toEqual([scene.victim.userId])
})

const MANAGER = [
  'perm_access_users_menu',
  'perm_access_users_manage',
  'perm_access_roles_menu',
  'perm_access_roles_manage',
  'perm_personal_info_update',
]
const chains = repeated({ daily: 2, nightly: 20 })
test.each([
  ['a manager of users and roles', MANAGER],
  ['an administrator', ['perm_admin']],
  ['a freelancer', freelancerPermissions()],
])(
  'no chain of calls by %s ends in a session of another',
  async (_, permissions) => {
    for (let n = 0; n < chains; n++)
      expect(await chain(await sceneOf(permissions), 60, SEED + n)).toBeGreaterThan(3)
  },
  600_000,
)

/** Each permission alone: another share of them each day, all in a night. */
const share = repeated({ daily: 16, nightly: 1 })
const today = Math.floor(Date.now() / 86_400_000)
test('no permission alone leads into a session of another', async () => {
  const alone = allPermissions.filter((_, i) => (i + today) % share === 0)
  expect(alone.length).toBeGreaterThan(0)
  for (const permission of alone)
    await chain(await sceneOf([permission]), 25, SEED + allPermissions.indexOf(permission))
}, 1_800_000)
