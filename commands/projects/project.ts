import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { assertUnused } from '#commands/kernel/removal.ts'
import {
  type Project,
  type ProjectChanges,
  projectDecider,
  type ProjectDraft,
  projectEntity,
  projectRefusal,
} from '#domain/projects/project.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import { recordDecider } from '#domain/kernel/record-decider.ts'
import { dayIn, yearOf } from '#domain/kernel/time.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'

type Result = Promise<CommandResult<Project>>

export function projectCommands(handler: CommandHandler, facts: Facts, clock: Clock) {
  async function checkClient(owner: string, clientId: string): Promise<void> {
    if (clientId === '') return
    const client = await handler.load(recordDecider(Company), clientId, owner)
    if (client?.state.status !== 'live')
      throw projectRefusal('PROJECT_CLIENT_UNKNOWN', {}, [{ path: 'clientId', code: 'PROJECT_CLIENT_UNKNOWN' }])
  }
  async function live(id: string, owner: string) {
    const project = await handler.load(projectDecider, id, owner)
    return project?.state.status === 'live' ? project.state : null
  }

  const nextRef = (owner: string, profileId: string): Promise<string> =>
    facts.nextProjectRef(owner, profileId, yearOf(dayIn(clock.now(), 'Europe/Paris')))

  return {
    /**
     * @param draft without `ref` it gets the next one; a repeated addition keeps its first
     * @throws PROJECT_PROFILE_UNKNOWN · PROJECT_CLIENT_UNKNOWN · the decider's refusals
     */
    async add(
      id: string,
      draft: Omit<ProjectDraft, 'ref'> & { readonly ref: string | null },
      meta: CommandMeta,
    ): Result {
      const { owner } = meta
      const profile = await handler.load(professionalInfoDecider, draft.profileId, owner)
      if (profile?.state.status !== 'live')
        throw projectRefusal('PROJECT_PROFILE_UNKNOWN', {}, [{ path: 'profileId', code: 'PROJECT_PROFILE_UNKNOWN' }])
      if (draft.isBillable) await checkClient(owner, draft.terms.clientId)
      const ref = draft.ref ?? (await live(id, owner))?.added.ref ?? (await nextRef(owner, draft.profileId))
      return handler.run(projectDecider, id, { type: 'AddProject', draft: { ...draft, ref } }, meta)
    },

    /** An unchanged client is not checked: it may have been removed since. */
    async change(id: string, changes: ProjectChanges, meta: CommandMeta): Result {
      const clientId = changes.terms?.clientId
      if (
        clientId !== undefined &&
        changes.isBillable !== false &&
        clientId !== (await live(id, meta.owner))?.terms?.clientId
      )
        await checkClient(meta.owner, clientId)
      return handler.run(projectDecider, id, { type: 'ChangeProject', changes }, meta)
    },

    async archive(id: string, archived: boolean, meta: CommandMeta): Result {
      return handler.run(projectDecider, id, { type: archived ? 'ArchiveProject' : 'RestoreProject' }, meta)
    },

    /** @throws PROJECT_HAS_BILLS · PROJECT_HAS_DRAFTS */
    async remove(id: string, meta: CommandMeta): Result {
      await assertUnused(facts, projectEntity, meta.owner, id)
      return handler.run(projectDecider, id, { type: 'RemoveProject' }, meta)
    },
  }
}
export type ProjectCommands = ReturnType<typeof projectCommands>
