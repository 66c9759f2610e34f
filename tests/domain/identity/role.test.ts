import { describe, expect, test } from 'vitest'
import { ADMIN_ROLE, FREELANCER_ROLE, roleDecider, type RoleCommand, type RoleEvent } from '#domain/identity/role.ts'
import { Id } from '#contract/route.ts'
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
  data: { name: 'Comptable', permissions: ['perm_billing_menu', 'perm_charge_menu'] },
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

  test.each([ADMIN_ROLE, FREELANCER_ROLE])('of the first start has an id the wire accepts: %s', (id) => {
    expect(Id.safeParse(id).success).toBe(true)
  })
})
