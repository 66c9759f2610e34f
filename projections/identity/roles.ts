import type { RoleEvent } from '#domain/identity/role.ts'
import { byName } from '#domain/kernel/collation-key.ts'
import type { Language } from '#domain/kernel/languages.values.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

export type RoleDoc = {
  readonly _id: string
  readonly owner: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /**
   * Edition of the permissions' catalogue that the role was chosen from; the first one when absent.
   */
  readonly offered?: number
} & Stamp

export const roles = defineProjection<RoleEvent, RoleDoc>({
  name: 'roles',
  version: 1,
  on: {
    RoleAdded: (_, { data, stamp }, key) => ({ _id: key, owner: SHARED, ...data, ...stamp }),
    RoleChanged: (doc, { data, stamp }) => doc && { ...doc, ...data, ...stamp },
    RoleRemoved: () => null,
  },
  indexes: [],
})

/** There are a handful of roles, never thousands: they are read whole. */
export async function listRoles(
  roles: ReadModel<RoleDoc>,
  language: Language = 'fr',
): Promise<readonly RoleDoc[]> {
  const { items } = await roles.find({ filter: {}, limit: 1000 })
  return items.toSorted(byName(({ name }) => name, language))
}

/** Union of the roles' permissions; a removed role grants none. */
export async function permissionsOf(
  roles: ReadModel<RoleDoc>,
  roleIds: readonly string[],
): Promise<ReadonlySet<Permission>> {
  const heldRoles = await Promise.all(roleIds.map((id) => roles.get(id)))
  return new Set(heldRoles.flatMap((role) => role?.permissions ?? []))
}
