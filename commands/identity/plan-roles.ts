import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { roleDecider, roleEntity } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'

/** Roles that were removed while a user was given them. */
export async function rolesGone(
  handler: CommandHandler,
  removals: Removals,
  roleIds: readonly string[],
): Promise<readonly string[]> {
  const isLive = (id: string) => async () =>
    (await handler.load(roleDecider, id, SHARED))?.state.status === 'live'
  const found = await removals.gone(
    SHARED,
    roleIds.map((id) => ({ entity: roleEntity.name, id, isLive: isLive(id) })),
  )
  return found.map(({ id }) => id)
}

/**
 * Gives a user the roles of a paid plan, and takes those of an earlier one. A role that was removed
 * gives nothing.
 */
export const planRolesOfUser =
  (handler: CommandHandler, removals: Removals) =>
  async (userId: string, roleIds: readonly string[], meta: CommandMeta): Promise<void> => {
    const user = await handler.load(userDecider, userId, userId)
    if (user?.state.status !== 'active' && user?.state.status !== 'disabled') return
    const live: string[] = []
    for (const roleId of roleIds)
      if ((await handler.load(roleDecider, roleId, SHARED))?.state.status === 'live')
        live.push(roleId)
    const give = (given: readonly string[], commandId: string) =>
      handler.run(
        userDecider,
        userId,
        { type: 'AssignPlanRoles', roleIds: given },
        { ...meta, commandId, owner: userId },
      )
    await give(live, meta.commandId)
    const gone = await rolesGone(handler, removals, live)
    if (gone.length > 0)
      await give(
        live.filter((id) => !gone.includes(id)),
        derivedUuid(meta.commandId, 'undone'),
      )
  }
