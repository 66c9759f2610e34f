import { collationOf } from '#domain/kernel/languages.values.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { roleEntity } from '#domain/identity/role.ts'
import { userEntity } from '#domain/identity/user.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { grants, type Permission } from '#domain/kernel/permissions.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { roles, type RoleDoc } from '#projections/identity/roles.ts'
import { removedUsers, users, type UserDoc } from '#projections/identity/users.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { Api } from '../kernel/api.ts'
import { listHeaders } from '../kernel/lists.ts'
import { docAt } from '../kernel/past.ts'

/** The most users that are told though they were removed later. */
const MOST_REMOVED = 200

/**
 * Permissions of users at an instant: users with their roles and permissions of then, read from the
 * facts.
 */
export function serveAccessAt(api: Api): void {
  const { store, clock } = api.deps
  async function thenOrNone<D extends Doc>(
    of: { readonly projection: Projection<D>; readonly category: string; readonly id: string },
    owner: string,
    at: number,
  ): Promise<D | null> {
    try {
      return await docAt(store, of, owner, at)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  api.serve(
    userRoutes.accessAt,
    { reads: { users, removedUsers } },
    async ({ read, query, reply, language }) => {
      const { at = clock.now(), permission, limit, cursor } = query
      const { category } = userEntity.decider
      const page = await read.users.find({
        filter: { where: { isGuest: false, creationDate: { $lte: at } } },
        sort: [[`nameKey.${collationOf(language)}`, 1]],
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      })
      listHeaders(reply, page)
      // Users who were removed since stand after all others.
      const since = { where: { at: { $gt: at } } }
      const gone =
        page.next === null
          ? (await read.removedUsers.find({ filter: since, limit: MOST_REMOVED })).items
          : []

      const rolesThen = new Map<string, Promise<RoleDoc | null>>()
      const roleThen = (id: string): Promise<RoleDoc | null> => {
        const cached = rolesThen.get(id)
        if (cached) return cached
        const reading = thenOrNone(
          { projection: roles, category: roleEntity.decider.category, id },
          SHARED,
          at,
        )
        rolesThen.set(id, reading)
        return reading
      }
      async function userThen(id: string) {
        const user: UserDoc | null = await thenOrNone({ projection: users, category, id }, id, at)
        if (user === null || user.isGuest) return []
        const heldRoles = (await Promise.all(user.roleIds.map(roleThen))).filter(
          (role) => role !== null,
        )
        const permissions = [...new Set(heldRoles.flatMap((role) => role.permissions))].sort()
        // A disabled user could do nothing.
        if (
          permission !== undefined &&
          !(user.active && grants(permissions, permission as Permission))
        )
          return []
        const { userName, active, profile } = user
        return [
          {
            id,
            userName,
            firstName: profile.firstName,
            lastName: profile.lastName,
            active,
            roles: heldRoles.map((role) => ({ id: role._id, name: role.name })),
            permissions,
          },
        ]
      }
      return (await Promise.all([...page.items, ...gone].map(({ _id }) => userThen(_id)))).flat()
    },
  )
}
