import { queryOptions } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing.routes.ts'
import { callAll } from '#web/kernel/data/client.ts'

/** Every bill of a profile, so that sorting, filters, groups and totals are instant. */
export const billsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'all', profileId],
    queryFn: () => callAll(billRoutes.list, { params: { profileId } }),
    enabled: profileId !== '',
  })

/** Queries that a change of a bill makes stale. */
export const TOUCHED = ['billing', 'history', 'projects', 'finance', 'dashboard'] as const
