import { describe, test } from 'vitest'
import type { UserEvent } from '#domain/identity/user.ts'
import { roleHolders } from '#projections/identity/role-holders.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const told = (type: UserEvent['type'], data: object) => recorded('user-u1', type, data)
const registered = told('UserRegistered', { roleIds: ['r1', 'r2'] })
const assigned = (active: boolean) =>
  told('UserRolesAssigned', { roleIds: ['r2', 'r3'], added: ['r3'], removed: ['r1'], active })

describe('the holders of a role', () => {
  const given = spec(roleHolders)
  test('are told one by one', () =>
    given(registered).gives(
      { _id: 'r1.u1', roleId: 'r1', userId: 'u1', active: true },
      { _id: 'r2.u1', roleId: 'r2', userId: 'u1', active: true },
    ))
  test('follow an assignment, which leaves the roles it does not speak of', () =>
    given(registered, assigned(true)).gives(
      { _id: 'r2.u1', active: true },
      { _id: 'r3.u1', active: true },
    ))
  test('are not active when a role is given to a disabled user', () =>
    given(registered, told('UserDisabled', { roleIds: ['r1', 'r2'] }), assigned(false)).gives(
      { _id: 'r2.u1', active: false },
      { _id: 'r3.u1', active: false },
    ))
  test('are active again once the user is enabled', () =>
    given(
      registered,
      told('UserDisabled', { roleIds: ['r1', 'r2'] }),
      told('UserEnabled', { roleIds: ['r1', 'r2'] }),
    ).gives({ _id: 'r1.u1', active: true }, { _id: 'r2.u1', active: true }))
  test('are none once the user is removed', () =>
    given(registered, told('UserRemoved', { roleIds: ['r1', 'r2'] })).gives())
  test('do not change with what else is told of a user', () =>
    given(registered, told('UserConnected', { at: 1 })).gives({ _id: 'r1.u1' }, { _id: 'r2.u1' }))
})
