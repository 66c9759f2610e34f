import { z } from 'zod'
import { BirthTime, DayTime, Phone } from '#domain/kernel/records/fields.ts'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { allPermissions } from '#domain/kernel/permissions.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import {
  AnsweredDay,
  audit,
  Currency,
  Id,
  IdOrNone,
  Instant,
  ListQuery,
  Pages,
  routes,
  sortBy,
  Time,
  Version,
  Written,
} from '#contract/kernel/route.ts'
import * as endpoints from './identity.routes.ts'

const Name = oneLine(100).min(1)
const Mail = z.email().max(254)
/** The password by which the caller confirms a change of the account. */
const CurrentPassword = z.string().min(1).max(1000)
const Language = z.enum(LANGUAGES)
const Permission = z.enum(allPermissions as [string, ...string[]]) // zod's enum takes a tuple
const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
/** The zone's canonical name; any case is accepted. */
export const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone)
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
const byUser = z.object({ userId: Id })
/** Filters a list of users; `free` are the users with free access. */
const USER_STATES = ['active', 'disabled', 'free', 'leaving'] as const
const userAndId = z.object({ userId: Id, id: Id })

const UserParams = z.object({
  preferredLanguage: z.string(),
  isDiscreet: z.boolean(),
  /** 0 for none. */
  activeProfile: z.union([Id, z.literal(0)]),
  timeZone: z.string(),
  currency: z.string(),
})

const identity = {
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mail: z.string(),
  phone: z.string(),
  gender: z.enum(['', 'male', 'female']),
  birthDate: AnsweredDay,
  startDate: AnsweredDay,
  isFree: z.boolean(),
  /** @unit days */
  freePeriod: z.int(),
  /**
   * When free access ends or ended, counted from the registration; 0 without free access or without
   * an end.
   */
  freeUntil: Time,
  lastConnectionDate: Time,
  /** When the account and its data are erased, as its user wants; 0 while it stays. */
  deletionDate: Time,
  pictureName: z.string(),
}

/** A user as the administrator's list shows it. */
export const User = z.object({
  ...audit,
  ...identity,
  active: z.boolean(),
  roleIds: z.array(z.string()),
})
export type User = z.infer<typeof User>
/** The caller's own user. */
export const Me = z.object({
  ...audit,
  ...identity,
  roleIds: z.array(z.string()),
  permissions: z.array(z.string()),
  params: UserParams,
  /** True when the embedded provider keeps the password; false with an outside provider. */
  hasPassword: z.boolean(),
  passwordDueOn: Time.describe(
    'When a password that was generated has to be replaced; 0 for one that the user chose',
  ),
  /** A new address whose owner has not opened the link yet; empty when there is none. */
  mailToConfirm: z.string(),
  /** When a guest's demo ends; 0 for every other user. */
  demoUntil: Time,
  /** Whether it is the demo account, which its user may bring back to its beginning. */
  isDemo: z.boolean(),
})
export type Me = z.infer<typeof Me>

/** A user's roles and permissions at an instant. The names are empty once the user is erased. */
const UserAccess = z.object({
  id: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  active: z.boolean(),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
})
export type UserAccess = z.infer<typeof UserAccess>

export const Role = z.object({
  ...audit,
  name: z.string(),
  permissions: z.array(z.string()),
  /** Permissions that Carnet has added since the role's were chosen, and that the role lacks. */
  newPermissions: z.array(z.string()),
})
export type Role = z.infer<typeof Role>

export const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** @unit seconds */ expiresIn: z.int(),
  userId: z.string(),
})
export type Tokens = z.infer<typeof Tokens>

/** What the list of users is sorted by. */
export const USER_ORDERS = ['name', 'userName', 'mail', 'lastConnectionDate', 'active'] as const

/** A browser that an account is signed in on, or a program that signed in by its password. */
const SignedInOn = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'program']),
  browser: z.string().describe('Browser and system; empty when they are not known'),
  begunAt: Time,
  usedAt: Time.describe('To within the five minutes that an access token lasts'),
  expiresAt: Time,
  isThis: z.boolean().describe('The browser that asks'),
})
export type SignedInOn = z.output<typeof SignedInOn>

export const userSchemas = {
  accessAt: {
    params: byUser,
    query: ListQuery.pick({ limit: true, cursor: true }).extend({
      at: Instant,
      permission: Permission.optional(),
    }),
    reply: z.array(UserAccess),
  },
  all: {
    params: byUser,
    query: ListQuery.extend({
      sort: sortBy(USER_ORDERS).optional(),
      id: Id.optional(),
      role: Id.optional(),
      state: z.enum(USER_STATES).optional(),
    }),
    reply: z.array(User),
  },
  me: {
    params: byUser,
    reply: Me,
  },
  leaving: {
    params: byUser,
    reply: z.object({
      deletionDate: Time.describe('When it is done; 0 while it is not asked for'),
      delayDays: z.int().describe('Days in which it can be cancelled'),
      bills: z.int().describe('Issued bills, which the law keeps with their amounts'),
      quotes: z.int().describe('Accepted quotes, which the law keeps with who agreed'),
      keptUntil: AnsweredDay.describe(
        'First day on which nothing is kept; 0 without issued bills and accepted quotes',
      ),
    }),
  },
  leave: { params: byUser, reply: Written.extend({ deletionDate: Time }) },
  stay: { params: byUser, reply: Written },
  permissions: {
    params: byUser,
    reply: z.object({ permissions: z.array(z.string()), isFree: z.boolean(), freePeriod: z.int() }),
  },
  change: {
    params: byUser,
    body: readBack(
      z.strictObject({
        id: Id.optional(),
        version: Version,
        userName: z.string().max(80).optional(),
        firstName: Name.optional(),
        lastName: oneLine(100).optional(),
        mail: Mail.optional(),
        password: CurrentPassword.optional(),
        phone: Phone.optional(),
        gender: z.enum(['', 'male', 'female']).optional(),
        birthDate: BirthTime.optional(),
        startDate: DayTime.optional(),
      }),
      Me,
    ),
    reply: Written,
  },
  role: {
    params: userAndId,
    reply: z.object({ id: z.string(), roleIds: z.array(z.string()) }),
  },
  assignRole: {
    params: byUser,
    body: z.strictObject({ id: Id, roleIds: z.array(Id).max(50), version: Version }),
    reply: Written,
  },
  freeAccess: {
    params: byUser,
    body: z.strictObject({
      id: Id,
      isFree: z.boolean(),
      freePeriod: z.int().min(0).max(3650),
      version: Version,
    }),
    reply: Written,
  },
  picture: {
    params: byUser,
    reply: z.object({ pictureName: z.string(), pictureContent: z.string() }),
  },
  changePicture: {
    params: byUser,
    body: z.strictObject({
      pictureName: oneLine(200).default(''),
      pictureContent: z.string(),
      version: Version,
    }),
    reply: Written,
  },
  parameters: {
    params: byUser,
    body: z.strictObject({
      preferredLanguage: Language.optional(),
      isDiscreet: z.boolean().optional(),
      activeProfile: IdOrNone.optional(),
      timeZone: TimeZone.optional(),
      currency: Currency.optional(),
      version: Version,
    }),
    reply: Written,
  },
  connected: {
    params: byUser,
    reply: Written,
  },
  changePassword: {
    params: byUser,
    body: z.strictObject({ current: z.string().max(1000), password: z.string().max(1000) }),
    reply: z.object({ id: z.string() }),
  },
  initiateDemo: {
    params: byUser,
    body: z.strictObject({}).default({}),
    reply: Written,
  },
  sessions: { params: byUser, reply: z.array(SignedInOn) },
  endSessions: {
    params: byUser,
    body: z.strictObject({
      id: oneLine(128).min(1).optional(),
      password: z.string().max(1000).optional(),
    }),
    reply: z.object({ ended: z.int() }),
  },
  signOut: {
    params: byUser,
    body: z.strictObject({ id: Id.optional() }),
    reply: Written,
  },
  activate: {
    params: z.object({
      userId: Id,
      id: Id,
      active: z
        .enum(['true', 'false', '1', '0'])
        .transform((text) => text === 'true' || text === '1'),
    }),
    reply: Written,
  },
  remove: {
    params: userAndId,
    reply: Written,
  },
  authenticate: {
    body: z.strictObject({
      userName: z.string().min(1).max(254),
      password: z.string().min(1).max(1000),
    }),
    reply: Tokens,
  },
  register: {
    body: z.strictObject({
      userName: oneLine(80).min(1),
      firstName: Name,
      lastName: oneLine(100),
      mail: Mail,
      password: z.string().min(1).max(1000),
      timeZone: TimeZone.optional(),
      /** What `Accept-Language` names first of the six when absent. */
      preferredLanguage: Language.optional(),
    }),
    reply: Written,
  },
}
export type UserSchemas = typeof userSchemas
export const userRoutes = routes(endpoints.userRoutes, userSchemas)

export const roleSchemas = {
  all: {
    params: byUser,
    query: Pages,
    reply: z.array(Role),
  },
  catalogue: {
    params: byUser,
    reply: z.array(
      z.object({
        group: z.string(),
        permissions: z.array(z.object({ action: z.string(), name: z.string() })),
      }),
    ),
  },
  add: {
    params: byUser,
    body: z.strictObject({
      id: Id.optional(),
      name: Name,
      permissions: z.array(Permission).max(200),
    }),
    reply: Written,
  },
  change: {
    params: byUser,
    body: readBack(
      z.strictObject({
        id: Id,
        name: Name.optional(),
        permissions: z.array(Permission).max(200).optional(),
        version: Version,
      }),
      Role,
    ),
    reply: Written,
  },
  remove: {
    params: userAndId,
    reply: Written,
  },
}
export type RoleSchemas = typeof roleSchemas
export const roleRoutes = routes(endpoints.roleRoutes, roleSchemas)
