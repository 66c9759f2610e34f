import { projectRoutes } from '#contract/projects.routes.ts'
import { call, callAll } from '#web/kernel/data/client.ts'

/**
 * A profile's contracts in the specification's order. The second word is a collection: its changes make the query read
 * again.
 */
export const contractsQuery = (profileId: string) => ({
  queryKey: ['projects', 'project', 'all', profileId] as const,
  queryFn: () => callAll(projectRoutes.list, { params: { profileId } }),
  enabled: profileId !== '',
})

export const contractBillsQuery = (id: string) => ({
  queryKey: ['projects', 'bill', 'ofProject', id] as const,
  queryFn: () => call(projectRoutes.bills, { params: { id } }),
})
