import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { assertUnused } from '#commands/kernel/removal.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import type { Position } from '#domain/kernel/event.ts'
import { isAddedTo } from '#commands/kernel/option-lists.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { userDecider } from '#domain/identity/user.ts'
import {
  professionalInfoDecider,
  professionalInfoEntity,
  type ProfessionalInfo,
  type ProfessionalInfoCommand,
} from '#domain/profile/professional-info.ts'

/** The profile that a user works in. */
type ActiveProfile = {
  /** @returns null for none */
  get(owner: string): Promise<string | null>
  /** @returns the last position of the user's stream; null for an owner without one */
  set(owner: string, profileId: string | null, meta: CommandMeta): Promise<Position | null>
}

/** The active profile, kept in the user's parameters. An owner without a user stream has none. */
const activeProfileIn = (handler: CommandHandler): ActiveProfile => ({
  async get(owner) {
    const user = await handler.load(userDecider, owner, owner)
    return user?.state.status === 'active' || user?.state.status === 'disabled'
      ? user.state.parameters.activeProfile
      : null
  },
  async set(owner, profileId, meta) {
    if ((await handler.load(userDecider, owner, owner)) === null) return null
    return (
      await handler.run(
        userDecider,
        owner,
        { type: 'ChangeParameters', changes: { activeProfile: profileId } },
        meta,
      )
    ).position
  },
})

type Result = Promise<CommandResult<ProfessionalInfo>>

/**
 * Metadata of the follow-up command on the user's stream. Its id is derived from the first
 * command's.
 */
const following = (meta: CommandMeta): CommandMeta => {
  const { version: _, ...rest } = meta
  return { ...rest, commandId: `${meta.commandId}-active-profile`, causationId: meta.commandId }
}

export function professionalInfoCommands(
  handler: CommandHandler,
  facts: Facts,
  removals: Removals,
  /** Is told of each change. */
  keepContributionCharge: (
    id: string,
    result: CommandResult<ProfessionalInfo>,
    meta: CommandMeta,
  ) => Promise<void>,
) {
  const activeProfile = activeProfileIn(handler)

  /**
   * An unchanged value is not checked: older profiles may hold any text.
   *
   * @throws REFERENCE_UNKNOWN naming the sector that no list has
   */
  async function assertSector(sector: string | undefined, present: string): Promise<void> {
    if (sector === undefined || sector === '' || sector === present) return
    if (SECTORS.some((one) => one === sector)) return
    if (await isAddedTo(facts, 'company.sector', sector)) return
    throw refusal('RULE_BROKEN', {}, [{ path: 'sector', code: 'REFERENCE_UNKNOWN' }])
  }
  const sectorOf = async (id: string, owner: string): Promise<string> => {
    const loaded = await handler.load(professionalInfoDecider, id, owner)
    return loaded?.state.status === 'live' ? loaded.state.identity.sector : ''
  }

  return {
    /** The first profile becomes the active one. Answers the last position written. */
    async add(
      id: string,
      command: Extract<ProfessionalInfoCommand, { type: 'AddProfessionalInfo' }>,
      meta: CommandMeta,
    ): Result {
      await assertSector(command.identity.sector, await sectorOf(id, meta.owner))
      const result = await handler.run(professionalInfoDecider, id, command, meta)
      await keepContributionCharge(id, result, meta)
      const active = await activeProfile.get(meta.owner)
      // Set again even if it is active already: a repeated addition then answers the same position
      // as the first one.
      const position =
        active === null || active === id
          ? await activeProfile.set(meta.owner, id, following(meta))
          : null
      return { ...result, position: position ?? result.position }
    },

    async change(
      id: string,
      command: Extract<
        ProfessionalInfoCommand,
        { type: 'ChangeProfessionalInfo' | 'ChangeLogo' | 'ChangeSignature' }
      >,
      meta: CommandMeta,
    ): Result {
      if (command.type !== 'ChangeProfessionalInfo')
        return handler.run(professionalInfoDecider, id, command, meta)
      await assertSector(command.identity.sector, await sectorOf(id, meta.owner))
      const result = await handler.run(professionalInfoDecider, id, command, meta)
      await keepContributionCharge(id, result, meta)
      return result
    },

    /**
     * If it was the active profile, the user gets the first remaining one, or none. Repeated after
     * a crash, it completes that.
     *
     * @throws PROFILE_HAS_BILLS · PROFILE_HAS_DRAFTS · PROFILE_HAS_PROJECTS
     */
    async remove(id: string, meta: CommandMeta): Result {
      const result = await removals.remove(
        {
          entity: professionalInfoEntity.name,
          id,
          isLive: async () =>
            (await handler.load(professionalInfoDecider, id, meta.owner))?.state.status === 'live',
        },
        meta,
        () => assertUnused(facts, professionalInfoEntity, meta.owner, id),
        () => handler.run(professionalInfoDecider, id, { type: 'RemoveProfessionalInfo' }, meta),
      )
      if ((await activeProfile.get(meta.owner)) === id) {
        const remaining = (await facts.profileIds(meta.owner)).filter((other) => other !== id)
        const position = await activeProfile.set(meta.owner, remaining[0] ?? null, following(meta))
        return { ...result, position: position ?? result.position }
      }
      return result
    },
  }
}
export type ProfessionalInfoCommands = ReturnType<typeof professionalInfoCommands>
