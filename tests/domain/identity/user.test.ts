import { describe, expect, test } from 'vitest'
import { userDecider, userEntity, type UserEvent } from '#domain/identity/user.ts'
import { fold } from '#domain/kernel/decider.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const at = (now: number) => ({ ...context, now })
const register = {
  type: 'RegisterUser',
  userName: 'brumaire',
  firstName: 'Atelier',
  lastName: 'Brumaire',
  mail: 'bonjour@brumaire.example',
  roleIds: ['F'],
} as const
const given = specification(userDecider)
const [registered] = given().when(register).happens() as [UserEvent]

describe('a user', () => {
  test('starts with a free period of thirty days, in French, in euros, without an active profile', () => {
    expect(registered).toMatchObject({
      type: 'UserRegistered',
      data: {
        isFree: true,
        freePeriod: 30,
        roleIds: ['F'],
        parameters: {
          preferredLanguage: 'fr',
          isDiscreet: false,
          activeProfile: null,
          currency: 'EUR',
        },
        profile: { startDate: context.today },
      },
    })
  })

  test('of a guest waits seven days to be taken, once, and is erased two hours later or when the guest leaves', () => {
    const ready = given()
      .when({ ...register, isGuest: true })
      .happens() as [UserEvent, UserEvent]
    const due = (dueOn: number) => ({ type: 'UserDeletionRequested', data: { dueOn } }) as const
    expect(ready).toMatchObject([{ data: { isGuest: true } }, due(context.now + 7 * 86_400_000)])
    const begin = { type: 'BeginDemo', preferredLanguage: 'it' } as const
    given(registered).when(begin).refuses('NOT_A_DEMO_ACCOUNT')
    const begun = given(...ready)
      .when(begin)
      .happens()
    expect(begun).toEqual([
      { type: 'UserParametersChanged', data: { changes: { preferredLanguage: 'it' } } },
      { type: 'UserConnected', data: { at: context.now } },
      due(context.now + 2 * 3_600_000),
    ])
    const taken = given(...ready, ...begun)
    taken.when(begin).refuses('DEMO_TAKEN')
    taken.when({ type: 'CancelDeletion' }).refuses('DEMO_CLOSED')
    taken.when({ type: 'EndDemo' }).yields(due(context.now))
    given(registered).when({ type: 'EndDemo' }).refuses('NOT_A_DEMO_ACCOUNT')
  })

  test('is registered once, however often it is asked', () => {
    given(registered).when(register).yields()
    given(registered, { type: 'UserRemoved', data: { roleIds: ['F'] } })
      .when(register)
      .refuses('NOT_FOUND')
  })

  test('changes what differs, and nothing when nothing does', () => {
    given(registered)
      .when({
        type: 'ChangeProfile',
        changes: { phone: '+33 1 02 03 04 05', firstName: 'Atelier' },
      })
      .yields({ type: 'UserProfileChanged', data: { changes: { phone: '+33 1 02 03 04 05' } } })
    given(registered)
      .when({ type: 'ChangeProfile', changes: { firstName: 'Atelier' } })
      .yields()
    given(registered)
      .when({ type: 'ChangeParameters', changes: { activeProfile: 'P1' } })
      .yields({ type: 'UserParametersChanged', data: { changes: { activeProfile: 'P1' } } })
  })

  test('keeps each arrangement of columns once, and the last 150 lists', () => {
    const narrow = { hidden: ['vat'], order: [], widths: { name: 240 } }
    const arranged = (lists: Readonly<Record<string, typeof narrow | null>>): UserEvent => ({
      type: 'UserColumnsArranged',
      data: { lists },
    })
    // No step that its history tells.
    expect(userEntity.internal).toContain('UserColumnsArranged')
    given(registered)
      .when({ type: 'ArrangeColumns', lists: { '/bills': narrow, '/mails': null } })
      .yields(arranged({ '/bills': narrow }))
    given(registered, arranged({ '/bills': narrow }))
      .when({ type: 'ArrangeColumns', lists: { '/bills': { ...narrow } } })
      .yields()
    given(registered, arranged({ '/bills': narrow }))
      .when({ type: 'ArrangeColumns', lists: { '/bills': null } })
      .yields(arranged({ '/bills': null }))
    const many = Object.fromEntries(
      Array.from({ length: 151 }, (_, at) => [`/list/${at}`, narrow] as const),
    )
    const state = fold(userDecider, [registered, arranged({ '/bills': narrow }), arranged(many)])
    const { columns } = state as Extract<typeof state, { columns: object }>
    expect(Object.keys(columns)).toHaveLength(150)
    expect(columns['/list/0']).toBeUndefined()
    expect(columns['/list/150']).toEqual(narrow)
  })

  test('says which roles were added and which were taken', () => {
    given(registered)
      .when({ type: 'AssignRoles', roleIds: ['B', 'A', 'A'] })
      .yields({
        type: 'UserRolesAssigned',
        data: { roleIds: ['A', 'B'], added: ['A', 'B'], removed: ['F'], active: true },
      })
    given(registered)
      .when({ type: 'AssignRoles', roleIds: ['F'] })
      .yields()
  })

  test('has the roles that a provider says, for as long as it says so; those given here stay', () => {
    const says = (...roleIds: string[]) =>
      ({ type: 'AssignProviderRoles', roleIds, otherwise: ['F'] }) as const
    const data = { active: true, added: [], removed: [] }
    const [promoted] = given(registered).when(says('A')).happens() as [UserEvent]
    expect(promoted).toEqual({
      type: 'UserRolesAssigned',
      data: { ...data, roleIds: ['A', 'F'], added: ['A'], providerRoleIds: ['A'] },
    })
    given(registered, promoted).when(says('A')).yields()
    given(registered, promoted)
      .when(says())
      .yields({
        type: 'UserRolesAssigned',
        data: { ...data, roleIds: ['F'], removed: ['A'], providerRoleIds: [] },
      })
    // A provider takes no role that was given in Carnet. A role taken and given again here is
    // Carnet's too.
    const [given1] = given(registered)
      .when({ type: 'AssignRoles', roleIds: ['A', 'F'] })
      .happens() as [UserEvent]
    given(registered, given1).when(says('A')).yields()
    given(registered, given1).when(says()).yields()
    const [taken] = given(registered, promoted)
      .when({ type: 'AssignRoles', roleIds: ['F'] })
      .happens() as [UserEvent]
    given(registered, promoted, taken, given1).when(says()).yields()
    // A user who was left without a role here stays without one.
    const [stripped] = given(registered).when({ type: 'AssignRoles', roleIds: [] }).happens() as [
      UserEvent,
    ]
    given(registered, stripped).when(says()).yields()
    // A user who came with no other role gets the roles of a new user.
    const [chief] = given()
      .when({ ...register, roleIds: ['A'], providerRoleIds: ['A'] })
      .happens() as [UserEvent]
    given(chief)
      .when(says())
      .yields({
        type: 'UserRolesAssigned',
        data: { ...data, roleIds: ['F'], added: ['F'], removed: ['A'], providerRoleIds: [] },
      })
  })

  test('is seen once an hour at most', () => {
    const seen: UserEvent = { type: 'UserConnected', data: { at: context.now } }
    given(registered).when({ type: 'RecordConnection' }).yields(seen)
    given(registered, seen)
      .when({ type: 'RecordConnection' }, at(context.now + 3_599_999))
      .yields()
    expect(
      given(registered, seen)
        .when({ type: 'RecordConnection' }, at(context.now + 3_600_000))
        .happens(),
    ).toHaveLength(1)
  })

  test('is disabled and enabled, each once', () => {
    const [disabled] = given(registered).when({ type: 'SetActive', active: false }).happens() as [
      UserEvent,
    ]
    expect(disabled).toEqual({ type: 'UserDisabled', data: { roleIds: ['F'] } })
    given(registered, disabled).when({ type: 'SetActive', active: false }).yields()
    given(registered, disabled)
      .when({ type: 'SetActive', active: true })
      .yields({ type: 'UserEnabled', data: { roleIds: ['F'] } })
  })

  test.each([
    ['password-changed', 'UserPasswordChanged'],
    ['signed-out-everywhere', 'UserSignedOutEverywhere'],
    ['token-reused', 'UserTokenReused'],
  ] as const)('has its access ended (%s) by a fact that says why', (because, type) => {
    given(registered).when({ type: 'EndAccess', because }).yields({ type, data: {} })
    given().when({ type: 'EndAccess', because }).refuses('NOT_FOUND')
  })

  test('has the role of a plan while it is paid; roles given otherwise stay', () => {
    const pays = (...roleIds: string[]) => ({ type: 'AssignPlanRoles', roleIds }) as const
    const data = { active: true, added: [], removed: [] }
    const [paying] = given(registered).when(pays('P')).happens() as [UserEvent]
    expect(paying).toEqual({
      type: 'UserRolesAssigned',
      data: { ...data, roleIds: ['F', 'P'], added: ['P'], planRoleIds: ['P'] },
    })
    given(registered, paying).when(pays('P')).yields()
    given(registered, paying)
      .when(pays('Q'))
      .yields({
        type: 'UserRolesAssigned',
        data: { ...data, roleIds: ['F', 'Q'], added: ['Q'], removed: ['P'], planRoleIds: ['Q'] },
      })
    given(registered, paying)
      .when(pays())
      .yields({
        type: 'UserRolesAssigned',
        data: { ...data, roleIds: ['F'], removed: ['P'], planRoleIds: [] },
      })
    // A role that the user had before is not the plan's to take.
    given(registered).when(pays('F')).yields()
    given(registered).when(pays()).yields()
  })

  test('leaves after a delay that runs once, unless it is cancelled', () => {
    const dueOn = context.now + 14 * 86_400_000
    const [asked] = given(registered).when({ type: 'RequestDeletion' }).happens() as [UserEvent]
    expect(asked).toEqual({ type: 'UserDeletionRequested', data: { dueOn } })
    given(registered, asked)
      .when({ type: 'RequestDeletion' }, at(context.now + 1))
      .yields()
    given(registered, asked)
      .when({ type: 'RemoveLeaver' }, at(dueOn - 1))
      .yields()
    const removed: UserEvent = { type: 'UserRemoved', data: { roleIds: ['F'] } }
    given(registered, asked).when({ type: 'RemoveLeaver' }, at(dueOn)).yields(removed)
    const cancelled: UserEvent = { type: 'UserDeletionCancelled', data: {} }
    given(registered, asked).when({ type: 'CancelDeletion' }).yields(cancelled)
    given(registered, asked, cancelled).when({ type: 'CancelDeletion' }).yields()
    given(registered, asked, cancelled).when({ type: 'RemoveLeaver' }, at(dueOn)).yields()
    // A worker that was interrupted asks again; a cancellation then comes too late.
    given(registered, asked, removed).when({ type: 'RemoveLeaver' }, at(dueOn)).yields()
    given(registered, asked, removed).when({ type: 'CancelDeletion' }).refuses('NOT_FOUND')
  })

  test('is nobody before it is registered and after it is removed', () => {
    given().when({ type: 'RecordConnection' }).refuses('NOT_FOUND')
    const removed: UserEvent = { type: 'UserRemoved', data: { roleIds: ['F'] } }
    given(registered, removed).when({ type: 'RecordConnection' }).refuses('NOT_FOUND')
    given(registered, removed).when({ type: 'RemoveUser' }).yields()
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

describe('a demo account', () => {
  const reset = (isDemo: boolean) => ({ type: 'ResetDemo', isDemo }) as const

  test('begins anew, with what a visitor changed of it as it was', () => {
    given(registered, {
      type: 'UserProfileChanged',
      data: { changes: { lastName: 'Visite', phone: '+33123456789' } },
    })
      .when(reset(true))
      .yields(
        { type: 'UserProfileChanged', data: { changes: { lastName: '', phone: '' } } },
        { type: 'UserDemoReset', data: { round: 1 } },
      )
  })

  test('counts its resets', () => {
    given(
      registered,
      { type: 'UserProfileChanged', data: { changes: { lastName: '' } } },
      { type: 'UserDemoReset', data: { round: 1 } },
    )
      .when(reset(true))
      .yields({ type: 'UserDemoReset', data: { round: 2 } })
  })

  test('is the only one that is reset, and not while it is disabled', () => {
    given(registered).when(reset(false)).refuses('NOT_A_DEMO_ACCOUNT')
    given(registered, { type: 'UserDisabled', data: { roleIds: ['F'] } })
      .when(reset(true))
      .refuses('USER_DISABLED')
    given(registered, { type: 'UserRemoved', data: { roleIds: ['F'] } })
      .when(reset(true))
      .refuses('NOT_FOUND')
    given().when(reset(true)).refuses('NOT_FOUND')
  })
})
