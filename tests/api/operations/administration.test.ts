import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Health, LogBucket, Upkeep } from '#contract/operations/operations.contract.ts'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { EMPLOYMENT_TYPES } from '#domain/settings/option-lists.values.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

let product: Product
let admin: SignedIn
let root: SignedIn
let user: SignedIn
beforeAll(async () => {
  product = await startProduct()
  admin = await product.freelancer('lists', {
    permissions: [
      'perm_option_set_menu',
      'perm_option_set_add',
      'perm_option_set_update',
      'perm_option_set_delete',
    ],
  })
  root = await product.admin()
  user = await product.freelancer('seller')
})
afterAll(() => product.stop())

type Written = { id: string; version: number; position: string }
type Option = {
  id: string
  component: string
  lookup: string
  value: string
  display: object
  retired: boolean
}

const sector = { component: 'company', lookup: 'sector' }
const display = { fr: 'Jeux vidéo', en: 'Video games' }
const whole = { ...display, ar: '', es: '', de: '', it: '' }
const add = (body: object) => product.data<Written>(admin, 'POST', `settings/${admin.userId}`, body)
const options = async (position: string): Promise<readonly Option[]> => {
  const headers = { 'x-api-key': 'public', 'x-min-position': position }
  const answer = await product.app.inject({ url: '/api/settings/all', headers })
  return answer.json<{ result: { data: Option[] } }>().result.data
}
const company = async (value: string) => {
  const body = { name: `Société ${value}`, sector: value }
  const answer = await product.as(user, 'POST', `company/${user.userId}`, body)
  return [
    answer.statusCode,
    answer.json<{ result: { fields?: { path: string }[] } }>().result.fields?.[0]?.path,
  ]
}

describe('an option', () => {
  test('is added with its words, read by everyone, and taken by the records of its list', async () => {
    expect(await company('jeux')).toEqual([422, 'sector'])
    const { id, position } = await add({ ...sector, value: 'jeux', display })
    const listed = await options(position)
    expect(listed).toContainEqual(
      expect.objectContaining({ id, ...sector, value: 'jeux', display: whole, retired: false }),
    )
    // The shipped values stand beside it, with the product's words.
    expect(listed).toHaveLength(SECTORS.length + EMPLOYMENT_TYPES.length + 1)
    expect(listed.find(({ value }) => value === 'agriculture')?.display).toMatchObject({
      fr: 'Agriculture',
      it: 'Agricoltura',
    })
    expect(await company('jeux')).toEqual([200, undefined])
    expect(await company('autre')).toEqual([422, 'sector'])
  })

  test('stands once in its list', async () => {
    await add({ ...sector, value: 'musique', display })
    const twice = await product.as(admin, 'POST', `settings/${admin.userId}`, {
      ...sector,
      value: 'musique',
    })
    expect([twice.statusCode, twice.json().result.code]).toEqual([409, 'RECORD_ALREADY_THERE'])
    const elsewhere = { component: 'mission', lookup: 'employmentType', value: 'musique' }
    expect(
      (await product.as(admin, 'POST', `settings/${admin.userId}`, elsewhere)).statusCode,
    ).toBe(200)
  })

  test('changes a shipped value, which its removal restores', async () => {
    const { id } = await add({ ...sector, value: 'banking', display: { fr: 'Finance' } })
    const more = { order: 3, color: 17, retired: true }
    const changed = await product.data<Written>(admin, 'PUT', `settings/${admin.userId}`, {
      id,
      ...more,
    })
    expect((await options(changed.position)).find((one) => one.id === id)).toMatchObject({
      value: 'banking',
      display: { ...whole, fr: 'Finance', en: '' },
      ...more,
    })
    expect(await company('banking')).toEqual([200, undefined])
    const removed = await product.data<Written>(admin, 'DELETE', `settings/${admin.userId}/${id}`)
    expect((await options(removed.position)).some((one) => one.id === id)).toBe(false)
  })

  test('is read again only when one has changed', async () => {
    const { position } = await add({ ...sector, value: 'cirque', display })
    const read = (etag = '') =>
      product.app.inject({
        url: '/api/settings/all',
        headers: { 'x-api-key': 'public', 'x-min-position': position, 'if-none-match': etag },
      })
    const first = await read()
    const etag = String(first.headers['etag'])
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const again = await read(etag)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const { position: later } = await add({ ...sector, value: 'magie', display })
    await options(later)
    expect((await read(etag)).statusCode).toBe(200)
  })

  test('has an order, a colour of the palette, and nothing that is unknown', async () => {
    const wrong = async (more: object) =>
      (
        await product.as(admin, 'POST', `settings/${admin.userId}`, {
          ...sector,
          value: 'x',
          ...more,
        })
      ).statusCode
    for (const more of [
      { order: -1 },
      { order: 1.5 },
      { order: 'x' },
      { color: 18 },
      { retired: 'yes' },
      { hidden: true },
    ])
      expect(await wrong(more), JSON.stringify(more)).toBeGreaterThanOrEqual(400)
  })

  test('is written by its permission alone', async () => {
    const body = { ...sector, value: 'pirate' }
    expect((await product.as(user, 'POST', `settings/${user.userId}`, body)).statusCode).toBe(403)
  })
})

const asRole = (
  who: SignedIn,
  roleId: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => product.as(who, method, path, body, { 'x-view-as': roleId })

describe('a view as a role', () => {
  test('reads with the permissions of the role, and writes nothing', async () => {
    const own = product.data<Written>
    const role = await own(root, 'POST', `role/${root.userId}`, {
      name: 'Vue',
      permissions: ['perm_company_menu'],
    })
    const known = { 'x-min-position': role.position }
    await product.as(root, 'GET', `role/${root.userId}/all`, undefined, known)
    const me = await asRole(root, role.id, 'GET', `users/${root.userId}/me`)
    expect(me.json().result.data.permissions).toEqual(['perm_company_menu'])
    expect((await asRole(root, role.id, 'GET', `company/${root.userId}/all`)).statusCode).toBe(200)
    expect((await asRole(root, role.id, 'GET', `contact/${root.userId}/all`)).statusCode).toBe(403)
    const wrote = await asRole(root, role.id, 'POST', `company/${root.userId}`, { name: 'Société' })
    expect([wrote.statusCode, wrote.json().result.code]).toEqual([403, 'VIEW_ONLY'])
    expect(
      (await product.as(root, 'POST', `company/${root.userId}`, { name: 'Société' })).statusCode,
    ).toBe(200)
  })

  test('is not taken from a user who may not read roles', async () => {
    const [role] = await product.data<{ id: string }[]>(root, 'GET', `role/${root.userId}/all`)
    const me = await asRole(user, role?.id ?? '', 'GET', `users/${user.userId}/me`)
    expect(me.json().result.data.permissions).not.toContain('perm_admin')
    expect(
      (await asRole(user, role?.id ?? '', 'POST', `company/${user.userId}`, { name: 'Autre' }))
        .statusCode,
    ).toBe(200)
  })
})

describe('health', () => {
  test('tells of engines, read models, memory, disk and the errors of each hour', async () => {
    const health = await product.data<Health>(root, 'GET', `system/${root.userId}/health`)
    expect(health.engines.length).toBeGreaterThan(0)
    expect(health.projections.map(({ name }) => name)).toContain('users')
    expect(health.memory.used).toBeLessThanOrEqual(health.memory.total)
    expect(health.disk.used).toBeLessThanOrEqual(health.disk.total)
    expect(health).toHaveProperty('encrypted')
    expect(health.hours).toHaveLength(24)
    const upkeep = `system/${root.userId}/upkeep`
    const before = await product.data<Upkeep>(root, 'GET', upkeep)
    expect(before.missingRates.length).toBeGreaterThan(0)
    expect(before.backupAt).toBe(0)
    let position = ''
    for (const halfYear of before.missingRates)
      ({ position } = await product.data<{ position: string }>(
        root,
        'POST',
        `legalRate/${root.userId}`,
        {
          source: 'Order of the ministry',
          year: Number(halfYear.slice(0, 4)),
          half: halfYear.slice(5),
          legal: 2.62,
          refinancing: 2.15,
        },
      ))
    const after = await product.data<Upkeep>(root, 'GET', upkeep, undefined, {
      'x-min-position': position,
    })
    expect(after.missingRates).toEqual([])
    expect((await product.as(user, 'GET', `system/${user.userId}/upkeep`)).statusCode).toBe(403)
    expect((await product.as(user, 'GET', `system/${user.userId}/health`)).statusCode).toBe(403)
  })

  test('counts the lines of each part of a period, as the list is narrowed', async () => {
    const period = 'from=1000&to=24999'
    const parts = await product.data<LogBucket[]>(
      root,
      'GET',
      `logs/${root.userId}/histogram?${period}&q=absent`,
    )
    expect(parts.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
      [1000, 1999],
      [2000, 2999],
    ])
    expect(parts).toHaveLength(24)
    expect(parts.at(-1)).toEqual({
      from: 24_000,
      to: 24_999,
      levels: { Error: 0, Warning: 0, Info: 0, Debug: 0 },
    })
  })
})
