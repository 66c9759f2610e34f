import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import type { VIEWS } from './bill-list-filter.ts'

/** Conditions of a list of bills, as its route takes them. */
export type BillListFilters = {
  readonly status?: Exclude<(typeof VIEWS)[number], 'all'>
  readonly year?: number
  readonly clientId?: string
  readonly q?: string
  readonly filters?: string
}

/**
 * Figures beside the list. The second word is a collection: its changes make the query read again.
 */
export const billSummaryQuery = (profileId: string, query: BillListFilters) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'summary', profileId, query],
    queryFn: () => call(billRoutes.summary, { params: { profileId }, query }),
    placeholderData: keepPreviousData,
    enabled: profileId !== '',
  })

/** Queries that a change of a bill makes stale. */
export const TOUCHED = ['billing', 'history', 'projects', 'finance', 'dashboard'] as const
