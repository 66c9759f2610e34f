import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUlid } from '#commands/kernel/ids.ts'
import type { Me, Role, Tokens } from '#contract/identity/identity.schemas.ts'
import type { Written } from '#contract/kernel/answers.schemas.ts'
import { ADMIN_ROLE, FREELANCER_ROLE } from '#domain/identity/role.ts'
import { call, PASSWORDS, startWorld, type World } from './fixture.ts'

type Who = { readonly accessToken: string; readonly userId: string }
let world: World
let admin: Who
let demo: Who
/** The position of the last write, so that the next read sees it. */
let last = ''

const signIn = async (userName: string, password: string): Promise<Who> =>
  (await call<Who>(world, 'POST', '/api/users/authenticate', undefined, { userName, password }))
    .data
async function as<T = Written>(who: Who, method: string, path: string, body?: unknown) {
  const answer = await call<T & { position?: string }>(
    world,
    method,
    `/api/${path.replace(':me', who.userId)}`,
    who.accessToken,
    body,
    last === '' ? {} : { 'x-min-position': last },
  )
  if (answer.data?.position) last = answer.data.position
  return answer
}
async function addRole(name: string, permissions: readonly string[]): Promise<string> {
  const added = await as(admin, 'POST', 'role/:me', { id: newUlid(), name, permissions })
  expect(added.status).toBe(200)
  return added.data.id
}
const give = (who: Who, id: string, roleIds: readonly string[]) =>
  as(who, 'PUT', 'users/:me/userRole', { id, roleIds })

beforeAll(async () => {
  world = await startWorld()
  admin = await signIn('admin', PASSWORDS.admin)
  demo = await signIn('demo', PASSWORDS.demo)
})
afterAll(async () => {
  await world.stop()
  world.wipe()
})

describe('roles', () => {
  test('are made by the first start: administration, and all but administration', async () => {
    const { data } = await as<Role[]>(admin, 'GET', 'role/:me/all')
    expect(data.map((role) => role.name)).toEqual(['Admin', 'Freelancer'])
    expect(data[0]?.permissions).toEqual(['perm_admin'])
    expect(data[1]?.permissions).not.toContain('perm_access_roles_menu')
  })

  test('are added, changed and removed by who may, in the catalogue’s words', async () => {
    expect((await as<unknown[]>(admin, 'GET', 'role/:me/catalogue')).data[0]).toMatchObject({
      group: 'dashboard',
      permissions: [{ action: 'menu', name: 'perm_dashboard_menu' }, expect.anything()],
    })
    const id = await addRole('Comptable', ['perm_billing_menu'])
    expect(
      (
        await as(admin, 'PUT', 'role/:me', {
          id,
          permissions: ['perm_billing_menu', 'perm_charge_menu'],
        })
      ).status,
    ).toBe(200)
    expect((await as(admin, 'GET', 'role/:me/all')).data).toContainEqual(
      expect.objectContaining({
        id,
        name: 'Comptable',
        permissions: ['perm_billing_menu', 'perm_charge_menu'],
        version: 2,
      }),
    )
    expect((await as(admin, 'PUT', 'role/:me', { id, permissions: ['perm_nope'] })).status).toBe(
      400,
    )
    expect((await as(admin, 'PUT', 'role/:me', { id, name: 'x', version: 1 })).status).toBe(412)
    expect((await as(admin, 'DELETE', `role/:me/${id}`)).status).toBe(200)
    expect((await as(demo, 'GET', 'role/:me/all')).status).toBe(403)
  })

  test('in use are not removed, and the refusal says by how many', async () => {
    const id = await addRole('Prospection', ['perm_offer_menu'])
    await give(admin, demo.userId, [FREELANCER_ROLE, id])
    expect(await as(admin, 'DELETE', `role/:me/${id}`)).toMatchObject({
      status: 409,
      code: 'ROLE_IN_USE',
      message: expect.stringContaining('1'),
    })
    await give(admin, demo.userId, [FREELANCER_ROLE])
    expect((await as(admin, 'DELETE', `role/:me/${id}`)).status).toBe(200)
    expect(await as(admin, 'DELETE', `role/:me/${FREELANCER_ROLE}`)).toMatchObject({
      status: 409,
      code: 'ROLE_NEEDED',
    })
  })

  test('have a name each: added, renamed and copied, also two at once', async () => {
    const taken = { status: 409, code: 'ROLE_NAME_TAKEN', fields: [{ path: 'name' }] }
    const id = await addRole('Vente', ['perm_offer_menu'])
    const other = await addRole('Vente et suivi', ['perm_offer_menu'])
    const added = (name: string) => as(admin, 'POST', 'role/:me', { name, permissions: [] })
    expect(await added('vente')).toMatchObject(taken)
    expect(await as(admin, 'PUT', 'role/:me', { id: other, name: 'VENTE' })).toMatchObject(taken)
    // The roles of the first start are shown by a word in each language.
    for (const shown of ['admin', 'Administrateur', 'administrator', 'مستقل', 'Selbstständiger'])
      expect(await added(shown), shown).toMatchObject(taken)
    // A role keeps its name, and may write it otherwise.
    expect((await as(admin, 'PUT', 'role/:me', { id, name: 'vente' })).status).toBe(200)
    const twice = await Promise.all([added('Achats'), added('Achats')])
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const renamed = await Promise.all(
      [id, other].map((one) => as(admin, 'PUT', 'role/:me', { id: one, name: 'Commerce' })),
    )
    expect(renamed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { data: all } = await as<{ id: string }[]>(admin, 'GET', 'role/:me/all')
    for (const { id: one } of all)
      if (one !== ADMIN_ROLE && one !== FREELANCER_ROLE)
        await as(admin, 'DELETE', `role/:me/${one}`)
    expect((await added('Achats')).status).toBe(200)
  })

  test('that do not exist are not given', async () => {
    expect(await give(admin, demo.userId, [newUlid()])).toMatchObject({
      status: 422,
      code: 'ROLE_UNKNOWN',
      fields: [{ path: 'roleIds.0' }],
    })
  })

  test('take effect on the very next call', async () => {
    const id = await addRole('Lecture des rôles', ['perm_access_roles_menu'])
    await give(admin, demo.userId, [FREELANCER_ROLE, id])
    expect((await as(demo, 'GET', 'role/:me/all')).status).toBe(200)
    await give(admin, demo.userId, [FREELANCER_ROLE])
    expect((await as(demo, 'GET', 'role/:me/all')).status).toBe(403)
  })
})

describe('the last administrator', () => {
  test('keeps the permission, whichever way it would be lost', async () => {
    expect(await give(admin, admin.userId, [FREELANCER_ROLE])).toMatchObject({
      status: 409,
      code: 'LAST_ADMIN',
    })
    expect(await as(admin, 'PUT', 'role/:me', { id: ADMIN_ROLE, permissions: [] })).toMatchObject({
      status: 409,
      code: 'LAST_ADMIN',
    })
    expect(await as(admin, 'PUT', `users/:me/${admin.userId}/false`)).toMatchObject({
      status: 409,
      code: 'OWN_ACCOUNT',
    })
    expect(await as(admin, 'DELETE', `users/:me/${admin.userId}`)).toMatchObject({
      status: 409,
      code: 'OWN_ACCOUNT',
    })
  })

  test('is one of two who remove each other at once', async () => {
    await give(admin, demo.userId, [ADMIN_ROLE, FREELANCER_ROLE])
    const answers = await Promise.all([
      give(admin, demo.userId, [FREELANCER_ROLE]),
      give(demo, admin.userId, [FREELANCER_ROLE]),
    ])
    expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(
      1,
    )
    const winner = answers[0]?.status === 200 ? admin : demo
    expect((await give(winner, admin.userId, [ADMIN_ROLE])).status).toBe(200)
    expect((await give(admin, demo.userId, [FREELANCER_ROLE])).status).toBe(200)
  })

  test('cannot be made or unmade by who only manages users', async () => {
    const id = await addRole('Accueil', [
      'perm_access_users_menu',
      'perm_access_users_manage',
      'perm_access_roles_menu',
      'perm_access_roles_manage',
    ])
    await give(admin, demo.userId, [FREELANCER_ROLE, id])
    expect(await give(demo, demo.userId, [FREELANCER_ROLE, id, ADMIN_ROLE])).toMatchObject({
      status: 403,
      code: 'PERMISSION_NOT_HELD',
    })
    expect(
      await as(demo, 'POST', 'role/:me', { name: 'Tout', permissions: ['perm_admin'] }),
    ).toMatchObject({
      status: 403,
      code: 'PERMISSION_NOT_HELD',
    })
    expect(await as(demo, 'PUT', 'role/:me', { id, permissions: ['perm_admin'] })).toMatchObject({
      status: 403,
      code: 'PERMISSION_NOT_HELD',
    })
    expect(await as(demo, 'PUT', `users/:me/${admin.userId}/false`)).toMatchObject({
      status: 403,
      code: 'PERMISSION_NOT_HELD',
    })
    await give(admin, demo.userId, [FREELANCER_ROLE])
  })
})

describe('users', () => {
  const newcomer = {
    userName: 'moulin',
    firstName: 'Moulin',
    lastName: 'Neuf',
    mail: 'moulin@neuf.example',
    password: 'farine et seigle 3',
  }

  test('register at the address of a visitor and of the signed-in user, and at no other', async () => {
    const at = async (userId: string, userName: string, token?: string) => {
      const body = { ...newcomer, userName, firstName: userName, mail: `${userName}@neuf.example` }
      return (await call(world, 'POST', `/api/users/${userId}/register`, token, body)).status
    }
    expect(await at('0', 'visiteur')).toBe(200)
    expect(await at(demo.userId, 'connecte', demo.accessToken)).toBe(200)
    expect(await at(admin.userId, 'autre', demo.accessToken)).toBe(404)
    expect(await at('00', 'faux')).toBe(400)
  })

  test('register, appear in the list with their role, and are removed with their account', async () => {
    const registered = await call(world, 'POST', '/api/users/0/register', undefined, newcomer)
    expect(registered.status).toBe(200)
    last = registered.data.position
    expect(await call(world, 'POST', '/api/users/0/register', undefined, newcomer)).toMatchObject({
      status: 409,
      code: 'ACCOUNT_EXISTS',
      fields: undefined,
    })
    expect(
      await call(world, 'POST', '/api/users/0/register', undefined, newcomer, {
        'x-api-key': 'wrong',
      }),
    ).toMatchObject({ status: 401 })
    expect((await as(admin, 'GET', 'users/:me?q=moulin')).data).toEqual([
      expect.objectContaining({ userName: 'moulin', roleIds: [FREELANCER_ROLE], active: true }),
    ])
    expect((await as(demo, 'GET', 'users/:me')).status).toBe(403)
    const them = await signIn('moulin', newcomer.password)
    expect((await as(admin, 'DELETE', `users/:me/${them.userId}`)).status).toBe(200)
    expect((await as(them, 'GET', 'users/:me/me')).status).toBe(401)
    expect(
      await call<Who>(world, 'POST', '/api/users/authenticate', undefined, {
        userName: 'moulin',
        password: newcomer.password,
      }),
    ).toMatchObject({
      status: 401,
      code: 'CREDENTIALS_WRONG',
    })
  })

  test('work in a profile of their own alone', async () => {
    const answer = await as(demo, 'PUT', 'users/:me/parameters', {
      activeProfile: '01JD0000000000000000000P99',
    })
    expect(answer).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
      fields: [{ path: 'activeProfile' }],
    })
  })
  test('arrange the columns of lists for every browser of theirs', async () => {
    const arrange = (lists: unknown) => as(demo, 'PUT', 'users/:me/columns', { lists })
    const narrow = { hidden: ['vat'], order: ['amount', 'name'], widths: { name: 240 } }
    const bills = '/admin/management/billing'
    expect(await arrange({ [bills]: narrow, '/admin/planning/:id': narrow })).toMatchObject({
      status: 200,
    })
    expect((await arrange({ '/admin/planning/:id': null })).status).toBe(200)
    const { columns } = (await as<Me>(demo, 'GET', 'users/:me/me')).data
    expect(columns).toEqual({ [bills]: narrow })
    for (const lists of [
      { 'https://elsewhere.example': narrow },
      { [bills]: { ...narrow, hidden: ['a text of any length, with spaces'] } },
      { [bills]: { ...narrow, widths: { name: 1e9 } } },
      { [bills]: { ...narrow, order: Array.from({ length: 61 }, (_, at) => `c${at}`) } },
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`/list/${at}`, narrow])),
    ])
      expect([400, 422]).toContain((await arrange(lists)).status)
  })

  test('change their own fields and parameters, and nobody else’s', async () => {
    expect(
      (
        await as(demo, 'PUT', 'users/:me', {
          phone: '01 02 03 04 05',
          birthDate: -86_400_000,
          mail: 'autre@carnet.example',
          password: PASSWORDS.demo,
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await as(demo, 'PUT', 'users/:me/parameters', {
          activeProfile: 0,
          isDiscreet: true,
          timeZone: 'Europe/Rome',
        })
      ).status,
    ).toBe(200)
    expect((await as(demo, 'GET', 'users/:me/me')).data).toMatchObject({
      phone: '+33102030405',
      birthDate: -86_400_000,
      mail: 'autre@carnet.example',
      params: { isDiscreet: true, timeZone: 'Europe/Rome', activeProfile: 0 },
    })
    expect(await as(demo, 'PUT', 'users/:me', { mail: 'admin@carnet.example' })).toMatchObject({
      status: 422,
      code: 'PASSWORD_NEEDED',
      fields: [{ path: 'password' }],
    })
    expect(
      await as(demo, 'PUT', 'users/:me', {
        mail: 'admin@carnet.example',
        password: PASSWORDS.demo,
      }),
    ).toMatchObject({
      status: 409,
      code: 'MAIL_TAKEN',
    })
    expect(await as(demo, 'PUT', 'users/:me', { userName: 'patron' })).toMatchObject({
      status: 422,
      code: 'USER_NAME_FIXED',
    })
    expect(
      (await as(demo, 'PUT', 'users/:me/parameters', { timeZone: 'Mars/Olympus' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await as(demo, 'PUT', `users/${admin.userId}`, { phone: '0102030405' })).status).toBe(
      404,
    )
    expect(
      (await as(demo, 'PUT', 'users/:me', { id: admin.userId, phone: '0102030405' })).status,
    ).toBe(404)
    expect((await as(demo, 'GET', `users/${admin.userId}/me`)).status).toBe(404)
    expect((await as(admin, 'PUT', `users/${demo.userId}`, { phone: '0102030405' })).status).toBe(
      200,
    )
    expect((await as(admin, 'PUT', `users/${demo.userId}`, { phone: '0102' })).status).toBe(422)
    // The day in France would be in the year 10000, which cannot be read back.
    expect((await as(demo, 'PUT', 'users/:me', { birthDate: 253_402_297_200_000 })).status).toBe(
      422,
    )
    expect((await as(demo, 'PUT', 'users/:me', { startDate: 253_402_297_200_000 })).status).toBe(
      422,
    )
  })

  test('are given free access by who manages users', async () => {
    expect(
      (
        await as(admin, 'PUT', 'users/:me/freeAccess', {
          id: demo.userId,
          isFree: false,
          freePeriod: 90,
        })
      ).status,
    ).toBe(200)
    expect((await as(demo, 'GET', 'users/:me/permissions')).data).toMatchObject({
      isFree: false,
      freePeriod: 90,
      permissions: expect.arrayContaining(['perm_cv_print']),
    })
    expect(
      (
        await as(demo, 'PUT', 'users/:me/freeAccess', {
          id: demo.userId,
          isFree: true,
          freePeriod: 0,
        })
      ).status,
    ).toBe(403)
  })

  test('have a picture that can be read, or none', async () => {
    const pictureContent = `data:image/png;base64,${createCanvas(20, 20).toBuffer('image/png').toString('base64')}`
    expect(
      (
        await as(demo, 'PUT', 'users/:me/profilePicture', {
          pictureName: 'moi.png',
          pictureContent,
        })
      ).status,
    ).toBe(200)
    expect((await as(demo, 'GET', 'users/:me/profilePicture')).data).toEqual({
      pictureName: 'moi.png',
      pictureContent,
    })
    expect(
      await as(demo, 'PUT', 'users/:me/profilePicture', {
        pictureName: 'x',
        pictureContent: 'AAAA',
      }),
    ).toMatchObject({
      status: 422,
      code: 'IMAGE_INVALID',
      fields: [{ path: 'pictureContent' }],
    })
    const huge = await as(demo, 'PUT', 'users/:me/profilePicture', {
      pictureName: 'x',
      pictureContent: 'A'.repeat(2_700_000),
    })
    expect(huge).toMatchObject({
      status: 413,
      code: 'IMAGE_TOO_LARGE',
      message: expect.stringContaining('2 Mo'),
    })
    expect(
      (await as(demo, 'PUT', 'users/:me/profilePicture', { pictureName: '', pictureContent: '' }))
        .status,
    ).toBe(200)
    expect((await as(demo, 'GET', 'users/:me/profilePicture')).data).toEqual({
      pictureName: '',
      pictureContent: '',
    })
  })

  test('change their password, which ends what the old one opened elsewhere', async () => {
    expect(
      await as(demo, 'PUT', 'users/:me/password', {
        current: 'not this one',
        password: 'encre violette 7',
      }),
    ).toMatchObject({ status: 422, code: 'CURRENT_PASSWORD_WRONG' })
    expect(
      (
        await as(demo, 'PUT', 'users/:me/password', {
          current: PASSWORDS.demo,
          password: 'encre violette 7',
        })
      ).status,
    ).toBe(200)
    expect((await as(demo, 'GET', 'users/:me/me')).status).toBe(401)
    demo = await signIn('demo', 'encre violette 7')
    expect((await as(demo, 'GET', 'users/:me/me')).status).toBe(200)
  })

  test('are noted as seen when they sign in, and once an hour', async () => {
    const { data: me } = await as<{ lastConnectionDate: number }>(demo, 'GET', 'users/:me/me')
    expect(me.lastConnectionDate).toBeGreaterThan(0)
    const first = await as(demo, 'PUT', 'users/:me/lastConnectionDate')
    const second = await as(demo, 'PUT', 'users/:me/lastConnectionDate')
    expect(second.data.version).toBe(first.data.version)
  })

  test.each([
    [
      'the first of the six that the browser names',
      { 'accept-language': 'ar-MA,ar;q=0.9,fr;q=0.5' },
      {},
      'ar',
    ],
    ['French, when it names none of them', { 'accept-language': 'ja' }, {}, 'fr'],
    ['the one that is given', { 'accept-language': 'ar' }, { preferredLanguage: 'de' }, 'de'],
  ])('who register have a language: %s', async (_, headers, more, language) => {
    const userName = `langue.${language}`
    const body = { ...newcomer, userName, mail: `${userName}@neuf.example`, ...more }
    expect(
      (await call(world, 'POST', '/api/users/0/register', undefined, body, headers)).status,
    ).toBe(200)
    const login = { userName, password: newcomer.password }
    const { data } = await call<Tokens>(world, 'POST', '/api/users/authenticate', undefined, login)
    const me = await call<Me>(world, 'GET', `/api/users/${data.userId}/me`, data.accessToken)
    expect(me.data.params.preferredLanguage).toBe(language)
  })
  test('who register in a language that is none of the six are refused', async () => {
    const body = { ...newcomer, userName: 'langue.ja', preferredLanguage: 'ja' }
    expect((await call(world, 'POST', '/api/users/0/register', undefined, body)).status).toBe(400)
  })
})
