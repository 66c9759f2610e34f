import { SHARED } from '#domain/identity/role.ts'
import type { UserEvent } from '#domain/identity/user.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'

/** One document a role and user who holds it, `<role>.<user>`; `active` when that user may sign in. */
export type RoleHolderDoc = {
  readonly _id: string
  readonly owner: string
  readonly roleId: string
  readonly userId: string
  readonly active: boolean
}

type HolderEvent = Extract<
  UserEvent,
  { type: 'UserRegistered' | 'UserRolesAssigned' | 'UserEnabled' | 'UserDisabled' | 'UserRemoved' }
>

export const roleHolders: Projection<RoleHolderDoc> = {
  name: 'role-holders',
  version: 1,
  handles: ['UserRegistered', 'UserRolesAssigned', 'UserEnabled', 'UserDisabled', 'UserRemoved'],
  keyOf(recorded) {
    const event = recorded as RecordedEvent & HolderEvent // `handles` admits no other
    const touched =
      event.type === 'UserRolesAssigned' ? [...event.data.added, ...event.data.removed] : event.data.roleIds
    return touched.map((roleId) => `${roleId}.${idOf(event.stream)}`)
  },
  evolve(doc, recorded, key) {
    const event = recorded as RecordedEvent & HolderEvent // `handles` admits no other
    const [roleId = '', userId = ''] = key.split('.')
    const holder = (active: boolean): RoleHolderDoc => ({ _id: key, owner: SHARED, roleId, userId, active })
    switch (event.type) {
      case 'UserRegistered':
        return holder(true)
      case 'UserRolesAssigned':
        return event.data.added.includes(roleId) ? holder(event.data.active) : null
      case 'UserEnabled':
        return holder(true)
      case 'UserDisabled':
        return doc === null ? null : holder(false)
      case 'UserRemoved':
        return null
      default:
        return unreachable(event)
    }
  },
  indexes: [{ fields: ['roleId'] }],
}

export const countHolders = async (readModels: ReadModels, roleId: string): Promise<number> =>
  (await readModels.of(roleHolders)).count({ where: { roleId } })

/** Users who hold one of the roles and may sign in; at most 1000 are named, which is enough to know that one is not the last. */
export async function activeHolders(readModels: ReadModels, roleIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (roleIds.length === 0) return new Set()
  const page = await (await readModels.of(roleHolders)).find({
    filter: { where: { roleId: { $in: [...roleIds] }, active: true } },
    limit: 1000,
  })
  return new Set(page.items.map((holder) => holder.userId))
}
