import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { roleRoutes, userRoutes } from '#contract/identity/identity.contract.ts'
import type { Role, User } from '#contract/identity/identity.schemas.ts'
import { call, callAll, callPage } from '#web/kernel/data/client.ts'

/**
 * Roles that come with the product keep their English names in the log. Each has its word, until it
 * is renamed.
 */
const SHIPPED: Readonly<Record<string, 'role.shipped.admin' | 'role.shipped.freelancer'>> = {
  Admin: 'role.shipped.admin',
  Freelancer: 'role.shipped.freelancer',
}
/** A role by the name that is shown. */
export const namedRole = <R extends { readonly name: string }>(role: R): R => {
  const word = SHIPPED[role.name]
  return word === undefined ? role : { ...role, name: i18next.getFixedT(null, 'identity')(word) }
}
export const rolesQuery = () =>
  queryOptions({
    queryKey: ['identity', 'role', 'all'],
    queryFn: () => callAll(roleRoutes.all),
    // In the language of each drawing.
    select: (roles: readonly Role[]) => roles.map(namedRole),
  })
/** Every permission by group. It changes only with a new version of the product. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: ['identity', 'catalogue'],
    queryFn: () => call(roleRoutes.catalogue),
    staleTime: Number.POSITIVE_INFINITY,
  })
/** A role's holders that are named; `total` counts them all. */
export type Holders = { readonly rows: readonly User[]; readonly total: number }
const NAMED_HOLDERS = 12
export const holdersQuery = (role: string) =>
  queryOptions({
    queryKey: ['identity', 'user', 'holders', role],
    queryFn: (): Promise<Holders> =>
      callPage(userRoutes.all, { query: { role, limit: NAMED_HOLDERS } }),
  })
/** Number of users, and of those who may sign in. */
export const userCountsQuery = () =>
  queryOptions({
    queryKey: ['identity', 'user', 'counts'],
    queryFn: async () => {
      const [all, active] = await Promise.all([
        callPage(userRoutes.all, { query: { limit: 1 } }),
        callPage(userRoutes.all, { query: { limit: 1, state: 'active' } }),
      ])
      return { count: all.total, active: active.total }
    },
  })
/** One user, who may be on another page of the list than the one shown. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['identity', 'user', 'one', id],
    queryFn: async () => (await call(userRoutes.all, { query: { id } }))[0] ?? null,
    enabled: id !== '',
  })
