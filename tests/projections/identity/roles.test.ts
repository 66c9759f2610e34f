import { describe, test } from 'vitest'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { roles } from '#projections/identity/roles.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const added = recorded('role-r1', 'RoleAdded', {
  name: 'Comptable',
  permissions: ['perm_billing_menu'],
})

describe('a role', () => {
  const given = spec(roles)
  test('is no user’s own, and keeps what a change does not name', () => {
    given(added).gives({
      _id: 'r1',
      owner: SHARED,
      name: 'Comptable',
      permissions: ['perm_billing_menu'],
      version: 1,
    })
    given(added, recorded('role-r1', 'RoleChanged', { name: 'Expert' })).gives({
      _id: 'r1',
      name: 'Expert',
      permissions: ['perm_billing_menu'],
      version: 2,
    })
  })
  test('loses the permissions that a change leaves out', () =>
    given(added, recorded('role-r1', 'RoleChanged', { permissions: [] })).gives({
      _id: 'r1',
      name: 'Comptable',
      permissions: [],
    }))
  test('goes when it is removed', () =>
    given(added, recorded('role-r1', 'RoleRemoved', {})).gives())
})
