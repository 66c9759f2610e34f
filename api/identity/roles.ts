import type { Access } from '#commands/identity/access.ts'
import type { ShownAs } from '#commands/identity/role-access.ts'
import { roleRoutes } from '#contract/identity/identity.contract.ts'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import {
  grants,
  permissionCatalogue,
  permissionsAfter,
  type Permission,
} from '#domain/kernel/permissions.ts'
import { listRoles, roles, type RoleDoc } from '#projections/identity/roles.ts'
import type { Api } from '../kernel/api.ts'
import { LANGUAGES } from '../kernel/languages.ts'
import { pageOf } from '../kernel/lists.ts'
import { word } from '../kernel/words.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'

const toRole = (doc: RoleDoc): Role => ({
  ...auditFields(doc),
  name: doc.name,
  permissions: [...doc.permissions],
  newPermissions: permissionsAfter(doc.offered ?? 1).filter(
    (name) => !grants(doc.permissions, name),
  ),
})
// the schema accepts known names only
const permissionsIn = (names: readonly string[]) => names as readonly Permission[]

/** The roles of the first start have a word in the language of each reader. */
const SHIPPED: ReadonlyMap<string, string> = new Map([
  ['Admin', 'admin'],
  ['Freelancer', 'freelancer'],
])
const shownAs: ShownAs = (name) => {
  const key = SHIPPED.get(name)
  return key === undefined
    ? [name]
    : [name, ...LANGUAGES.map((one) => word(one, 'identity', `role.shipped.${key}`))]
}

export function serveRoles(api: Api, { access }: { readonly access: Access }): void {
  api.serve(roleRoutes.all, { reads: { roles } }, async ({ read, reply, query }) =>
    pageOf(reply, await listRoles(read.roles), query).map(toRole),
  )
  api.serve(roleRoutes.catalogue, {}, async () =>
    permissionCatalogue.map(({ group, permissions }) => ({
      group,
      permissions: permissions.map(({ action, name }) => ({ action, name })),
    })),
  )
  api.serve(roleRoutes.add, {}, async (call) => {
    const { id = call.newId(), name, permissions } = call.body
    return written(
      await access.addRole(
        call.caller,
        id,
        { name, permissions: permissionsIn(permissions) },
        shownAs,
        call.meta(),
      ),
    )
  })
  api.serve(roleRoutes.change, {}, async (call) => {
    const { id, name, permissions } = call.body
    const meta = call.meta({ owner: SHARED })
    await assertReadBack(
      api.deps.store,
      { projection: roles, category: roleDecider.category, id },
      { body: call.body, owner: SHARED, commandId: meta.commandId },
      { newPermissions: (doc) => toRole(doc).newPermissions },
    )
    const content = {
      ...(name === undefined ? {} : { name }),
      ...(permissions === undefined ? {} : { permissions: permissionsIn(permissions) }),
    }
    return written(await access.changeRole(call.caller, id, content, shownAs, meta))
  })
  api.serve(roleRoutes.remove, {}, async (call) =>
    written(await access.removeRole(call.caller, call.params.id, call.meta())),
  )
}
