import type { FastifyRequest } from 'fastify'
import { grants } from '#domain/kernel/permissions.ts'
import { roles } from '#projections/identity/roles.ts'
import { openReads, type ReadModels } from '#projections/kernel/read-models.ts'
import type { Caller } from '#api/kernel/api.ts'

/** Names the role that an administrator looks at Carnet with. */
const VIEWED_ROLE = 'x-view-as'

/**
 * The caller with the permissions of the requested role, as far as the caller holds them. Such a
 * request writes nothing. The header of a user who may not read roles is ignored.
 */
export async function viewingAs(
  readModels: ReadModels,
  caller: Caller | null,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Caller | null> {
  const id = headers[VIEWED_ROLE]
  if (
    caller === null ||
    typeof id !== 'string' ||
    !grants(caller.permissions, 'perm_access_roles_menu')
  )
    return caller
  const role = await (await openReads(readModels, { roles })).roles.get(id)
  const granted = (role?.permissions ?? []).filter((name) => grants(caller.permissions, name))
  return { ...caller, permissions: new Set(granted), viewsAs: id }
}
