import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import {
  type Project,
  type ProjectChanges,
  projectDecider,
  type ProjectDraft,
  projectRefusal,
} from '#domain/projects/project.ts'
import { Company } from '#domain/customers/company.record.ts'
import { recordDecider } from '#domain/kernel/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'

export type ProjectPorts = {
  /** How many bills were issued on this contract. */
  readonly issuedBills: (owner: string, projectId: string) => Promise<number>
  /** A reference that none of the profile's contracts has, for one added without. */
  readonly nextRef: (owner: string, profileId: string) => Promise<string>
}

type Result = Promise<CommandResult<Project>>

export function projectCommands(handler: CommandHandler, ports: ProjectPorts) {
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

  return {
    /**
     * @param draft without `ref` it is given the next one; a repetition keeps the one it was given
     * @throws PROJECT_PROFILE_UNKNOWN · PROJECT_CLIENT_UNKNOWN · what the decider refuses
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
      const ref = draft.ref ?? (await live(id, owner))?.added.ref ?? (await ports.nextRef(owner, draft.profileId))
      return handler.run(projectDecider, id, { type: 'AddProject', draft: { ...draft, ref } }, meta)
    },

    /** A client that stays is not asked about again: it may have been removed since. */
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

    /** @throws PROJECT_HAS_BILLS */
    async remove(id: string, meta: CommandMeta): Result {
      return handler.run(
        projectDecider,
        id,
        { type: 'RemoveProject', issuedBills: await ports.issuedBills(meta.owner, id) },
        meta,
      )
    },
  }
}
