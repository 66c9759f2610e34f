import { describe, expect, test } from 'vitest'
import { ADMIN_ROLE, FREELANCER_ROLE, roleDecider, type RoleEvent } from '#domain/identity/role.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'
import { freelancerPermissions, permissionEdition } from '#domain/kernel/permissions.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(roleDecider)
const added: RoleEvent = {
  type: 'RoleAdded',
  data: {
    name: 'Comptable',
    permissions: ['perm_billing_menu', 'perm_charge_menu'],
    offered: permissionEdition,
  },
}

describe('a role', () => {
  test('holds each permission once, in one order', () => {
    given()
      .when({
        type: 'AddRole',
        name: 'Comptable',
        permissions: ['perm_charge_menu', 'perm_billing_menu', 'perm_charge_menu'],
      })
      .yields(added)
  })

  test('is added again only with the same content', () => {
    given(added)
      .when({
        type: 'AddRole',
        name: 'Comptable',
        permissions: ['perm_charge_menu', 'perm_billing_menu'],
      })
      .yields()
    given(added)
      .when({
        type: 'AddRole',
        name: 'Autre',
        permissions: ['perm_charge_menu', 'perm_billing_menu'],
      })
      .refuses('ID_ALREADY_USED')
  })

  test('changes what differs', () => {
    given(added)
      .when({ type: 'ChangeRole', name: 'Cabinet', permissions: added.data.permissions })
      .yields({ type: 'RoleChanged', data: { name: 'Cabinet' } })
    given(added).when({ type: 'ChangeRole', name: 'Comptable' }).yields()
  })

  test('is gone once removed', () => {
    const removed: RoleEvent = { type: 'RoleRemoved', data: {} }
    given(added).when({ type: 'RemoveRole' }).yields(removed)
    given(added, removed).when({ type: 'RemoveRole' }).yields()
    given(added, removed).when({ type: 'ChangeRole', name: 'x' }).refuses('NOT_FOUND')
  })

  test('is given what the catalogue has gained, unless an administrator changed it', () => {
    const offer = { type: 'OfferPermissions' } as const
    const before: RoleEvent = {
      type: 'RoleAdded',
      data: { name: 'Freelancer', permissions: [], offered: 0 },
    }
    const offered: RoleEvent = {
      type: 'RoleChanged',
      data: { permissions: freelancerPermissions().toSorted(), offered: permissionEdition },
    }
    given(before).when(offer).yields(offered)
    given(before, offered).when(offer).yields()
    const renamed: RoleEvent = { type: 'RoleChanged', data: { name: 'Indépendant' } }
    given(before, renamed).when(offer).yields(offered)
    const changed: RoleEvent = { type: 'RoleChanged', data: { permissions: ['perm_billing_menu'] } }
    given(before, changed).when(offer).yields()
  })

  test('that an administrator changes was chosen from the present catalogue', () => {
    const old: RoleEvent = {
      type: 'RoleAdded',
      data: { name: 'Comptable', permissions: ['perm_billing_menu'] },
    }
    given(old)
      .when({ type: 'ChangeRole', permissions: ['perm_charge_menu'] })
      .yields({
        type: 'RoleChanged',
        data: { permissions: ['perm_charge_menu'], offered: permissionEdition },
      })
  })

  test('of before the editions is added again with the same content', () => {
    const old: RoleEvent = {
      type: 'RoleAdded',
      data: { name: 'Comptable', permissions: ['perm_billing_menu'] },
    }
    given(old)
      .when({ type: 'AddRole', name: 'Comptable', permissions: ['perm_billing_menu'] })
      .yields()
  })

  test.each([ADMIN_ROLE, FREELANCER_ROLE])(
    'of the first start has an id the wire accepts: %s',
    (id) => {
      expect(Id.safeParse(id).success).toBe(true)
    },
  )
})
