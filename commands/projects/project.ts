import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { assertUnused } from '#commands/kernel/removal.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import {
  type Project,
  type ProjectChanges,
  projectDecider,
  type ProjectDraft,
  projectEntity,
  projectRefusal,
} from '#domain/projects/project.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { dayIn, FRENCH_ZONE, yearOf } from '#domain/kernel/time.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'

type Result = Promise<CommandResult<Project>>
type ProjectDeps = {
  readonly handler: CommandHandler
  readonly facts: Facts
  readonly clock: Clock
  readonly removals: Removals
}

/** The command that takes back what another one has just written. */
const undoing = (meta: CommandMeta): CommandMeta => {
  const { version: _, ...rest } = meta
  return { ...rest, commandId: derivedUuid(meta.commandId, 'undone') }
}

const profileUnknown = () =>
  projectRefusal('PROJECT_PROFILE_UNKNOWN', {}, [
    { path: 'profileId', code: 'PROJECT_PROFILE_UNKNOWN' },
  ])
const clientUnknown = () =>
  projectRefusal('PROJECT_CLIENT_UNKNOWN', {}, [
    { path: 'clientId', code: 'PROJECT_CLIENT_UNKNOWN' },
  ])

export function projectCommands({ handler, facts, clock, removals }: ProjectDeps) {
  /** Records that a new contract names and that were removed meanwhile. */
  async function gone(
    owner: string,
    profileId: string,
    clientId: string,
  ): Promise<readonly string[]> {
    const things = [
      {
        path: 'profileId',
        entity: 'professionalInfo',
        id: profileId,
        isLive: async () =>
          (await handler.load(professionalInfoDecider, profileId, owner))?.state.status === 'live',
      },
      {
        path: 'clientId',
        entity: Company.name,
        id: clientId,
        isLive: async () =>
          (await handler.load(recordDecider(Company), clientId, owner))?.state.status === 'live',
      },
    ]
    const found = await removals.gone(
      owner,
      things.filter(({ id }) => id !== ''),
    )
    return things.filter((thing) => found.includes(thing)).map(({ path }) => path)
  }

  async function checkClient(owner: string, clientId: string): Promise<void> {
    if (clientId === '') return
    const client = await handler.load(recordDecider(Company), clientId, owner)
    if (client?.state.status !== 'live') throw clientUnknown()
  }
  async function live(id: string, owner: string) {
    const project = await handler.load(projectDecider, id, owner)
    return project?.state.status === 'live' ? project.state : null
  }

  const nextRef = (
    { owner, timeZone = FRENCH_ZONE }: Pick<CommandMeta, 'owner' | 'timeZone'>,
    profileId: string,
  ): Promise<string> => facts.nextProjectRef(owner, profileId, yearOf(dayIn(clock.now(), timeZone)))

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
      if (profile?.state.status !== 'live') throw profileUnknown()
      if (draft.isBillable) await checkClient(owner, draft.terms.clientId)
      const ref =
        draft.ref ?? (await live(id, owner))?.added.ref ?? (await nextRef(meta, draft.profileId))
      const added = await handler.run(
        projectDecider,
        id,
        { type: 'AddProject', draft: { ...draft, ref } },
        meta,
      )
      const fields = await gone(
        owner,
        draft.profileId,
        draft.isBillable ? draft.terms.clientId : '',
      )
      if (fields.length === 0) return added
      await handler.run(projectDecider, id, { type: 'RemoveProject' }, undoing(meta))
      throw fields.includes('profileId') ? profileUnknown() : clientUnknown()
    },

    /** An unchanged client is not checked: it may have been removed since. */
    async change(id: string, changes: ProjectChanges, meta: CommandMeta): Result {
      const clientId = changes.terms?.clientId
      const before = (await live(id, meta.owner))?.terms?.clientId ?? ''
      const isOther = clientId !== undefined && changes.isBillable !== false && clientId !== before
      if (isOther) await checkClient(meta.owner, clientId)
      const changed = await handler.run(
        projectDecider,
        id,
        { type: 'ChangeProject', changes },
        meta,
      )
      if (!isOther || (await gone(meta.owner, '', clientId)).length === 0) return changed
      const back = { terms: { clientId: before } }
      await handler.run(projectDecider, id, { type: 'ChangeProject', changes: back }, undoing(meta))
      throw clientUnknown()
    },

    /**
     * The client was merged with another record of it. A contract with another client stays as it
     * is.
     */
    async moveClient(
      { id, from, to }: Readonly<Record<'id' | 'from' | 'to', string>>,
      meta: CommandMeta,
    ): Promise<void> {
      const loaded = await handler.load(projectDecider, id, meta.owner)
      if (loaded?.state.status !== 'live' || loaded.state.terms?.clientId !== from) return
      const changes = { terms: { clientId: to } }
      const commandId = derivedUuid(meta.commandId, loaded.version)
      await handler.run(
        projectDecider,
        id,
        { type: 'ChangeProject', changes },
        { ...meta, commandId },
      )
    },

    async archive(id: string, archived: boolean, meta: CommandMeta): Result {
      return handler.run(
        projectDecider,
        id,
        { type: archived ? 'ArchiveProject' : 'RestoreProject' },
        meta,
      )
    },

    /** @throws PROJECT_HAS_BILLS · PROJECT_HAS_DRAFTS */
    async remove(id: string, meta: CommandMeta): Result {
      return removals.remove(
        {
          entity: projectEntity.name,
          id,
          isLive: async () => (await live(id, meta.owner)) !== null,
        },
        meta,
        () => assertUnused(facts, projectEntity, meta.owner, id),
        () => handler.run(projectDecider, id, { type: 'RemoveProject' }, meta),
      )
    },
  }
}
export type ProjectCommands = ReturnType<typeof projectCommands>
