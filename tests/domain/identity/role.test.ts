import { describe, expect, test } from 'vitest'
import { ADMIN_ROLE, FREELANCER_ROLE, roleDecider, type RoleCommand, type RoleEvent } from '#domain/identity/role.ts'
import { Id } from '#contract/route.ts'
import { freelancerPermissions, permissionEdition } from '#domain/kernel/permissions.ts'
import { fold } from '#domain/kernel/decider.ts'

const given = (...events: readonly RoleEvent[]) => ({
  when: (command: RoleCommand) =>
    roleDecider.decide(command, fold(roleDecider, events), {
      now: 0,
      today: '2026-03-02',
      actor: { kind: 'user', id: 'u' },
    }),
})
const added: RoleEvent = {
  type: 'RoleAdded',
  data: { name: 'Comptable', permissions: ['perm_billing_menu', 'perm_charge_menu'], offered: permissionEdition },
}

describe('a role', () => {
  test('holds each permission once, in one order', () => {
    expect(
      given().when({
        type: 'AddRole',
        name: 'Comptable',
        permissions: ['perm_charge_menu', 'perm_billing_menu', 'perm_charge_menu'],
      }),
    ).toEqual([added])
  })

  test('is added again only with the same content', () => {
    expect(
      given(added).when({ type: 'AddRole', name: 'Comptable', permissions: ['perm_charge_menu', 'perm_billing_menu'] }),
    ).toEqual([])
    expect(() =>
      given(added).when({ type: 'AddRole', name: 'Autre', permissions: ['perm_charge_menu', 'perm_billing_menu'] }),
    ).toThrow(/ID_ALREADY_USED/)
  })

  test('changes what differs', () => {
    expect(given(added).when({ type: 'ChangeRole', name: 'Cabinet', permissions: added.data.permissions })).toEqual([
      { type: 'RoleChanged', data: { name: 'Cabinet' } },
    ])
    expect(given(added).when({ type: 'ChangeRole', name: 'Comptable' })).toEqual([])
  })

  test('is gone once removed', () => {
    const removed: RoleEvent = { type: 'RoleRemoved', data: {} }
    expect(given(added).when({ type: 'RemoveRole' })).toEqual([removed])
    expect(given(added, removed).when({ type: 'RemoveRole' })).toEqual([])
    expect(() => given(added, removed).when({ type: 'ChangeRole', name: 'x' })).toThrow(/NOT_FOUND/)
  })

  test('is given what the catalogue has gained, unless an administrator changed it', () => {
    const offer = { type: 'OfferPermissions' } as const
    const before: RoleEvent = { type: 'RoleAdded', data: { name: 'Freelancer', permissions: [], offered: 0 } }
    const offered: RoleEvent = {
      type: 'RoleChanged',
      data: { permissions: freelancerPermissions().toSorted(), offered: permissionEdition },
    }
    expect(given(before).when(offer)).toEqual([offered])
    expect(given(before, offered).when(offer)).toEqual([])
    const renamed: RoleEvent = { type: 'RoleChanged', data: { name: 'Indépendant' } }
    expect(given(before, renamed).when(offer)).toEqual([offered])
    const changed: RoleEvent = { type: 'RoleChanged', data: { permissions: ['perm_billing_menu'] } }
    expect(given(before, changed).when(offer)).toEqual([])
  })

  test('that an administrator changes was chosen from the present catalogue', () => {
    const old: RoleEvent = { type: 'RoleAdded', data: { name: 'Comptable', permissions: ['perm_billing_menu'] } }
    expect(given(old).when({ type: 'ChangeRole', permissions: ['perm_charge_menu'] })).toEqual([
      { type: 'RoleChanged', data: { permissions: ['perm_charge_menu'], offered: permissionEdition } },
    ])
  })

  test('of before the editions is added again with the same content', () => {
    const old: RoleEvent = { type: 'RoleAdded', data: { name: 'Comptable', permissions: ['perm_billing_menu'] } }
    expect(given(old).when({ type: 'AddRole', name: 'Comptable', permissions: ['perm_billing_menu'] })).toEqual([])
  })

  test.each([ADMIN_ROLE, FREELANCER_ROLE])('of the first start has an id the wire accepts: %s', (id) => {
    expect(Id.safeParse(id).success).toBe(true)
  })
})
