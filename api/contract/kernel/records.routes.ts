import { permissionFor } from '#domain/kernel/permissions.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { type Access, endpoints } from './endpoint.ts'
import type { RecordSchemas } from './records.schemas.ts'

const RECORD_BODY = 1_000_000

/** Path and access of a type's list and reads. Public shared records have no user in their path. */
function reading(type: RecordType): { readonly access: Access; readonly path: string } {
  const isPublic = type.scope === 'shared' && type.read === 'public'
  const access: Access = isPublic
    ? 'public'
    : type.scope === 'shared' && type.read === 'signedIn'
      ? 'signed-in'
      : { permission: permissionFor(type.permission, 'menu') }
  return { access, path: isPublic ? `/${type.name}` : `/${type.name}/:userId` }
}

const cache = new Map<string, ReturnType<typeof build>>()

function build(type: RecordType) {
  const { name, scope } = type
  const { access, path } = reading(type)
  const writing = (action: 'add' | 'update' | 'delete'): Access => ({
    permission: permissionFor(type.permission, action),
  })
  return endpoints<RecordSchemas>({
    list: {
      method: 'GET',
      path: scope === 'profile' ? `${path}/all/:profileId` : `${path}/all`,
      summary: `All ${name} records`,
      access,
      csv: true,
      ...(access === 'public' && { cached: true }),
    },
    summary: {
      method: 'GET',
      path: scope === 'profile' ? `${path}/summary/:profileId` : `${path}/summary`,
      summary: `Sums of the ${name} records that a filter finds, and what they refer to`,
      access,
    },
    suggestions: {
      method: 'GET',
      path: `${path}/suggestions`,
      summary: `Up to ten ${name} names that match`,
      access,
    },
    get: { method: 'GET', path: `${path}/:id`, summary: `One ${name}`, access },
    add: {
      method: 'POST',
      path: `/${name}/:userId`,
      summary: `Add a ${name}`,
      access: writing('add'),
      maxBody: RECORD_BODY,
    },
    change: {
      method: 'PUT',
      path: `/${name}/:userId`,
      summary: `Change a ${name}: absent fields stay, what only the server writes may come back as it was read`,
      access: writing('update'),
      maxBody: RECORD_BODY,
    },
    remove: {
      method: 'DELETE',
      path: `/${name}/:userId/:id`,
      summary: `Delete a ${name}`,
      access: writing('delete'),
    },
    restore: {
      method: 'PUT',
      path: `/${name}/:userId/:id/restore`,
      summary: `Take the removal of a ${name} back`,
      access: writing('delete'),
    },
  })
}

/** The endpoints of a record type; the same object each time. */
export function recordRoutes(type: RecordType): ReturnType<typeof build> {
  let routes = cache.get(type.name)
  if (routes === undefined) cache.set(type.name, (routes = build(type)))
  return routes
}
