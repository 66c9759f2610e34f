import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { SHARED } from '#domain/kernel/entity.ts'

/** Gives a user the roles of a paid plan, and takes those of an earlier one. A role that was removed gives nothing. */
export const planRolesOfUser =
  (handler: CommandHandler) =>
  async (userId: string, roleIds: readonly string[], meta: CommandMeta): Promise<void> => {
    const user = await handler.load(userDecider, userId, userId)
    if (user?.state.status !== 'active' && user?.state.status !== 'disabled') return
    const live: string[] = []
    for (const roleId of roleIds)
      if ((await handler.load(roleDecider, roleId, SHARED))?.state.status === 'live') live.push(roleId)
    await handler.run(userDecider, userId, { type: 'AssignPlanRoles', roleIds: live }, { ...meta, owner: userId })
  }
