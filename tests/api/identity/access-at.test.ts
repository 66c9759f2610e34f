import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserAccess } from '#contract/identity/identity.schemas.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { MINUTE_MS } from '#domain/kernel/time.ts'

let now = Date.now() - 30 * MINUTE_MS
let product: Product
let admin: SignedIn
let role: { readonly id: string }
let anna: SignedIn
/**
 * Before Anna registered, while she held the role, after its permission was taken, and after she
 * was removed.
 */
const times: number[] = []
const passed = () => {
  times.push(now)
  now += MINUTE_MS
}
beforeAll(async () => {
  product = await startProduct({ now: () => now })
  admin = await product.admin()
  const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const written = await product.data(admin, method, path, body)
    await product.as(admin, 'GET', `users/${admin.userId}`, undefined, {
      'x-min-position': written.position,
    })
    return written
  }
  passed()
  anna = await product.freelancer('anna')
  role = await write('POST', `role/${admin.userId}`, {
    name: 'Comptable',
    permissions: ['perm_billing_menu'],
  })
  await write('PUT', `users/${admin.userId}/userRole`, { id: anna.userId, roleIds: [role.id] })
  passed()
  await write('PUT', `role/${admin.userId}`, {
    id: role.id,
    name: 'Lectrice',
    permissions: ['perm_contract_menu'],
  })
  passed()
  await write('DELETE', `users/${admin.userId}/${anna.userId}`)
  passed()
}, 60_000)
afterAll(() => product.stop())

const at = (time: number | undefined, query = '') =>
  product.data<readonly UserAccess[]>(
    admin,
    'GET',
    `users/${admin.userId}/access?at=${time}${query}`,
  )
const annaAt = async (time: number | undefined) =>
  (await at(time)).find(({ id }) => id === anna.userId)

test('a user stands with the roles and permissions of the asked instant, also after the removal', async () => {
  expect(await annaAt(times[0])).toBeUndefined()
  expect(await annaAt(times[1])).toMatchObject({
    active: true,
    roles: [{ id: role.id, name: 'Comptable' }],
    permissions: ['perm_billing_menu'],
  })
  expect(await annaAt(times[2])).toMatchObject({
    roles: [{ name: 'Lectrice' }],
    permissions: ['perm_contract_menu'],
  })
  expect(await annaAt(times[3])).toBeUndefined()
})

test('those who held a permission then are told, administrators among them', async () => {
  const held = async (time: number | undefined) =>
    (await at(time, '&permission=perm_billing_menu')).map(({ id }) => id)
  expect(await held(times[1])).toContain(anna.userId)
  expect(await held(times[2])).not.toContain(anna.userId)
  expect(await held(times[2])).toContain(admin.userId)
})

test('without an instant it is now, and without the permission to read users nothing is told', async () => {
  const other = await product.freelancer('oscar')
  const told = await product.data<readonly UserAccess[]>(
    admin,
    'GET',
    `users/${admin.userId}/access`,
  )
  expect(told.map(({ id }) => id)).toContain(other.userId)
  expect(
    (await product.as(other, 'GET', `users/${other.userId}/access?at=${now}`)).statusCode,
  ).toBe(403)
})
