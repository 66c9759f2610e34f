import { queryOptions } from '@tanstack/react-query'
import { roleRoutes, userRoutes } from '#contract/identity.routes.ts'
import type { User } from '#contract/identity.schemas.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

export const rolesQuery = () =>
  queryOptions({ queryKey: ['identity', 'role', 'all'], queryFn: () => call(roleRoutes.all) })
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
    queryFn: (): Promise<Holders> => callPage(userRoutes.all, { query: { role, limit: NAMED_HOLDERS } }),
  })
/** How many users there are, and how many of them may sign in. */
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
