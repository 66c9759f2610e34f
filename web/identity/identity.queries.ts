import { queryOptions } from '@tanstack/react-query'
import { roleRoutes, userRoutes } from '#contract/identity.routes.ts'
import { call, callAll } from '#web/kernel/data/client.ts'

export const rolesQuery = () =>
  queryOptions({ queryKey: ['identity', 'role', 'all'], queryFn: () => call(roleRoutes.all) })
/** Every permission by group: it changes with the product alone. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: ['identity', 'catalogue'],
    queryFn: () => call(roleRoutes.catalogue),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const usersQuery = () =>
  queryOptions({ queryKey: ['identity', 'user', 'all'], queryFn: () => callAll(userRoutes.all) })
