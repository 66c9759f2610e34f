import { z } from 'zod'
import { BirthTime, DayTime, Phone } from '#domain/kernel/fields.ts'
import { allPermissions } from '#domain/kernel/permissions.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { AnsweredDay, audit, Currency, Id, IdOrNone, ListQuery, route, Time, Version, Written } from './route.ts'

/** Largest profile picture, in bytes. */
export const PICTURE_MAX_BYTES = 2_000_000
const PICTURE_MAX_TEXT = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 100

const Name = oneLine(100).min(1)
const Mail = z.email().max(254)
const Language = z.enum(['fr', 'en', 'ar', 'es', 'de', 'it'])
const Permission = z.enum(allPermissions as [string, ...string[]]) // an enum asks for a tuple
const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
/** By its own name, whatever the case it was written in. */
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone)
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
const byUser = z.object({ userId: Id })
const userAndId = z.object({ userId: Id, id: Id })

const UserParams = z.object({
  preferredLanguage: z.string(),
  isDiscreet: z.boolean(),
  /** 0: none. */
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
  lastConnectionDate: Time,
  pictureName: z.string(),
}

/** A user as the administrator's list shows it. */
export const User = z.object({ ...audit, ...identity, active: z.boolean(), roleIds: z.array(z.string()) })
export type User = z.infer<typeof User>
/** The caller's own user. */
export const Me = z.object({
  ...audit,
  ...identity,
  roleIds: z.array(z.string()),
  permissions: z.array(z.string()),
  params: UserParams,
  /** The password is kept here, and can be changed here; false when an outside provider keeps the accounts. */
  hasPassword: z.boolean(),
})
export type Me = z.infer<typeof Me>

export const Role = z.object({
  ...audit,
  name: z.string(),
  permissions: z.array(z.string()),
  /** What Carnet has gained since the role's permissions were chosen, and the role does not hold. */
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

export const userRoutes = {
  all: route({
    method: 'GET',
    path: '/users/:userId',
    summary: 'All users',
    access: { permission: 'perm_access_users_menu' },
    params: byUser,
    query: ListQuery,
    reply: z.array(User),
    csv: 'user',
  }),
  me: route({
    method: 'GET',
    path: '/users/:userId/me',
    summary: "The caller's own user, parameters and permissions",
    access: 'signed-in',
    params: byUser,
    reply: Me,
  }),
  permissions: route({
    method: 'GET',
    path: '/users/:userId/permissions',
    summary: 'What the caller may do',
    access: 'signed-in',
    params: byUser,
    reply: z.object({ permissions: z.array(z.string()), isFree: z.boolean(), freePeriod: z.int() }),
  }),
  change: route({
    method: 'PUT',
    path: '/users/:userId',
    summary: 'Change a user; what is absent stays. The user name cannot change',
    access: { permission: 'perm_personal_info_update', manage: 'perm_access_users_manage' },
    params: byUser,
    body: z.strictObject({
      id: Id.optional(),
      version: Version,
      userName: z.string().max(80).optional(),
      firstName: Name.optional(),
      lastName: oneLine(100).optional(),
      mail: Mail.optional(),
      phone: Phone.optional(),
      gender: z.enum(['', 'male', 'female']).optional(),
      birthDate: BirthTime.optional(),
      startDate: DayTime.optional(),
    }),
    reply: Written,
  }),
  role: route({
    method: 'GET',
    path: '/users/:userId/userRole/:id',
    summary: 'The roles of a user',
    access: { permission: 'perm_access_users_menu' },
    params: userAndId,
    reply: z.object({ id: z.string(), roleIds: z.array(z.string()) }),
  }),
  assignRole: route({
    method: 'PUT',
    path: '/users/:userId/userRole',
    summary: 'Give a user its roles; the last administrator keeps theirs',
    access: { permission: 'perm_access_users_manage' },
    params: byUser,
    body: z.strictObject({ id: Id, roleIds: z.array(Id).max(50), version: Version }),
    reply: Written,
  }),
  freeAccess: route({
    method: 'PUT',
    path: '/users/:userId/freeAccess',
    summary: 'Give or take free access; the period is in days',
    access: { permission: 'perm_access_users_manage' },
    params: byUser,
    body: z.strictObject({ id: Id, isFree: z.boolean(), freePeriod: z.int().min(0).max(3650), version: Version }),
    reply: Written,
  }),
  picture: route({
    method: 'GET',
    path: '/users/:userId/profilePicture',
    summary: 'The profile picture, as a data URL; empty when there is none',
    access: { permission: 'perm_personal_info_menu', manage: 'perm_access_users_menu' },
    params: byUser,
    reply: z.object({ pictureName: z.string(), pictureContent: z.string() }),
  }),
  changePicture: route({
    method: 'PUT',
    path: '/users/:userId/profilePicture',
    summary: 'Change the profile picture: PNG, JPEG or WebP in base64 or a data URL, 2 MB at most; empty removes it',
    access: { permission: 'perm_personal_info_update' },
    params: byUser,
    body: z.strictObject({
      pictureName: oneLine(200).default(''),
      pictureContent: z.string(),
      version: Version,
    }),
    reply: Written,
    maxBody: PICTURE_MAX_TEXT + 1_000_000,
  }),
  parameters: route({
    method: 'PUT',
    path: '/users/:userId/parameters',
    summary: 'Change the parameters; what is absent stays. activeProfile 0 means none',
    access: 'signed-in',
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
  }),
  connected: route({
    method: 'PUT',
    path: '/users/:userId/lastConnectionDate',
    summary: 'The caller is here; kept once an hour at most',
    access: 'signed-in',
    params: byUser,
    reply: Written,
  }),
  changePassword: route({
    method: 'PUT',
    path: '/users/:userId/password',
    summary: 'Change the password; every other session of the user ends',
    access: 'signed-in',
    params: byUser,
    body: z.strictObject({ current: z.string().max(1000), password: z.string().max(1000) }),
    reply: z.object({ id: z.string() }),
    perMinute: 10,
  }),
  activate: route({
    method: 'PUT',
    path: '/users/:userId/:id/:active',
    summary: 'Let a user sign in (true) or not (false)',
    access: { permission: 'perm_access_users_manage' },
    params: z.object({
      userId: Id,
      id: Id,
      active: z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
    }),
    reply: Written,
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/:userId/:id',
    summary: 'Remove a user and the account',
    access: { permission: 'perm_access_users_manage' },
    params: userAndId,
    reply: Written,
  }),
  authenticate: route({
    method: 'POST',
    path: '/users/authenticate',
    summary:
      'Tokens for a user name (or mail) and password, where the accounts are kept here; else 501 with the sign-in URL',
    access: 'public',
    body: z.strictObject({ userName: z.string().min(1).max(254), password: z.string().min(1).max(1000) }),
    reply: Tokens,
    perMinute: 60,
  }),
  register: route({
    method: 'POST',
    path: '/users/0/register',
    summary: 'Open an account',
    access: 'public',
    body: z.strictObject({
      userName: oneLine(80).min(1),
      firstName: Name,
      lastName: oneLine(100),
      mail: Mail,
      password: z.string().min(1).max(1000),
    }),
    reply: Written,
    perMinute: 30,
  }),
} as const

export const roleRoutes = {
  all: route({
    method: 'GET',
    path: '/role/:userId/all',
    summary: 'All roles',
    access: { permission: 'perm_access_roles_menu' },
    params: byUser,
    reply: z.array(Role),
  }),
  catalogue: route({
    method: 'GET',
    path: '/role/:userId/catalogue',
    summary: 'Every permission, by menu group; perm_admin grants all of them',
    access: { permission: 'perm_access_roles_menu' },
    params: byUser,
    reply: z.array(
      z.object({ group: z.string(), permissions: z.array(z.object({ action: z.string(), name: z.string() })) }),
    ),
  }),
  add: route({
    method: 'POST',
    path: '/role/:userId',
    summary: 'Add a role',
    access: { permission: 'perm_access_roles_manage' },
    params: byUser,
    body: z.strictObject({ id: Id.optional(), name: Name, permissions: z.array(Permission).max(200) }),
    reply: Written,
  }),
  change: route({
    method: 'PUT',
    path: '/role/:userId',
    summary: 'Change a role; what is absent stays',
    access: { permission: 'perm_access_roles_manage' },
    params: byUser,
    body: z.strictObject({
      id: Id,
      name: Name.optional(),
      permissions: z.array(Permission).max(200).optional(),
      version: Version,
    }),
    reply: Written,
  }),
  remove: route({
    method: 'DELETE',
    path: '/role/:userId/:id',
    summary: 'Remove a role that nobody holds',
    access: { permission: 'perm_access_roles_manage' },
    params: userAndId,
    reply: Written,
  }),
} as const

export const sessionRoutes = {
  token: route({
    method: 'POST',
    path: '/session/token',
    summary:
      'An access token with at least 5 seconds of validity, for the session cookie; null when there is no session',
    access: 'public',
    reply: z
      .object({ accessToken: z.string(), /** @unit seconds */ expiresIn: z.int(), userId: z.string() })
      .nullable(),
    perMinute: 240,
  }),
  signOut: route({
    method: 'POST',
    path: '/session/sign-out',
    summary: "Ends the session; the answer says where the provider's own session ends",
    access: 'public',
    reply: z.object({ endSessionUrl: z.string() }),
    perMinute: 60,
  }),
} as const
