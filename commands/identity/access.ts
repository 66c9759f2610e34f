import type { Facts, RoleFacts } from '#commands/facts.ts'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import { roleRefusal } from '#domain/identity/role.ts'
import { keptUntilOf } from '#domain/identity/forgetting.ts'
import { type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import { userDecider, userRefusal, type UserState } from '#domain/identity/user.ts'
import { rolesGone } from './plan-roles.ts'
import { assertHeld, type By, isAdminRole, permissionsOf, roleAccess } from './role-access.ts'

/** Records that the law keeps of a leaving user, until the first day without a duty. */
type Kept = { readonly bills: number; readonly quotes: number; readonly keptUntil: DayOrNone }

/** Wait of a change for earlier changes. */
const PATIENCE_MS = 10_000

/**
 * Changes to roles and to their holders. They run one at a time over all API processes, so that two
 * administrators cannot each remove the other. A turn may lapse, so that a role's removal is
 * decided on the log besides.
 *
 * @param inTurn keeps other processes from running a change at the same time
 */
export function createAccess(
  handler: CommandHandler,
  facts: Facts,
  removals: Removals,
  inTurn: Alone,
) {
  const alone = <T>(work: () => Promise<T>): Promise<T> => inTurn('access', work, PATIENCE_MS)

  /** Only administrators may change administrators. */
  const assertMayTouch = async (
    by: By,
    userId: string,
    roles: readonly RoleFacts[],
  ): Promise<void> => {
    const permissions = permissionsOf(roles, await facts.rolesOf(userId))
    if (permissions.includes('perm_admin')) assertHeld(by, ['perm_admin'])
  }

  /** @throws LAST_ADMIN when no other administrator would be left */
  const assertAdminLeft = async (userId: string, roles: readonly RoleFacts[]): Promise<void> => {
    const admins = await facts.activeHolders(roles.filter(isAdminRole).map((role) => role.id))
    if (admins.has(userId) && admins.size === 1) throw roleRefusal('LAST_ADMIN')
  }

  const leaving = async (by: By, userId: string): Promise<void> => {
    if (by.userId === userId) throw userRefusal('OWN_ACCOUNT')
    const roles = await facts.roles()
    await assertMayTouch(by, userId, roles)
    await assertAdminLeft(userId, roles)
  }

  return {
    /** @throws PERMISSION_NOT_HELD: before anything about another user is changed */
    mayTouch: async (by: By, userId: string): Promise<void> => {
      if (by.userId !== userId) await assertMayTouch(by, userId, await facts.roles())
    },

    /**
     * Before a role is given to users of a plan, or taken from them.
     *
     * @throws ROLE_UNKNOWN · PERMISSION_NOT_HELD · ROLE_ADMINISTERS: administration is not for sale
     */
    mayGive: async (by: By, roleId: string): Promise<void> => {
      const role = (await facts.roles()).find(({ id }) => id === roleId)
      if (role === undefined)
        throw roleRefusal('ROLE_UNKNOWN', {}, [{ path: 'roleId', code: 'ROLE_UNKNOWN' }])
      if (isAdminRole(role)) throw roleRefusal('ROLE_ADMINISTERS')
      assertHeld(by, role.permissions)
    },

    /**
     * Before a person is invited with these roles, and again before the account is opened.
     *
     * @throws ROLE_UNKNOWN naming the role's place · PERMISSION_NOT_HELD
     */
    mayInvite: async (by: By, roleIds: readonly string[]): Promise<void> => {
      const roles = await facts.roles()
      assertKnown(roles, roleIds)
      assertHeld(by, ['perm_access_users_manage', ...permissionsOf(roles, roleIds)])
    },

    /** A user with the permissions of now; none once they may not sign in. */
    heldBy: async (userId: string): Promise<By> => {
      const [roles, roleIds] = await Promise.all([facts.roles(), facts.rolesOf(userId)])
      const isActive = (await facts.activeHolders(roleIds)).has(userId)
      return { userId, permissions: new Set(isActive ? permissionsOf(roles, roleIds) : []) }
    },

    assignRoles: (
      by: By,
      userId: string,
      roleIds: readonly string[],
      meta: CommandMeta,
    ): Promise<CommandResult<UserState>> =>
      alone(async () => {
        const roles = await facts.roles()
        assertKnown(roles, roleIds)
        await assertMayTouch(by, userId, roles)
        const before = await facts.rolesOf(userId)
        const touched = [
          ...roleIds.filter((id) => !before.includes(id)),
          ...before.filter((id) => !roleIds.includes(id)),
        ]
        assertHeld(by, permissionsOf(roles, touched))
        if (!roles.some((role) => roleIds.includes(role.id) && isAdminRole(role)))
          await assertAdminLeft(userId, roles)
        const own = { ...meta, owner: userId }
        const assigned = await handler.run(
          userDecider,
          userId,
          { type: 'AssignRoles', roleIds },
          own,
        )
        const added = roleIds.filter((id) => !before.includes(id))
        const [gone] = await rolesGone(handler, removals, added)
        if (gone === undefined) return assigned
        const { version: _, ...rest } = own
        const undone = { ...rest, commandId: derivedUuid(meta.commandId, 'undone') }
        await handler.run(userDecider, userId, { type: 'AssignRoles', roleIds: before }, undone)
        throw roleUnknown(roleIds.indexOf(gone))
      }),

    setActive: (
      by: By,
      userId: string,
      active: boolean,
      meta: CommandMeta,
    ): Promise<CommandResult<UserState>> =>
      alone(async () => {
        if (active) await assertMayTouch(by, userId, await facts.roles())
        else await leaving(by, userId)
        return handler.run(
          userDecider,
          userId,
          { type: 'SetActive', active },
          { ...meta, owner: userId },
        )
      }),

    removeUser: (by: By, userId: string, meta: CommandMeta): Promise<CommandResult<UserState>> =>
      alone(async () => {
        await leaving(by, userId)
        return handler.run(userDecider, userId, { type: 'RemoveUser' }, { ...meta, owner: userId })
      }),

    /** @throws LAST_ADMIN */
    requestDeletion: (userId: string, meta: CommandMeta): Promise<CommandResult<UserState>> =>
      alone(async () => {
        await assertAdminLeft(userId, await facts.roles())
        return handler.run(userDecider, userId, { type: 'RequestDeletion' }, meta)
      }),

    cancelDeletion: (userId: string, meta: CommandMeta): Promise<CommandResult<UserState>> =>
      handler.run(userDecider, userId, { type: 'CancelDeletion' }, meta),

    keptOf: async (userId: string): Promise<Kept> => {
      const [bills, quotes] = await Promise.all([
        facts.issuedBills(userId),
        facts.acceptedQuotes(userId),
      ])
      const lastDay = bills.lastDay > quotes.lastDay ? bills.lastDay : quotes.lastDay
      return {
        bills: bills.count,
        quotes: quotes.count,
        keptUntil: lastDay === '' ? '' : keptUntilOf(yearOf(lastDay)),
      }
    },

    ...roleAccess({ handler, facts, removals, alone }),
  }
}

const roleUnknown = (at: number) =>
  roleRefusal('ROLE_UNKNOWN', {}, [{ path: `roleIds.${at}`, code: 'ROLE_UNKNOWN' }])

/** @throws ROLE_UNKNOWN naming the place of the first unknown one */
function assertKnown(roles: readonly RoleFacts[], roleIds: readonly string[]): void {
  const unknown = roleIds.findIndex((id) => !roles.some((role) => role.id === id))
  if (unknown >= 0) throw roleUnknown(unknown)
}

export type Access = ReturnType<typeof createAccess>
