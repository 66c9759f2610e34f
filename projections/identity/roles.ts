import { SHARED, type RoleEvent } from '#domain/identity/role.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { stamp, type Stamp } from '#projections/kernel/stamp.ts'

export type RoleDoc = {
  readonly _id: string
  readonly owner: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Edition of the permissions' catalogue that the role was chosen from; the first one when absent. */
  readonly offered?: number
} & Stamp

export const roles: Projection<RoleDoc> = {
  name: 'roles',
  version: 1,
  handles: ['RoleAdded', 'RoleChanged', 'RoleRemoved'],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, recorded, key) {
    const event = recorded as RecordedEvent & RoleEvent // `handles` admits no other
    switch (event.type) {
      case 'RoleAdded':
        return { _id: key, owner: SHARED, ...event.data, ...stamp(null, recorded) }
      case 'RoleChanged':
        return doc === null ? null : { ...doc, ...event.data, ...stamp(doc, recorded) }
      case 'RoleRemoved':
        return null
      default:
        return unreachable(event)
    }
  },
  indexes: [{ fields: ['name'] }],
}

/** There are a handful of roles, never thousands: they are read whole. */
export async function listRoles(readModels: ReadModels): Promise<readonly RoleDoc[]> {
  return (await (await readModels.of(roles)).find({ filter: {}, sort: [['name', 1]], limit: 1000 })).items
}

/** Union of the roles' permissions; a role that is gone grants nothing. */
export async function permissionsOf(
  readModels: ReadModels,
  roleIds: readonly string[],
): Promise<ReadonlySet<Permission>> {
  const collection = await readModels.of(roles)
  const held = await Promise.all(roleIds.map((id) => collection.get(id)))
  return new Set(held.flatMap((role) => role?.permissions ?? []))
}
