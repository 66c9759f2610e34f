import { describe, expect, test } from 'vitest'
import { userDecider, userEntity, type UserCommand, type UserEvent } from '#domain/identity/user.ts'
import { fold } from '#domain/kernel/decider.ts'

const NOW = 1_760_000_000_000
const context = (now = NOW) => ({ now, today: '2026-03-02', actor: { kind: 'user', id: 'u' } as const })
const register = {
  type: 'RegisterUser',
  userName: 'brumaire',
  firstName: 'Atelier',
  lastName: 'Brumaire',
  mail: 'bonjour@brumaire.example',
  roleIds: ['F'],
} as const
const given = (...events: readonly UserEvent[]) => ({
  when: (command: UserCommand, now?: number) => userDecider.decide(command, fold(userDecider, events), context(now)),
})
const [registered] = given().when(register) as [UserEvent]

describe('a user', () => {
  test('starts with a free period of thirty days, in French, in euros, without an active profile', () => {
    expect(registered).toMatchObject({
      type: 'UserRegistered',
      data: {
        isFree: true,
        freePeriod: 30,
        roleIds: ['F'],
        parameters: { preferredLanguage: 'fr', isDiscreet: false, activeProfile: null, currency: 'EUR' },
        profile: { startDate: '2026-03-02' },
      },
    })
  })

  test('is registered once, however often it is asked', () => {
    expect(given(registered).when(register)).toEqual([])
    expect(() => given(registered, { type: 'UserRemoved', data: { roleIds: ['F'] } }).when(register)).toThrow(
      /NOT_FOUND/,
    )
  })

  test('changes what differs, and nothing when nothing does', () => {
    expect(
      given(registered).when({ type: 'ChangeProfile', changes: { phone: '+33 1 02 03 04 05', firstName: 'Atelier' } }),
    ).toEqual([{ type: 'UserProfileChanged', data: { changes: { phone: '+33 1 02 03 04 05' } } }])
    expect(given(registered).when({ type: 'ChangeProfile', changes: { firstName: 'Atelier' } })).toEqual([])
    expect(given(registered).when({ type: 'ChangeParameters', changes: { activeProfile: 'P1' } })).toEqual([
      { type: 'UserParametersChanged', data: { changes: { activeProfile: 'P1' } } },
    ])
  })

  test('says which roles were added and which were taken', () => {
    expect(given(registered).when({ type: 'AssignRoles', roleIds: ['B', 'A', 'A'] })).toEqual([
      { type: 'UserRolesAssigned', data: { roleIds: ['A', 'B'], added: ['A', 'B'], removed: ['F'], active: true } },
    ])
    expect(given(registered).when({ type: 'AssignRoles', roleIds: ['F'] })).toEqual([])
  })

  test('has the roles that a provider says, for as long as it says so; those given here stay', () => {
    const says = (...roleIds: string[]) => ({ type: 'AssignProviderRoles', roleIds, otherwise: ['F'] }) as const
    const data = { active: true, added: [], removed: [] }
    const [promoted] = given(registered).when(says('A')) as [UserEvent]
    expect(promoted).toEqual({
      type: 'UserRolesAssigned',
      data: { ...data, roleIds: ['A', 'F'], added: ['A'], providerRoleIds: ['A'] },
    })
    expect(given(registered, promoted).when(says('A'))).toEqual([])
    expect(given(registered, promoted).when(says())).toEqual([
      { type: 'UserRolesAssigned', data: { ...data, roleIds: ['F'], removed: ['A'], providerRoleIds: [] } },
    ])
    // A role given in Carnet is not the provider's to take; nor is one that was taken and given again here.
    const [given1] = given(registered).when({ type: 'AssignRoles', roleIds: ['A', 'F'] }) as [UserEvent]
    expect(given(registered, given1).when(says('A'))).toEqual([])
    expect(given(registered, given1).when(says())).toEqual([])
    const [taken] = given(registered, promoted).when({ type: 'AssignRoles', roleIds: ['F'] }) as [UserEvent]
    expect(given(registered, promoted, taken, given1).when(says())).toEqual([])
    // A user who was left without a role here stays without one.
    const [stripped] = given(registered).when({ type: 'AssignRoles', roleIds: [] }) as [UserEvent]
    expect(given(registered, stripped).when(says())).toEqual([])
    // A user who came with no other role gets the roles of a new user.
    const [chief] = given().when({ ...register, roleIds: ['A'], providerRoleIds: ['A'] }) as [UserEvent]
    expect(given(chief).when(says())).toEqual([
      {
        type: 'UserRolesAssigned',
        data: { ...data, roleIds: ['F'], added: ['F'], removed: ['A'], providerRoleIds: [] },
      },
    ])
  })

  test('is seen once an hour at most', () => {
    const seen: UserEvent = { type: 'UserConnected', data: { at: NOW } }
    expect(given(registered).when({ type: 'RecordConnection' })).toEqual([seen])
    expect(given(registered, seen).when({ type: 'RecordConnection' }, NOW + 3_599_999)).toEqual([])
    expect(given(registered, seen).when({ type: 'RecordConnection' }, NOW + 3_600_000)).toHaveLength(1)
  })

  test('is disabled and enabled, each once', () => {
    const [disabled] = given(registered).when({ type: 'SetActive', active: false }) as [UserEvent]
    expect(disabled).toEqual({ type: 'UserDisabled', data: { roleIds: ['F'] } })
    expect(given(registered, disabled).when({ type: 'SetActive', active: false })).toEqual([])
    expect(given(registered, disabled).when({ type: 'SetActive', active: true })).toEqual([
      { type: 'UserEnabled', data: { roleIds: ['F'] } },
    ])
  })

  test.each([
    ['password-changed', 'UserPasswordChanged'],
    ['signed-out-everywhere', 'UserSignedOutEverywhere'],
    ['token-reused', 'UserTokenReused'],
  ] as const)('has its access ended (%s) by a fact that says why', (because, type) => {
    expect(given(registered).when({ type: 'EndAccess', because })).toEqual([{ type, data: {} }])
    expect(() => given().when({ type: 'EndAccess', because })).toThrow(/NOT_FOUND/)
  })

  test('is nobody before it is registered and after it is removed', () => {
    expect(() => given().when({ type: 'RecordConnection' })).toThrow(/NOT_FOUND/)
    const removed: UserEvent = { type: 'UserRemoved', data: { roleIds: ['F'] } }
    expect(() => given(registered, removed).when({ type: 'RecordConnection' })).toThrow(/NOT_FOUND/)
    expect(given(registered, removed).when({ type: 'RemoveUser' })).toEqual([])
    expect(userEntity.view(fold(userDecider, [registered, removed]))).toBeNull()
  })

  test('is shown in the words of the wire, with 0 for what there is none of', () => {
    expect(userEntity.view(fold(userDecider, [registered]))).toMatchObject({
      userName: 'brumaire',
      birthDate: 0,
      lastConnectionDate: 0,
      pictureName: '',
      active: true,
      params: { activeProfile: 0 },
    })
  })
})
