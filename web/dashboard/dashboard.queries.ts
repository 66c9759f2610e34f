import { dashboardRoutes } from '#contract/dashboard.routes.ts'
import { call } from '#web/kernel/data/client.ts'

/** All of a business today. The words after the first are the collections that changes are told by. */
export const dashboardQuery = (profileId: string) => ({
  queryKey: ['dashboard', profileId, 'bill', 'transaction', 'timesheet', 'project', 'professionalInfo'] as const,
  queryFn: () => call(dashboardRoutes.get, { params: { profileId } }),
  enabled: profileId !== '',
  // Every other screen changes what stands here.
  staleTime: 0,
})
