import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { ensureRoles } from '#commands/identity/first-start.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { FREELANCER_ROLE, roleDecider, type RoleEvent } from '#domain/identity/role.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { freelancerPermissions, type Permission } from '#domain/kernel/permissions.ts'
import { noteFiles } from '#workers/kernel/data-directory.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'

let dataDir: string
let product: Product | undefined
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-roles-'))
})
afterEach(async () => {
  await product?.stop()
  product = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * A data directory in which an earlier version of Carnet, and its administrator, left the
 * freelancer's role.
 */
async function leave(...events: readonly RoleEvent[]): Promise<void> {
  const store = openSqliteEventStore(path.join(dataDir, 'events.sqlite'))
  const handler = createHandler({ store, clock: { now: Date.now } })
  for (const [i, event] of events.entries())
    await handler.run(
      { ...roleDecider, decide: () => [event] },
      FREELANCER_ROLE,
      { type: 'RemoveRole' },
      { commandId: `before-${i}`, owner: SHARED, actor: { kind: 'system', id: 'first-start' } },
    )
  await store.close()
  await noteFiles({ DATA_DIR: dataDir })
}

const added = (permissions: readonly Permission[], offered?: number): RoleEvent => ({
  type: 'RoleAdded',
  data: {
    name: 'Freelancer',
    permissions: permissions.toSorted(),
    ...(offered !== undefined && { offered }),
  },
})

/** The freelancer's permissions in the session, and the role in the roles screen. */
async function seen() {
  product = await startProduct({ dataDir })
  const anna = await product.freelancer('anna')
  const admin = await product.admin()
  const roles = await product.data<Role[]>(admin, 'GET', `role/${admin.userId}/all`)
  return {
    menu: (await product.data<{ permissions: string[] }>(anna, 'GET', `users/${anna.userId}/me`))
      .permissions,
    contacts: (await product.as(anna, 'GET', `contact/${anna.userId}/all`)).statusCode,
    role: roles.find(({ id }) => id === FREELANCER_ROLE),
  }
}

describe('the freelancer’s role of an earlier version', () => {
  test('is given what Carnet has gained since, once, also when it starts again', async () => {
    await leave(added([], 0))
    const first = await seen()
    expect(first).toMatchObject({
      contacts: 200,
      role: { version: 2, newPermissions: [], modifiedBy: 'Carnet' },
    })
    expect(first.menu.toSorted()).toEqual(freelancerPermissions().toSorted())
    await product?.stop(true)
    product = await startProduct({ dataDir })
    const admin = await product.admin()
    const roles = await product.data<Role[]>(admin, 'GET', `role/${admin.userId}/all`)
    expect(roles.find(({ id }) => id === FREELANCER_ROLE)?.version).toBe(2)
  })

  test('loses what has become the administrators’ alone (offers of others)', async () => {
    await leave(added(freelancerPermissions(1)))
    const { menu } = await seen()
    expect(freelancerPermissions(1)).toContain('perm_offer_other_manage')
    expect(menu).not.toContain('perm_offer_other_manage')
    expect(menu).toContain('perm_offer_delete')
  })

  test('stays as an administrator changed it, and says what it was not given', async () => {
    await leave(added([], 0), {
      type: 'RoleChanged',
      data: { permissions: ['perm_dashboard_menu'] },
    })
    const { menu, contacts, role } = await seen()
    expect({ menu, contacts }).toEqual({ menu: ['perm_dashboard_menu'], contacts: 403 })
    expect(role?.version).toBe(2)
    expect(role?.newPermissions).toContain('perm_contact_menu')
    expect(role?.newPermissions).not.toContain('perm_dashboard_menu')
  })

  test('is given once where several processes start at a time', async () => {
    await leave(added([], 0))
    const store = openSqliteEventStore(path.join(dataDir, 'events.sqlite'))
    // A handler each, as processes have: they do not wait for each other's turn.
    const handlers = [1, 2, 3].map(() => createHandler({ store, clock: { now: Date.now } }))
    await Promise.all(handlers.map((handler) => ensureRoles({ handler })))
    expect(
      (await store.readStream(`role-${FREELANCER_ROLE}`)).events.map(({ type }) => type),
    ).toEqual(['RoleAdded', 'RoleChanged'])
    await store.close()
  })
})
