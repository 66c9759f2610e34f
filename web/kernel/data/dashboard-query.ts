import { dashboardRoutes } from '#contract/dashboard/dashboard.contract.ts'
import { call } from './client.ts'

/**
 * The dashboard of a business. The words after the first are collections: their changes make the
 * query read again.
 */
export const dashboardQuery = (profileId: string) => ({
  queryKey: [
    'dashboard',
    profileId,
    'bill',
    'transaction',
    'timesheet',
    'project',
    'company',
    'charge',
    'scheduledTransaction',
    'professionalInfo',
  ] as const,
  queryFn: () => call(dashboardRoutes.get, { params: { profileId } }),
  enabled: profileId !== '',
  // Every other screen changes the dashboard's data. A first page draws what it has just read.
  staleTime: 1_000,
})
