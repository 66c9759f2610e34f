import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { assertBorn } from '#domain/kernel/birth.ts'
import { differing, same } from '#domain/kernel/records/changes.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { type Day, DAY_MS, epochOrZero, HOUR_MS } from '#domain/kernel/time.ts'
import { type ArrangedColumns, type ColumnChanges, rearranged } from './columns.ts'
import { FOLLOW_UP_DAYS } from './follow-up.values.ts'

type Gender = '' | 'male' | 'female'
export type UserProfile = {
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly phone: string
  readonly gender: Gender
  /** null when not said. */
  readonly birthDate: Day | null
  readonly startDate: Day | null
}

export type UserParameters = {
  readonly preferredLanguage: string
  readonly isDiscreet: boolean
  /** Professional profile the user works in; null for none. */
  readonly activeProfile: string | null
  /** IANA name. */
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  /**
   * Days from an application to its follow-up; 0 sets none. Absent in older facts, which count as
   * the usual days.
   */
  readonly followUpDays?: number
}

/** The bytes are in the documents, under their SHA-256. */
export type Picture = { readonly name: string; readonly sha256: string; readonly mediaType: string }
/** @unit freePeriod in days */
type FreeAccess = { readonly isFree: boolean; readonly freePeriod: number }

type RegisterUser = {
  readonly type: 'RegisterUser'
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly roleIds: readonly string[]
  /** Roles that an identity provider gave. */
  readonly providerRoleIds?: readonly string[]
  readonly preferredLanguage?: string
  readonly timeZone?: string
  /**
   * An account that is ready for a guest, who tries the product without an account of their own.
   */
  readonly isGuest?: true
}
export type AccessEnded = 'password-changed' | 'signed-out-everywhere' | 'token-reused'
export type UserCommand =
  | RegisterUser
  | { readonly type: 'ChangeProfile'; readonly changes: Partial<UserProfile> }
  | { readonly type: 'ChangeParameters'; readonly changes: Partial<UserParameters> }
  | { readonly type: 'ArrangeColumns'; readonly lists: ColumnChanges }
  | { readonly type: 'ChangePicture'; readonly picture: Picture | null }
  | { readonly type: 'AssignRoles'; readonly roleIds: readonly string[] }
  /**
   * Present claims of an identity provider. Earlier roles of the provider that are missing now are
   * taken away; roles given in Carnet stay. `otherwise`: roles for a user who would be left without
   * any.
   */
  | {
      readonly type: 'AssignProviderRoles'
      readonly roleIds: readonly string[]
      readonly otherwise: readonly string[]
    }
  /** Roles of the user's paid plan. Roles of an earlier plan are taken away; others stay. */
  | { readonly type: 'AssignPlanRoles'; readonly roleIds: readonly string[] }
  | ({ readonly type: 'SetFreeAccess' } & FreeAccess)
  | { readonly type: 'SetActive'; readonly active: boolean }
  | { readonly type: 'RecordConnection' }
  /** Ends every session that the user has now. */
  | { readonly type: 'EndAccess'; readonly because: AccessEnded }
  /**
   * Brings a demo account back to its beginning. `isDemo`: whether the first start made it as one.
   */
  | { readonly type: 'ResetDemo'; readonly isDemo: boolean }
  /** A guest's demo begins, in the guest's language. An account is taken once. */
  | { readonly type: 'BeginDemo'; readonly preferredLanguage: string }
  /** The guest leaves: the account and its data are erased now. */
  | { readonly type: 'EndDemo' }
  | { readonly type: 'RemoveUser' }
  /** The user wants the account and all its data erased, after the delay. */
  | { readonly type: 'RequestDeletion' }
  | { readonly type: 'CancelDeletion' }
  /** Removes a user whose deletion is due; nothing happens to one who has cancelled it. */
  | { readonly type: 'RemoveLeaver' }

export type UserEvent =
  | {
      readonly type: 'UserRegistered'
      readonly data: {
        readonly userName: string
        readonly profile: UserProfile
        readonly parameters: UserParameters
        readonly roleIds: readonly string[]
        readonly providerRoleIds?: readonly string[]
        readonly isGuest?: true
      } & FreeAccess
    }
  | {
      readonly type: 'UserProfileChanged'
      readonly data: { readonly changes: Partial<UserProfile> }
    }
  | {
      readonly type: 'UserParametersChanged'
      readonly data: { readonly changes: Partial<UserParameters> }
    }
  | { readonly type: 'UserColumnsArranged'; readonly data: { readonly lists: ColumnChanges } }
  | { readonly type: 'UserPictureChanged'; readonly data: { readonly picture: Picture | null } }
  /**
   * `added` and `removed` let a projection count a role's holders. `providerRoleIds`: the roles
   * that an identity provider has given.
   */
  | {
      readonly type: 'UserRolesAssigned'
      readonly data: {
        readonly roleIds: readonly string[]
        readonly added: readonly string[]
        readonly removed: readonly string[]
        readonly active: boolean
        readonly providerRoleIds?: readonly string[]
        /** The roles that a paid plan has given. */
        readonly planRoleIds?: readonly string[]
      }
    }
  | { readonly type: 'UserFreeAccessChanged'; readonly data: FreeAccess }
  | { readonly type: 'UserEnabled'; readonly data: { readonly roleIds: readonly string[] } }
  | { readonly type: 'UserDisabled'; readonly data: { readonly roleIds: readonly string[] } }
  | { readonly type: 'UserConnected'; readonly data: { readonly at: number } }
  | { readonly type: 'UserPasswordChanged'; readonly data: Record<never, never> }
  | { readonly type: 'UserSignedOutEverywhere'; readonly data: Record<never, never> }
  /** A refresh token came a second time: it had been copied. */
  | { readonly type: 'UserTokenReused'; readonly data: Record<never, never> }
  /** `round` counts the resets, from 1. */
  | { readonly type: 'UserDemoReset'; readonly data: { readonly round: number } }
  /** @unit dueOn in epoch milliseconds */
  | { readonly type: 'UserDeletionRequested'; readonly data: { readonly dueOn: number } }
  | { readonly type: 'UserDeletionCancelled'; readonly data: Record<never, never> }
  | { readonly type: 'UserRemoved'; readonly data: { readonly roleIds: readonly string[] } }

export const userEvents = eventGroups<UserEvent>()({
  lifecycle: ['UserRegistered', 'UserRemoved'],
  details: [
    'UserProfileChanged',
    'UserParametersChanged',
    'UserColumnsArranged',
    'UserPictureChanged',
  ],
  roles: ['UserRolesAssigned', 'UserEnabled', 'UserDisabled'],
  plan: ['UserFreeAccessChanged'],
  sessions: ['UserConnected', 'UserPasswordChanged', 'UserSignedOutEverywhere', 'UserTokenReused'],
  demo: ['UserDemoReset'],
  deletion: ['UserDeletionRequested', 'UserDeletionCancelled'],
})

/** Events after which nothing that was signed in before is signed in any more. */
export const ENDS_ACCESS: readonly string[] = [
  'UserDisabled',
  'UserPasswordChanged',
  'UserSignedOutEverywhere',
  'UserTokenReused',
  'UserRemoved',
] satisfies readonly UserEvent['type'][]

const NO_PROFILE: UserProfile = {
  firstName: '',
  lastName: '',
  mail: '',
  phone: '',
  gender: '',
  birthDate: null,
  startDate: null,
}

export const userPersonal = personal<UserEvent>(ofOwner, {
  UserRegistered: { userName: '', profile: NO_PROFILE },
  UserProfileChanged: { changes: {} },
  UserColumnsArranged: { lists: {} },
  UserPictureChanged: { picture: null },
})

export type LiveUser = {
  readonly status: 'active' | 'disabled'
  readonly userName: string
  readonly profile: UserProfile
  readonly parameters: UserParameters
  readonly columns: ArrangedColumns
  readonly roleIds: readonly string[]
  /** Roles that an identity provider has given, and may take away. */
  readonly providerRoleIds: readonly string[]
  /** Roles that a paid plan has given, and takes away when it ends. */
  readonly planRoleIds: readonly string[]
  readonly picture: Picture | null
  /** @unit epoch milliseconds; 0 before the first */
  readonly lastConnectionAt: number
  /** Resets of the account; 0 unless it is a demo account. */
  readonly demoRound: number
  /**
   * When the account and its data are erased, as the user wants; 0 while it stays. @unit epoch
   * milliseconds
   */
  readonly deletionAt: number
  /** Whether it is a guest's demo, which ends by the deletion of its account. */
  readonly isGuest: boolean
} & FreeAccess
export type UserState = { readonly status: 'none' } | LiveUser | { readonly status: 'removed' }

export const userRefusal = catalogue({
  USER_DISABLED: 'forbidden',
  USER_NAME_FIXED: 'invalid',
  OWN_ACCOUNT: 'conflict',
  NOT_A_DEMO_ACCOUNT: 'conflict',
  DEMO_TAKEN: 'conflict',
  DEMO_CLOSED: 'forbidden',
  DEMO_FULL: 'too-many',
})

const ENDED = {
  'password-changed': 'UserPasswordChanged',
  'signed-out-everywhere': 'UserSignedOutEverywhere',
  'token-reused': 'UserTokenReused',
} as const satisfies Readonly<Record<AccessEnded, UserEvent['type']>>

/** One recorded connection an hour is enough to know when a user was last active. */
const CONNECTION_EVERY_MS = HOUR_MS
/** @source specification, section 9: 30-day free trial */
export const TRIAL_DAYS = 30
/**
 * Period in which a user may cancel the deletion of the account. GDPR, article 12(3), leaves one
 * month to do it.
 */
export const DELETION_DAYS = 14

/** Lifetime of a guest's demo. @unit milliseconds */
export const DEMO_MS = 2 * HOUR_MS
/** Time that a spare account waits for a guest: its sample year ends on the day of its making. */
const READY_DAYS = 7

const defaultParameters: UserParameters = {
  preferredLanguage: 'fr',
  isDiscreet: false,
  activeProfile: null,
  timeZone: 'Europe/Paris',
  currency: 'EUR',
}

type Named<T extends UserCommand['type']> = Extract<UserCommand, { readonly type: T }>

function assignment(state: LiveUser, wanted: readonly string[]) {
  const roleIds = [...new Set(wanted)].sort()
  return {
    roleIds,
    added: roleIds.filter((id) => !state.roleIds.includes(id)),
    removed: state.roleIds.filter((id) => !roleIds.includes(id)),
    active: state.status === 'active',
  }
}

/** A visitor's changes of a demo account are undone; then its data begins with nothing. */
function resetEvents({ profile, parameters, picture, demoRound }: LiveUser): readonly UserEvent[] {
  const { firstName, mail, startDate } = profile
  const changes = differing(profile, { ...NO_PROFILE, firstName, mail, startDate })
  const changed = differing(parameters, { ...defaultParameters, timeZone: parameters.timeZone })
  return [
    ...(Object.keys(changes).length === 0
      ? []
      : [{ type: 'UserProfileChanged', data: { changes } } as const]),
    ...(Object.keys(changed).length === 0
      ? []
      : [{ type: 'UserParametersChanged', data: { changes: changed } } as const]),
    ...(picture === null ? [] : [{ type: 'UserPictureChanged', data: { picture: null } } as const]),
    { type: 'UserDemoReset', data: { round: demoRound + 1 } },
  ]
}

function register(
  command: RegisterUser,
  state: UserState,
  today: Day,
  now: number,
): readonly UserEvent[] {
  // Registering again happens after a crash, or when two first sign-ins run at once.
  if (state.status === 'active' || state.status === 'disabled') return []
  if (state.status === 'removed') throw refusal('NOT_FOUND')
  const {
    userName,
    firstName,
    lastName,
    mail,
    roleIds,
    providerRoleIds = [],
    preferredLanguage,
    timeZone,
    isGuest,
  } = command
  return [
    {
      type: 'UserRegistered',
      data: {
        userName,
        profile: {
          firstName,
          lastName,
          mail,
          phone: '',
          gender: '',
          birthDate: null,
          startDate: today,
        },
        parameters: {
          ...defaultParameters,
          ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
          ...(timeZone === undefined ? {} : { timeZone }),
        },
        roleIds,
        ...(providerRoleIds.length === 0 ? {} : { providerRoleIds }),
        ...(isGuest && { isGuest }),
        isFree: true,
        freePeriod: TRIAL_DAYS,
      },
    },
    ...(isGuest
      ? [{ type: 'UserDeletionRequested', data: { dueOn: now + READY_DAYS * DAY_MS } } as const]
      : []),
  ]
}

function changeProfile(
  command: Named<'ChangeProfile'>,
  state: LiveUser,
  today: Day,
): readonly UserEvent[] {
  assertBorn(command.changes.birthDate, today)
  const changes = differing(state.profile, command.changes)
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'UserProfileChanged', data: { changes } }]
}

function changeParameters(
  command: Named<'ChangeParameters'>,
  state: LiveUser,
): readonly UserEvent[] {
  const changes = differing(state.parameters, command.changes)
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'UserParametersChanged', data: { changes } }]
}

function arrangeColumns(command: Named<'ArrangeColumns'>, state: LiveUser): readonly UserEvent[] {
  const changes = Object.entries(command.lists).filter(
    ([list, one]) => !same(state.columns[list] ?? null, one),
  )
  return changes.length === 0
    ? []
    : [{ type: 'UserColumnsArranged', data: { lists: Object.fromEntries(changes) } }]
}

function changePicture(command: Named<'ChangePicture'>, state: LiveUser): readonly UserEvent[] {
  const { picture } = command
  const same =
    picture === null
      ? state.picture === null
      : picture.sha256 === state.picture?.sha256 && picture.name === state.picture.name
  return same ? [] : [{ type: 'UserPictureChanged', data: { picture } }]
}

function assignRoles(command: Named<'AssignRoles'>, state: LiveUser): readonly UserEvent[] {
  const assigned = assignment(state, command.roleIds)
  return assigned.added.length + assigned.removed.length === 0
    ? []
    : [{ type: 'UserRolesAssigned', data: assigned }]
}

function assignProviderRoles(
  command: Named<'AssignProviderRoles'>,
  state: LiveUser,
): readonly UserEvent[] {
  const own = state.roleIds.filter((id) => !state.providerRoleIds.includes(id))
  const providerRoleIds = command.roleIds.filter((id) => !own.includes(id))
  const all = [...own, ...providerRoleIds]
  const isLast = all.length === 0 && state.providerRoleIds.length > 0
  const assigned = assignment(state, isLast ? command.otherwise : all)
  return assigned.added.length + assigned.removed.length === 0
    ? []
    : [{ type: 'UserRolesAssigned', data: { ...assigned, providerRoleIds } }]
}

function assignPlanRoles(command: Named<'AssignPlanRoles'>, state: LiveUser): readonly UserEvent[] {
  const own = state.roleIds.filter((id) => !state.planRoleIds.includes(id))
  const planRoleIds = command.roleIds.filter((id) => !own.includes(id))
  const assigned = assignment(state, [...own, ...planRoleIds])
  return assigned.added.length + assigned.removed.length === 0
    ? []
    : [{ type: 'UserRolesAssigned', data: { ...assigned, planRoleIds } }]
}

function resetDemo(command: Named<'ResetDemo'>, state: LiveUser): readonly UserEvent[] {
  if (!command.isDemo) throw userRefusal('NOT_A_DEMO_ACCOUNT')
  if (state.status !== 'active') throw userRefusal('USER_DISABLED')
  return resetEvents(state)
}

function beginDemo(
  command: Named<'BeginDemo'>,
  state: LiveUser,
  now: number,
): readonly UserEvent[] {
  if (!state.isGuest) throw userRefusal('NOT_A_DEMO_ACCOUNT')
  if (state.lastConnectionAt !== 0) throw userRefusal('DEMO_TAKEN')
  const changes = differing(state.parameters, {
    preferredLanguage: command.preferredLanguage,
  })
  return [
    ...(Object.keys(changes).length === 0
      ? []
      : [{ type: 'UserParametersChanged', data: { changes } } as const]),
    { type: 'UserConnected', data: { at: now } },
    { type: 'UserDeletionRequested', data: { dueOn: now + DEMO_MS } },
  ]
}

function setFreeAccess(command: Named<'SetFreeAccess'>, state: LiveUser): readonly UserEvent[] {
  const { isFree, freePeriod } = command
  return isFree === state.isFree && freePeriod === state.freePeriod
    ? []
    : [{ type: 'UserFreeAccessChanged', data: { isFree, freePeriod } }]
}

function setActive(command: Named<'SetActive'>, state: LiveUser): readonly UserEvent[] {
  if (command.active === (state.status === 'active')) return []
  return [
    {
      type: command.active ? 'UserEnabled' : 'UserDisabled',
      data: { roleIds: state.roleIds },
    },
  ]
}

function endDemo(state: LiveUser, now: number): readonly UserEvent[] {
  if (!state.isGuest) throw userRefusal('NOT_A_DEMO_ACCOUNT')
  return state.deletionAt <= now ? [] : [{ type: 'UserDeletionRequested', data: { dueOn: now } }]
}

function cancelDeletion(state: LiveUser): readonly UserEvent[] {
  if (state.isGuest) throw userRefusal('DEMO_CLOSED')
  return state.deletionAt === 0 ? [] : [{ type: 'UserDeletionCancelled', data: {} }]
}

function decideLive(
  command: Exclude<UserCommand, RegisterUser>,
  state: LiveUser,
  today: Day,
  now: number,
): readonly UserEvent[] {
  switch (command.type) {
    case 'ChangeProfile':
      return changeProfile(command, state, today)
    case 'ChangeParameters':
      return changeParameters(command, state)
    case 'ArrangeColumns':
      return arrangeColumns(command, state)
    case 'ChangePicture':
      return changePicture(command, state)
    case 'AssignRoles':
      return assignRoles(command, state)
    case 'AssignProviderRoles':
      return assignProviderRoles(command, state)
    case 'AssignPlanRoles':
      return assignPlanRoles(command, state)
    case 'SetFreeAccess':
      return setFreeAccess(command, state)
    case 'SetActive':
      return setActive(command, state)
    case 'RecordConnection':
      return now - state.lastConnectionAt < CONNECTION_EVERY_MS
        ? []
        : [{ type: 'UserConnected', data: { at: now } }]
    case 'EndAccess':
      return [{ type: ENDED[command.because], data: {} }]
    case 'ResetDemo':
      return resetDemo(command, state)
    case 'BeginDemo':
      return beginDemo(command, state, now)
    case 'EndDemo':
      return endDemo(state, now)
    case 'RequestDeletion':
      // A second request does not prolong the delay.
      if (state.deletionAt !== 0) return []
      return [{ type: 'UserDeletionRequested', data: { dueOn: now + DELETION_DAYS * DAY_MS } }]
    case 'CancelDeletion':
      return cancelDeletion(state)
    case 'RemoveLeaver':
      return state.deletionAt === 0 || now < state.deletionAt
        ? []
        : [{ type: 'UserRemoved', data: { roleIds: state.roleIds } }]
    case 'RemoveUser':
      return [{ type: 'UserRemoved', data: { roleIds: state.roleIds } }]
    default:
      return unreachable(command)
  }
}

/**
 * A user who may sign in. User names and passwords are kept outside the log, by the identity
 * provider.
 */
export const userDecider: Decider<UserCommand, UserEvent, UserState> = {
  category: 'user',
  initial: { status: 'none' },
  decide(command, state, { now, today }) {
    if (command.type === 'RegisterUser') return register(command, state, today, now)
    const removes = command.type === 'RemoveUser' || command.type === 'RemoveLeaver'
    if (state.status === 'removed' && removes) return []
    if (state.status === 'none' || state.status === 'removed') throw refusal('NOT_FOUND')
    return decideLive(command, state, today, now)
  },
  evolve(state, event) {
    if (event.type === 'UserRegistered')
      return {
        status: 'active',
        isGuest: false,
        providerRoleIds: [],
        planRoleIds: [],
        ...event.data,
        columns: {},
        picture: null,
        lastConnectionAt: 0,
        demoRound: 0,
        deletionAt: 0,
      }
    if (state.status === 'none' || state.status === 'removed') return state
    switch (event.type) {
      case 'UserProfileChanged':
        return { ...state, profile: { ...state.profile, ...event.data.changes } }
      case 'UserParametersChanged':
        return { ...state, parameters: { ...state.parameters, ...event.data.changes } }
      case 'UserColumnsArranged':
        return { ...state, columns: rearranged(state.columns, event.data.lists) }
      case 'UserPictureChanged':
        return { ...state, picture: event.data.picture }
      case 'UserRolesAssigned': {
        const {
          roleIds,
          providerRoleIds = state.providerRoleIds,
          planRoleIds = state.planRoleIds,
        } = event.data
        const among = (ids: readonly string[]) => ids.filter((id) => roleIds.includes(id))
        return {
          ...state,
          roleIds,
          providerRoleIds: among(providerRoleIds),
          planRoleIds: among(planRoleIds),
        }
      }
      case 'UserFreeAccessChanged':
        return { ...state, ...event.data }
      case 'UserEnabled':
        return { ...state, status: 'active' }
      case 'UserDisabled':
        return { ...state, status: 'disabled' }
      case 'UserConnected':
        return { ...state, lastConnectionAt: event.data.at }
      case 'UserDeletionRequested':
        return { ...state, deletionAt: event.data.dueOn }
      case 'UserDeletionCancelled':
        return { ...state, deletionAt: 0 }
      case 'UserPasswordChanged':
      case 'UserSignedOutEverywhere':
      case 'UserTokenReused':
        return state
      case 'UserDemoReset':
        return { ...state, demoRound: event.data.round }
      case 'UserRemoved':
        return { status: 'removed' }
      default:
        return unreachable(event)
    }
  },
}

/** A user in the wire's words, without id and stamp. */
export const userView = (
  user: Pick<
    LiveUser,
    | 'userName'
    | 'profile'
    | 'parameters'
    | 'roleIds'
    | 'picture'
    | 'isFree'
    | 'freePeriod'
    | 'lastConnectionAt'
    | 'deletionAt'
  > & { readonly active: boolean },
) => ({
  userName: user.userName,
  firstName: user.profile.firstName,
  lastName: user.profile.lastName,
  mail: user.profile.mail,
  phone: user.profile.phone,
  gender: user.profile.gender,
  birthDate: epochOrZero(user.profile.birthDate ?? ''),
  startDate: epochOrZero(user.profile.startDate ?? ''),
  isFree: user.isFree,
  freePeriod: user.freePeriod,
  lastConnectionDate: user.lastConnectionAt,
  deletionDate: user.deletionAt,
  pictureName: user.picture?.name ?? '',
  active: user.active,
  roleIds: user.roleIds,
  params: {
    preferredLanguage: user.parameters.preferredLanguage,
    isDiscreet: user.parameters.isDiscreet,
    activeProfile: user.parameters.activeProfile ?? (0 as const),
    timeZone: user.parameters.timeZone,
    currency: user.parameters.currency,
    followUpDays: user.parameters.followUpDays ?? FOLLOW_UP_DAYS,
  },
})

export const userEntity: Entity<UserCommand, UserEvent, UserState> = {
  name: 'user',
  decider: userDecider,
  permission: 'personal_info',
  currency: 'params.currency',
  refers: { roleIds: 'role', 'params.activeProfile': 'professionalInfo' },
  shows: {
    mail: 'email',
    phone: 'phone',
    gender: 'choice',
    birthDate: 'day',
    startDate: 'day',
    isFree: 'boolean',
    freePeriod: 'integer',
    lastConnectionDate: 'instant',
    deletionDate: 'instant',
    active: 'boolean',
    roleIds: 'references',
    'params.preferredLanguage': 'choice',
    'params.isDiscreet': 'boolean',
    'params.activeProfile': 'reference',
    'params.currency': 'currency',
    'params.followUpDays': 'integer',
  },
  internal: ['UserConnected', 'UserColumnsArranged'],
  edits: ['UserProfileChanged', 'UserParametersChanged', 'UserPictureChanged'],
  view: (state) =>
    state.status === 'active' || state.status === 'disabled'
      ? userView({ ...state, active: state.status === 'active' })
      : null,
  title: (view) =>
    `${firstText(view, 'firstName')} ${firstText(view, 'lastName')}`.trim() ||
    firstText(view, 'userName'),
}
