import { queryOptions } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing.routes.ts'
import { callAll } from '#web/kernel/data/client.ts'

/** Every bill of a profile: sorting, filters, groups and totals are then instant. */
export const billsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'all', profileId],
    queryFn: () => callAll(billRoutes.list, { params: { profileId } }),
    enabled: profileId !== '',
  })

/** What a change of a bill may change elsewhere. */
export const TOUCHED = ['billing', 'history', 'projects', 'finance', 'dashboard'] as const
