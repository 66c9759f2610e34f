import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { type EventStore, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { roles } from '#projections/identity/roles.ts'
import { users, type UserDoc } from '#projections/identity/users.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/** @param otherwise called when the read models are away */
export async function unlessAway<T>(
  read: () => Promise<T>,
  otherwise: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreUnavailable) return otherwise()
    throw error
  }
}

/** A document made of one stream: its projection, folded over that stream. */
async function folded<D extends Doc>(
  store: EventStore,
  projection: Projection<D>,
  category: string,
  id: string,
): Promise<D | null> {
  const { events } = await store.readStream(`${category}-${id}`)
  return events
    .filter(({ type }) => projection.handles.includes(type))
    .reduce<D | null>((doc, event) => projection.evolve(doc, event, id), null)
}

export const userInLog = (store: EventStore, id: string): Promise<UserDoc | null> =>
  folded(store, users, userDecider.category, id)

/** Union of the roles' permissions, as `permissionsOf` answers it. */
export async function permissionsInLog(
  store: EventStore,
  roleIds: readonly string[],
): Promise<ReadonlySet<Permission>> {
  const heldRoles = await Promise.all(
    roleIds.map((id) => folded(store, roles, roleDecider.category, id)),
  )
  return new Set(heldRoles.flatMap((role) => role?.permissions ?? []))
}
