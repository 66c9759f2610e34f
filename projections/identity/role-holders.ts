import { SHARED } from '#domain/kernel/records/entity.ts'
import { type UserEvent, userEvents } from '#domain/identity/user.ts'
import { idOf } from '#domain/kernel/event.ts'
import { defineProjection, ignored } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'

/** One document per role and holder, `<role>.<user>`; `active` when that user may sign in. */
export type RoleHolderDoc = {
  readonly _id: string
  readonly owner: string
  readonly roleId: string
  readonly userId: string
  readonly active: boolean
}

type Held = { readonly stream: string; readonly data: { readonly roleIds: readonly string[] } }
const holderKeys = (roleIds: readonly string[], stream: string) =>
  roleIds.map((roleId) => `${roleId}.${idOf(stream)}`)
const everyRole = ({ data, stream }: Held) => holderKeys(data.roleIds, stream)

const holder = (key: string, active: boolean): RoleHolderDoc => {
  const [roleId = '', userId = ''] = key.split('.')
  return { _id: key, owner: SHARED, roleId, userId, active }
}

export const roleHolders = defineProjection<UserEvent, RoleHolderDoc>({
  name: 'role-holders',
  version: 1,
  outlives: true,
  keyOf: {
    UserRegistered: everyRole,
    UserRolesAssigned: ({ data, stream }) => holderKeys([...data.added, ...data.removed], stream),
    UserEnabled: everyRole,
    UserDisabled: everyRole,
    UserRemoved: everyRole,
  },
  on: {
    UserRegistered: (_, __, key) => holder(key, true),
    UserRolesAssigned: (_, { data }, key) =>
      data.added.some((roleId) => key.startsWith(`${roleId}.`)) ? holder(key, data.active) : null,
    UserEnabled: (_, __, key) => holder(key, true),
    UserDisabled: (doc, _, key) => doc && holder(key, false),
    UserRemoved: () => null,
    ...ignored(
      ...userEvents.details,
      ...userEvents.plan,
      ...userEvents.sessions,
      ...userEvents.deletion,
      ...userEvents.demo,
    ),
  },
  indexes: [{ fields: ['roleId'] }],
})

export const countHolders = (
  roleHolders: ReadModel<RoleHolderDoc>,
  roleId: string,
): Promise<number> => roleHolders.count({ where: { roleId } })

/**
 * Users who hold one of the roles and may sign in. At most 1000 are named, enough to know whether a
 * user is the last.
 */
export async function activeHolders(
  roleHolders: ReadModel<RoleHolderDoc>,
  roleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (roleIds.length === 0) return new Set()
  const page = await roleHolders.find({
    filter: { where: { roleId: { $in: [...roleIds] }, active: true } },
    limit: 1000,
  })
  return new Set(page.items.map((holder) => holder.userId))
}
