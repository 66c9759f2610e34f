import type { Facts, RoleFacts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import {
  ADMIN_ROLE,
  FREELANCER_ROLE,
  roleDecider,
  roleEntity,
  roleRefusal,
  type RoleState,
} from '#domain/identity/role.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { grants, type Permission } from '#domain/kernel/permissions.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'

/** The user who changes access, with their own permissions. */
export type By = { readonly userId: string; readonly permissions: ReadonlySet<string> }

export const isAdminRole = (role: RoleFacts): boolean => role.permissions.includes('perm_admin')

/** Names that differ in capitals alone are one: a user could not tell the roles apart. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** The names that users see of a role: those of the first start have one in each language. */
export type ShownAs = (name: string) => readonly string[]

/**
 * @throws PERMISSION_NOT_HELD: a user may not give, take or change permissions that they do not
 * hold
 */
export const assertHeld = (by: By, permissions: readonly Permission[]): void => {
  const missing = permissions.find((permission) => !grants(by.permissions, permission))
  if (missing !== undefined) throw roleRefusal('PERMISSION_NOT_HELD', { permission: missing })
}

/** @throws ROLE_NAME_TAKEN when another role has the name, or is shown under it */
const assertOwnName = (
  roles: readonly RoleFacts[],
  id: string,
  name: string,
  shownAs: ShownAs,
): void => {
  const wanted = new Set(shownAs(name).map(nameKey))
  if (
    roles.some(
      (role) => role.id !== id && shownAs(role.name).some((shown) => wanted.has(nameKey(shown))),
    )
  )
    throw roleRefusal('ROLE_NAME_TAKEN', { name }, [
      { path: 'name', code: 'ROLE_NAME_TAKEN', details: { name } },
    ])
}

export const permissionsOf = (
  roles: readonly RoleFacts[],
  ids: readonly string[],
): readonly Permission[] =>
  roles.filter((role) => ids.includes(role.id)).flatMap((role) => role.permissions)

/** Roles are added, changed and removed. @param alone keeps other changes of access waiting */
export function roleAccess({
  handler,
  facts,
  removals,
  alone,
}: {
  readonly handler: CommandHandler
  readonly facts: Facts
  readonly removals: Removals
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}) {
  return {
    addRole: (
      by: By,
      id: string,
      content: { name: string; permissions: readonly Permission[] },
      shownAs: ShownAs,
      meta: CommandMeta,
    ): Promise<CommandResult<RoleState>> =>
      alone(async () => {
        assertHeld(by, content.permissions)
        assertOwnName(await facts.roles(), id, content.name, shownAs)
        return handler.run(
          roleDecider,
          id,
          { type: 'AddRole', ...content },
          { ...meta, owner: SHARED },
        )
      }),

    changeRole: (
      by: By,
      id: string,
      content: { name?: string; permissions?: readonly Permission[] },
      shownAs: ShownAs,
      meta: CommandMeta,
    ): Promise<CommandResult<RoleState>> =>
      alone(async () => {
        const roles = await facts.roles()
        const role = roles.find((candidate) => candidate.id === id)
        if (role === undefined) throw refusal('NOT_FOUND')
        const { name = role.name, permissions } = content
        if (name !== role.name) assertOwnName(roles, id, name, shownAs)
        if (permissions !== undefined) {
          assertHeld(by, [
            ...permissions.filter((p) => !role.permissions.includes(p)),
            ...role.permissions.filter((p) => !permissions.includes(p)),
          ])
          if (isAdminRole(role) && !permissions.includes('perm_admin')) {
            const others = await facts.activeHolders(
              roles
                .filter((other) => other.id !== id && isAdminRole(other))
                .map((other) => other.id),
            )
            if (others.size === 0) throw roleRefusal('LAST_ADMIN')
          }
        }
        return handler.run(
          roleDecider,
          id,
          { type: 'ChangeRole', ...content },
          { ...meta, owner: SHARED },
        )
      }),

    removeRole: (by: By, id: string, meta: CommandMeta): Promise<CommandResult<RoleState>> =>
      alone(async () => {
        const role = (await facts.roles()).find((candidate) => candidate.id === id)
        if (role !== undefined) assertHeld(by, role.permissions)
        if (id === ADMIN_ROLE || id === FREELANCER_ROLE) throw roleRefusal('ROLE_NEEDED')
        const shared = { ...meta, owner: SHARED }
        const assertUnheld = async () => {
          const count = await facts.countHolders(id)
          if (count > 0) throw roleRefusal('ROLE_IN_USE', { count })
        }
        const isLive = async () =>
          (await handler.load(roleDecider, id, SHARED))?.state.status === 'live'
        return removals.remove({ entity: roleEntity.name, id, isLive }, shared, assertUnheld, () =>
          handler.run(roleDecider, id, { type: 'RemoveRole' }, shared),
        )
      }),
  }
}
