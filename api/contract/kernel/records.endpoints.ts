import { permissionFor } from '#domain/kernel/permissions.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import type { Access, Callable } from './contract.ts'
import type { RecordSchemas } from './records.schemas.ts'

/** The addresses of a record type's routes. They are computed, so a browser does it too. */
export type RecordEndpoints = { readonly [K in keyof RecordSchemas]: Callable<RecordSchemas[K]> }

/** Parts of a record type that its addresses follow from. */
export type AddressedType = Pick<RecordType, 'name' | 'scope' | 'read' | 'permission'>

/** Path and access of a type's list and reads. Public shared records have no user in their path. */
function reading(type: AddressedType): { readonly access: Access; readonly path: string } {
  const isPublic = type.scope === 'shared' && type.read === 'public'
  const access: Access = isPublic
    ? 'public'
    : type.scope === 'shared' && type.read === 'signedIn'
      ? 'signed-in'
      : { permission: permissionFor(type.permission, 'menu') }
  return { access, path: isPublic ? `/${type.name}` : `/${type.name}/:userId` }
}

const cache = new Map<string, RecordEndpoints>()

function build(type: AddressedType): RecordEndpoints {
  const { access, path } = reading(type)
  const own = `/${type.name}/:userId`
  const list = type.scope === 'profile' ? '/:profileId' : ''
  const writing = (action: 'add' | 'update' | 'delete'): Access => ({
    permission: permissionFor(type.permission, action),
  })
  return {
    list: { method: 'GET', path: `${path}/all${list}`, access },
    summary: { method: 'GET', path: `${path}/summary${list}`, access },
    suggestions: { method: 'GET', path: `${path}/suggestions`, access },
    get: { method: 'GET', path: `${path}/:id`, access },
    add: { method: 'POST', path: own, access: writing('add') },
    change: { method: 'PUT', path: own, access: writing('update') },
    remove: { method: 'DELETE', path: `${own}/:id`, access: writing('delete') },
    restore: { method: 'PUT', path: `${own}/:id/restore`, access: writing('delete') },
  }
}

/** The endpoints of a record type; the same object each time. */
export function recordEndpoints(type: AddressedType): RecordEndpoints {
  let endpoints = cache.get(type.name)
  if (endpoints === undefined) cache.set(type.name, (endpoints = build(type)))
  return endpoints
}
