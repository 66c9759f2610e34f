import { keepPreviousData } from '@tanstack/react-query'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Conditions } from '#contract/kernel/list-filters.ts'
import { call } from '#web/kernel/data/client.ts'

/** The list's summary. The second word is a collection: its changes make the query read again. */
export const transactionSummaryQuery = (
  profileId: string,
  search: { readonly filters: Conditions; readonly q?: string },
) => ({
  queryKey: ['finance', 'transaction', 'summary', profileId, search] as const,
  queryFn: () => call(financeRoutes.summary, { body: { profileId, ...search } }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

/** The schedule that made a transaction, if one did. */
export const scheduleOfQuery = (profileId: string, id: string) => ({
  queryKey: ['finance', 'transaction', 'schedule', id] as const,
  queryFn: () => call(financeRoutes.schedule, { params: { profileId, id } }),
})

/** One transaction, for a panel whose row is on another page. */
export const transactionQuery = (profileId: string, id: string) => ({
  queryKey: ['finance', 'transaction', id] as const,
  queryFn: () => call(financeRoutes.get, { params: { profileId, id } }),
})
