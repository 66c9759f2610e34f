import { get, post, put, del } from '#contract/kernel/contract.ts'
import { PICTURE_BODY } from '#contract/identity/identity.values.ts'
import {
  TimeZone,
  User,
  Me,
  UserAccess,
  Role,
  Tokens,
  USER_ORDERS,
  SignedInOn,
  Mail,
  Name,
  ColumnChanges,
  RoleIds,
  UserChange,
} from './identity.schemas.ts'
import { z } from 'zod'
import { FOLLOW_UP_MOST } from '#domain/identity/follow-up.values.ts'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { allPermissions } from '#domain/kernel/permissions.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay, Instant, Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, IdOrNone, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery, Pages, sortBy } from '#contract/kernel/lists.schemas.ts'

const Language = z.enum(LANGUAGES)
const Permission = z.enum(allPermissions as [string, ...string[]]) // zod's enum takes a tuple
const byUser = z.object({ userId: Id })
/** Filters a list of users; `free` are the users with free access. */
const USER_STATES = ['active', 'disabled', 'free', 'leaving'] as const
const userAndId = z.object({ userId: Id, id: Id })

export const userRoutes = {
  all: get('/users/:userId', {
    summary: 'All users',
    access: { permission: 'perm_access_users_menu' },
    csv: 'user',
    params: byUser,
    query: ListQuery.extend({
      sort: sortBy(USER_ORDERS).optional(),
      id: Id.optional(),
      role: Id.optional(),
      state: z.enum(USER_STATES).optional(),
    }),
    reply: z.array(User),
  }),
  accessAt: get('/users/:userId/access', {
    summary:
      'Users as they were at an instant, now unless said, with their roles and permissions of then; with `permission`, those who held ' +
      'it. A page may hold fewer users than its limit, and users who were removed since stand on the last one',
    access: { permission: 'perm_access_users_menu' },
    heavy: true,
    params: byUser,
    query: ListQuery.pick({ limit: true, cursor: true }).extend({
      at: Instant,
      permission: Permission.optional(),
    }),
    reply: z.array(UserAccess),
  }),
  me: get('/users/:userId/me', {
    summary: "The caller's own user, parameters and permissions",
    access: 'signed-in',
    params: byUser,
    reply: Me,
  }),
  leaving: get('/users/:userId/me/deletion', {
    summary:
      'What a deletion of the caller’s account erases, what the law keeps, and when it is done',
    access: 'signed-in',
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
  }),
  leave: del('/users/:userId/me', {
    summary:
      'Asks for the deletion of the caller’s account and data, which is done after a delay; with the password, ' +
      'where it is kept here, else within 15 minutes of a sign-in',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: z.strictObject({ password: z.string().max(1000).optional() }).optional(),
    reply: Written.extend({ deletionDate: Time }),
  }),
  stay: put('/users/:userId/me/keep', {
    summary: 'Cancels the deletion that the caller has asked for',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    reply: Written,
  }),
  permissions: get('/users/:userId/permissions', {
    summary: 'What the caller may do',
    access: 'signed-in',
    params: byUser,
    reply: z.object({ permissions: z.array(z.string()), isFree: z.boolean(), freePeriod: z.int() }),
  }),
  change: put('/users/:userId', {
    summary:
      'Change a user; what is absent stays. The user name cannot change; a mail changes with the password of who ' +
      'changes it',
    access: { permission: 'perm_personal_info_update', manage: 'perm_access_users_manage' },
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: UserChange,
    reply: Written,
  }),
  role: get('/users/:userId/userRole/:id', {
    summary: 'The roles of a user',
    access: { permission: 'perm_access_users_menu' },
    params: userAndId,
    reply: z.object({ id: z.string(), roleIds: z.array(z.string()) }),
  }),
  assignRole: put('/users/:userId/userRole', {
    summary: 'Give a user its roles; the last administrator keeps theirs',
    access: { permission: 'perm_access_users_manage' },
    params: byUser,
    body: z.strictObject({ id: Id, roleIds: RoleIds, version: Version }),
    reply: Written,
  }),
  freeAccess: put('/users/:userId/freeAccess', {
    summary: 'Give or take free access; the period is in days',
    access: { permission: 'perm_access_users_manage' },
    params: byUser,
    body: z.strictObject({
      id: Id,
      isFree: z.boolean(),
      freePeriod: z.int().min(0).max(3650),
      version: Version,
    }),
    reply: Written,
  }),
  picture: get('/users/:userId/profilePicture', {
    summary: 'The profile picture, as a data URL; empty when there is none',
    access: { manage: 'perm_access_users_menu' },
    params: byUser,
    reply: z.object({ pictureName: z.string(), pictureContent: z.string() }),
  }),
  changePicture: put('/users/:userId/profilePicture', {
    heavy: true,
    summary:
      'Change the profile picture: PNG, JPEG or WebP in base64 or a data URL, 2 MB at most; empty removes it',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_BODY,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: z.strictObject({
      pictureName: oneLine(200).default(''),
      pictureContent: z.string(),
      version: Version,
    }),
    reply: Written,
  }),
  parameters: put('/users/:userId/parameters', {
    summary: 'Change the parameters; what is absent stays. activeProfile 0 means none',
    access: 'signed-in',
    withoutPlan: true,
    params: byUser,
    body: z.strictObject({
      preferredLanguage: Language.optional(),
      isDiscreet: z.boolean().optional(),
      activeProfile: IdOrNone.optional(),
      timeZone: TimeZone.optional(),
      currency: Currency.optional(),
      followUpDays: z
        .int()
        .min(0)
        .max(FOLLOW_UP_MOST)
        .optional()
        .describe('Days from an application to its follow-up; 0 sets none'),
      version: Version,
    }),
    reply: Written,
  }),
  columns: put('/users/:userId/columns', {
    summary:
      'Arrange the columns of lists: hidden ones, order, widths in pixels. Lists that are absent stay; null brings back the usual arrangement',
    access: 'signed-in',
    withoutPlan: true,
    params: byUser,
    body: z.strictObject({ lists: ColumnChanges }),
    reply: Written,
  }),
  connected: put('/users/:userId/lastConnectionDate', {
    summary: 'The caller is here; kept once an hour at most',
    access: 'signed-in',
    withoutPlan: true,
    params: byUser,
    reply: Written,
  }),
  changePassword: put('/users/:userId/password', {
    outside: true,
    summary: 'Change the password; every other session of the user ends',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: z.strictObject({ current: z.string().max(1000), password: z.string().max(1000) }),
    reply: z.object({ id: z.string() }),
  }),
  initiateDemo: put('/users/:userId/initiateDemo', {
    summary:
      'Brings a demo account back to its beginning: the sample year that ends today. 409 for any other account',
    access: 'signed-in',
    heavy: true,
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: z.strictObject({}).default({}),
    reply: Written,
  }),
  sessions: get('/users/:userId/sessions', {
    summary: 'Browsers and programs that the caller is signed in on, the last used first',
    access: 'signed-in',
    params: byUser,
    reply: z.array(SignedInOn),
  }),
  endSessions: post('/users/:userId/sessions/end', {
    summary:
      'Ends one of them by `id`, or all but the one that asks; with the password, where it is kept here',
    access: 'signed-in',
    perMinute: 30,
    withoutPlan: true,
    closedToGuests: true,
    params: byUser,
    body: z.strictObject({
      id: oneLine(128).min(1).optional(),
      password: z.string().max(1000).optional(),
    }),
    reply: z.object({ ended: z.int() }),
  }),
  signOut: post('/users/:userId/sign-out', {
    summary: 'Ends every session and token of the caller, this one too; of another user with `id`',
    access: 'signed-in',
    perMinute: 30,
    withoutPlan: true,
    params: byUser,
    body: z.strictObject({ id: Id.optional() }),
    reply: Written,
  }),
  activate: put('/users/:userId/:id/:active', {
    summary: 'Let a user sign in (true) or not (false)',
    access: { permission: 'perm_access_users_manage' },
    params: z.object({
      userId: Id,
      id: Id,
      active: z
        .enum(['true', 'false', '1', '0'])
        .transform((text) => text === 'true' || text === '1'),
    }),
    reply: Written,
  }),
  remove: del('/users/:userId/:id', {
    summary: 'Remove a user and the account',
    access: { permission: 'perm_access_users_manage' },
    params: userAndId,
    reply: Written,
  }),
  authenticate: post('/users/authenticate', {
    outside: true,
    summary:
      'Tokens for a user name (or mail) and password, where the accounts are kept here; else 501 with the sign-in URL',
    access: 'anyone',
    perMinute: 60,
    withoutPlan: true,
    body: z.strictObject({
      userName: z.string().min(1).max(254),
      password: z.string().min(1).max(1000),
    }),
    reply: Tokens,
  }),
  invite: post('/users/:userId/invite', {
    summary:
      'Invites a person, who chooses a password by the link in the mail. The link opens one account, for seven days. ' +
      'Where no mail can be sent, `link` holds it for the caller to hand on; else it is empty',
    access: { permission: 'perm_access_users_manage' },
    perMinute: 20,
    params: byUser,
    body: z.strictObject({
      mail: Mail,
      firstName: Name,
      lastName: oneLine(100).default(''),
      roleIds: z.array(Id).min(1).max(10),
      /** First of the six languages in `Accept-Language` when absent. */
      preferredLanguage: Language.optional(),
    }),
    reply: z.object({ mail: z.string(), until: Time, link: z.string() }),
  }),
  register: post('/users/:userId/register', {
    outside: true,
    summary:
      'Open an account; where mails can be sent, once the link in its mail is opened, and `version` is then 0. ' +
      'A visitor’s user id is 0. The new account has an id of its own',
    access: 'public',
    perMinute: 30,
    withoutPlan: true,
    params: z.object({ userId: z.union([Id, z.literal('0')]) }),
    body: z.strictObject({
      userName: oneLine(80).min(1),
      firstName: Name,
      lastName: oneLine(100),
      mail: Mail,
      password: z.string().min(1).max(1000),
      timeZone: TimeZone.optional(),
      /** First of the six languages in `Accept-Language` when absent. */
      preferredLanguage: Language.optional(),
    }),
    reply: Written,
  }),
}

export const roleRoutes = {
  all: get('/role/:userId/all', {
    summary: 'All roles',
    access: { permission: 'perm_access_roles_menu' },
    csv: 'role',
    params: byUser,
    query: Pages,
    reply: z.array(Role),
  }),
  catalogue: get('/role/:userId/catalogue', {
    summary: 'Every permission, by menu group; perm_admin grants all of them',
    access: { permission: 'perm_access_roles_menu' },
    params: byUser,
    reply: z.array(
      z.object({
        group: z.string(),
        permissions: z.array(z.object({ action: z.string(), name: z.string() })),
      }),
    ),
  }),
  add: post('/role/:userId', {
    summary: 'Add a role',
    access: { permission: 'perm_access_roles_manage' },
    params: byUser,
    body: z.strictObject({
      id: Id.optional(),
      name: Name,
      permissions: z.array(Permission).max(200),
    }),
    reply: Written,
  }),
  change: put('/role/:userId', {
    summary: 'Change a role; what is absent stays',
    access: { permission: 'perm_access_roles_manage' },
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
  }),
  remove: del('/role/:userId/:id', {
    summary: 'Remove a role that nobody holds',
    access: { permission: 'perm_access_roles_manage' },
    params: userAndId,
    reply: Written,
  }),
}
