import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '#api/identity/authenticate.ts'
import { createUsers } from '#commands/identity/users.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { FREELANCER_ROLE, roleDecider } from '#domain/identity/role.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { userDecider } from '#domain/identity/user.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'

const ISSUER = 'https://sign-in.example/'
const USER = '01JY0000000000000000000001'
const OTHER = '01JY0000000000000000000002'
const system = { actor: { kind: 'system', id: 'test' } } as const

let keys: CryptoKeyPair
beforeAll(async () => {
  keys = (await generateKeyPair('RS256')) as CryptoKeyPair // what it answers where WebCrypto is
})

/**
 * Two processes on the same read models: `here` answers calls, and projects on demand; `elsewhere`
 * only projects.
 */
async function processes() {
  const store = eventLog()
  const memory = sqliteReadStore()
  const time = { now: Date.now() }
  const clock = { now: () => time.now }
  const engine = () =>
    createProjector({
      store,
      readStore: memory,
      queue: { wake: async () => {} },
      clock,
      log: memoryLog(),
      projections: [users, roles],
    })
  const [here, elsewhere] = [engine(), engine()]
  const handler = createHandler({ store, clock })
  let asked = 0
  const readModels: typeof here.readModels = {
    ...here.readModels,
    of: async (projection) => {
      if (projection.name === users.name) asked++
      return here.readModels.of(projection)
    },
  }
  const authenticator = createAuthenticator({
    issuer: {
      kind: 'embedded',
      issuer: async () => ISSUER,
      audience: 'carnet',
      keys: async () => keys.publicKey,
    },
    isAdmin: () => false,
    users: createUsers({ handler, accounts: null, newId: newUlid }),
    readModels,
    store,
    revocations: { add: async () => {}, has: async () => false },
    clock,
  })
  const grant = (permissions: readonly Permission[]) =>
    handler.run(
      roleDecider,
      FREELANCER_ROLE,
      { type: 'AddRole', name: 'Freelancer', permissions },
      { commandId: newUlid(), owner: SHARED, ...system },
    )
  const regrant = (permissions: readonly Permission[]) =>
    handler.run(
      roleDecider,
      FREELANCER_ROLE,
      { type: 'ChangeRole', permissions },
      { commandId: newUlid(), owner: SHARED, ...system },
    )
  await grant(['perm_billing_menu'])
  for (const id of [USER, OTHER])
    await handler.run(
      userDecider,
      id,
      {
        type: 'RegisterUser',
        userName: id,
        firstName: 'Anna',
        lastName: 'Exemple',
        mail: `${id}@carnet.example`,
        roleIds: [FREELANCER_ROLE],
      },
      { commandId: newUlid(), owner: id, ...system },
    )
  await here.catchUp('all')
  const tokenOf = (subject: string) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience('carnet')
      .setSubject(subject)
      .setExpirationTime('1h')
      .sign(keys.privateKey)
  const tokens = new Map([
    [USER, await tokenOf(USER)],
    [OTHER, await tokenOf(OTHER)],
    ['nobody', await tokenOf('nobody')],
  ])
  const call = (subject: string = USER, headers: Record<string, string> = {}) =>
    authenticator.authenticate({
      headers: { authorization: `Bearer ${tokens.get(subject)}`, ...headers },
    })
  const may = async (headers?: Record<string, string>) => [
    ...((await call(USER, headers))?.permissions ?? []),
  ]
  return {
    time,
    regrant,
    call,
    may,
    here: () => here.catchUp('all'),
    elsewhere: () => elsewhere.catchUp('all'),
    asked: () => asked,
  }
}

let world: Awaited<ReturnType<typeof processes>>
beforeEach(async () => {
  world = await processes()
})

test('the calls of one page ask once who calls, each user for themselves', async () => {
  const { call, asked } = world
  const callers = await Promise.all([call(), call(), call(OTHER)])
  expect(callers.map((caller) => caller?.userId)).toEqual([USER, USER, OTHER])
  await call()
  expect(asked()).toBe(2)
})

test('what this process itself projects counts at once', async () => {
  const { may, regrant, here } = world
  expect(await may()).toEqual(['perm_billing_menu'])
  await regrant(['perm_charge_menu'])
  await here()
  expect(await may()).toEqual(['perm_charge_menu'])
})

test('what another process projects counts half a second later, and at once for who waits for it', async () => {
  const { may, regrant, elsewhere, time } = world
  await may()
  await regrant(['perm_charge_menu'])
  await elsewhere()
  time.now += 499
  expect(await may()).toEqual(['perm_billing_menu'])
  expect(await may({ 'x-min-position': '1' })).toEqual(['perm_charge_menu'])
  await regrant(['perm_company_menu'])
  await elsewhere()
  time.now += 500
  expect(await may()).toEqual(['perm_company_menu'])
  // The clock went back.
  await regrant([])
  await elsewhere()
  time.now -= 10_000
  expect(await may()).toEqual([])
})

test('who is not there is asked for each time', async () => {
  const { call, asked } = world
  expect(await call('nobody')).toBeNull()
  const before = asked()
  expect(await call('nobody')).toBeNull()
  expect(asked()).toBe(before + 1)
})
