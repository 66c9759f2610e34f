import { queryOptions } from '@tanstack/react-query'
import { roleRoutes, userRoutes } from '#contract/identity.routes.ts'
import { call, callAll } from '#web/kernel/data/client.ts'

export const rolesQuery = () =>
  queryOptions({ queryKey: ['identity', 'role', 'all'], queryFn: () => call(roleRoutes.all) })
/** Every permission by group. It changes only with a new version of the product. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: ['identity', 'catalogue'],
    queryFn: () => call(roleRoutes.catalogue),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const usersQuery = () =>
  queryOptions({ queryKey: ['identity', 'user', 'all'], queryFn: () => callAll(userRoutes.all) })
