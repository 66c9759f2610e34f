import type { UserSchemas, RoleSchemas } from './identity.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

/** Largest profile picture, in bytes. */
export const PICTURE_MAX_BYTES = 2_000_000
/** The same in base64, with the head of a data URL. @unit characters */
export const PICTURE_MAX_TEXT = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 100

export const userRoutes = endpoints<UserSchemas>({
  all: {
    method: 'GET',
    path: '/users/:userId',
    summary: 'All users',
    access: { permission: 'perm_access_users_menu' },
    csv: 'user',
  },
  accessAt: {
    method: 'GET',
    path: '/users/:userId/access',
    summary:
      'Users as they were at an instant, now unless said, with their roles and permissions of then; with `permission`, those who held ' +
      'it. A page may hold fewer users than its limit, and users who were removed since stand on the last one',
    access: { permission: 'perm_access_users_menu' },
    heavy: true,
  },
  me: {
    method: 'GET',
    path: '/users/:userId/me',
    summary: "The caller's own user, parameters and permissions",
    access: 'signed-in',
  },
  leaving: {
    method: 'GET',
    path: '/users/:userId/me/deletion',
    summary:
      'What a deletion of the caller’s account erases, what the law keeps, and when it is done',
    access: 'signed-in',
  },
  leave: {
    method: 'DELETE',
    path: '/users/:userId/me',
    summary: 'Asks for the deletion of the caller’s account and data, which is done after a delay',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
  },
  stay: {
    method: 'PUT',
    path: '/users/:userId/me/keep',
    summary: 'Cancels the deletion that the caller has asked for',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
  },
  permissions: {
    method: 'GET',
    path: '/users/:userId/permissions',
    summary: 'What the caller may do',
    access: 'signed-in',
  },
  change: {
    method: 'PUT',
    path: '/users/:userId',
    summary:
      'Change a user; what is absent stays. The user name cannot change; a mail changes with the password of who ' +
      'changes it',
    access: { permission: 'perm_personal_info_update', manage: 'perm_access_users_manage' },
    withoutPlan: true,
    closedToGuests: true,
  },
  role: {
    method: 'GET',
    path: '/users/:userId/userRole/:id',
    summary: 'The roles of a user',
    access: { permission: 'perm_access_users_menu' },
  },
  assignRole: {
    method: 'PUT',
    path: '/users/:userId/userRole',
    summary: 'Give a user its roles; the last administrator keeps theirs',
    access: { permission: 'perm_access_users_manage' },
  },
  freeAccess: {
    method: 'PUT',
    path: '/users/:userId/freeAccess',
    summary: 'Give or take free access; the period is in days',
    access: { permission: 'perm_access_users_manage' },
  },
  picture: {
    method: 'GET',
    path: '/users/:userId/profilePicture',
    summary: 'The profile picture, as a data URL; empty when there is none',
    access: { permission: 'perm_personal_info_menu', manage: 'perm_access_users_menu' },
  },
  changePicture: {
    method: 'PUT',
    path: '/users/:userId/profilePicture',
    heavy: true,
    summary:
      'Change the profile picture: PNG, JPEG or WebP in base64 or a data URL, 2 MB at most; empty removes it',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_MAX_TEXT + 1_000_000,
    withoutPlan: true,
    closedToGuests: true,
  },
  parameters: {
    method: 'PUT',
    path: '/users/:userId/parameters',
    summary: 'Change the parameters; what is absent stays. activeProfile 0 means none',
    access: 'signed-in',
    withoutPlan: true,
  },
  connected: {
    method: 'PUT',
    path: '/users/:userId/lastConnectionDate',
    summary: 'The caller is here; kept once an hour at most',
    access: 'signed-in',
    withoutPlan: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/users/:userId/password',
    outside: true,
    summary: 'Change the password; every other session of the user ends',
    access: 'signed-in',
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
  },
  initiateDemo: {
    method: 'PUT',
    path: '/users/:userId/initiateDemo',
    summary:
      'Brings a demo account back to its beginning: the sample year that ends today. 409 for any other account',
    access: 'signed-in',
    heavy: true,
    perMinute: 10,
    withoutPlan: true,
    closedToGuests: true,
  },
  sessions: {
    method: 'GET',
    path: '/users/:userId/sessions',
    summary: 'Browsers and programs that the caller is signed in on, the last used first',
    access: 'signed-in',
  },
  endSessions: {
    method: 'POST',
    path: '/users/:userId/sessions/end',
    summary:
      'Ends one of them by `id`, or all but the one that asks; with the password, where it is kept here',
    access: 'signed-in',
    perMinute: 30,
    withoutPlan: true,
    closedToGuests: true,
  },
  signOut: {
    method: 'POST',
    path: '/users/:userId/sign-out',
    summary: 'Ends every session and token of the caller, this one too; of another user with `id`',
    access: 'signed-in',
    perMinute: 30,
    withoutPlan: true,
  },
  activate: {
    method: 'PUT',
    path: '/users/:userId/:id/:active',
    summary: 'Let a user sign in (true) or not (false)',
    access: { permission: 'perm_access_users_manage' },
  },
  remove: {
    method: 'DELETE',
    path: '/users/:userId/:id',
    summary: 'Remove a user and the account',
    access: { permission: 'perm_access_users_manage' },
  },
  authenticate: {
    method: 'POST',
    path: '/users/authenticate',
    outside: true,
    summary:
      'Tokens for a user name (or mail) and password, where the accounts are kept here; else 501 with the sign-in URL',
    access: 'anyone',
    perMinute: 60,
    withoutPlan: true,
  },
  register: {
    method: 'POST',
    path: '/users/0/register',
    outside: true,
    summary:
      'Open an account; where mails can be sent, once the link in its mail is opened, and `version` is then 0',
    access: 'public',
    perMinute: 30,
    withoutPlan: true,
  },
})

export const roleRoutes = endpoints<RoleSchemas>({
  all: {
    method: 'GET',
    path: '/role/:userId/all',
    summary: 'All roles',
    access: { permission: 'perm_access_roles_menu' },
    csv: 'role',
  },
  catalogue: {
    method: 'GET',
    path: '/role/:userId/catalogue',
    summary: 'Every permission, by menu group; perm_admin grants all of them',
    access: { permission: 'perm_access_roles_menu' },
  },
  add: {
    method: 'POST',
    path: '/role/:userId',
    summary: 'Add a role',
    access: { permission: 'perm_access_roles_manage' },
  },
  change: {
    method: 'PUT',
    path: '/role/:userId',
    summary: 'Change a role; what is absent stays',
    access: { permission: 'perm_access_roles_manage' },
  },
  remove: {
    method: 'DELETE',
    path: '/role/:userId/:id',
    summary: 'Remove a role that nobody holds',
    access: { permission: 'perm_access_roles_manage' },
  },
})
