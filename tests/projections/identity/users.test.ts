import { describe, test } from 'vitest'
import type { UserEvent, UserProfile } from '#domain/identity/user.ts'
import { users } from '#projections/identity/users.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const profile: UserProfile = {
  firstName: 'Anna',
  lastName: 'Exemple',
  mail: 'anna@exemple.fr',
  phone: '',
  gender: '',
  birthDate: null,
  startDate: null,
}
const parameters = {
  preferredLanguage: 'fr',
  isDiscreet: false,
  activeProfile: null,
  timeZone: 'Europe/Paris',
  currency: 'EUR',
} as const
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userName: 'anna', profile, parameters, roleIds: ['r1'], isFree: false, freePeriod: 30 },
}
const given = (...events: readonly UserEvent[]) =>
  spec(users)(...events.map(({ type, data }) => recorded('user-u1', type, data, { owner: 'u1' })))

describe('a user', () => {
  test('is its own, active, and was never there when it is registered', () =>
    given(registered).gives({
      _id: 'u1',
      owner: 'u1',
      userName: 'anna',
      roleIds: ['r1'],
      active: true,
      picture: null,
      lastConnectionAt: 0,
      version: 1,
    }))
  test('keeps what a change of profile or parameters does not name', () =>
    given(
      registered,
      { type: 'UserProfileChanged', data: { changes: { lastName: 'Essai' } } },
      { type: 'UserParametersChanged', data: { changes: { isDiscreet: true } } },
    ).gives({
      _id: 'u1',
      profile: { ...profile, lastName: 'Essai' },
      parameters: { ...parameters, isDiscreet: true },
      version: 3,
    }))
  test('has the roles, the picture, the free access and the connection told last', () =>
    given(
      registered,
      {
        type: 'UserRolesAssigned',
        data: { roleIds: ['r2'], added: ['r2'], removed: ['r1'], active: true },
      },
      {
        type: 'UserPictureChanged',
        data: { picture: { name: 'moi', sha256: 'a', mediaType: 'image/png' } },
      },
      { type: 'UserFreeAccessChanged', data: { isFree: true, freePeriod: 0 } },
      { type: 'UserConnected', data: { at: 77 } },
    ).gives({
      _id: 'u1',
      roleIds: ['r2'],
      picture: { name: 'moi', sha256: 'a', mediaType: 'image/png' },
      isFree: true,
      freePeriod: 0,
      lastConnectionAt: 77,
    }))
  test('has the arrangements of columns told last', () => {
    const narrow = { hidden: ['vat'], order: [], widths: {} }
    const arranged: readonly UserEvent[] = [
      registered,
      { type: 'UserColumnsArranged', data: { lists: { '/bills': narrow, '/mails': narrow } } },
      { type: 'UserColumnsArranged', data: { lists: { '/mails': null } } },
    ]
    given(...arranged).gives({ _id: 'u1', columns: { '/bills': narrow }, version: 3 })
  })
  test('is inactive while disabled', () => {
    given(registered, { type: 'UserDisabled', data: { roleIds: ['r1'] } }).gives({
      _id: 'u1',
      active: false,
    })
    given(
      registered,
      { type: 'UserDisabled', data: { roleIds: ['r1'] } },
      { type: 'UserEnabled', data: { roleIds: ['r1'] } },
    ).gives({ _id: 'u1', active: true })
  })
  test('goes when it is removed, and later events do not bring it back', () =>
    given(
      registered,
      { type: 'UserRemoved', data: { roleIds: ['r1'] } },
      { type: 'UserConnected', data: { at: 77 } },
    ).gives())
})
