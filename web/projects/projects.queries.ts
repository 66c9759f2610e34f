import { keepPreviousData } from '@tanstack/react-query'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import { call, callAll } from '#web/kernel/data/client.ts'
import { useFound } from '#web/kernel/data/found.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { monthKey, type YearMonth } from '#web/kernel/words/year-month.ts'

/**
 * A profile's contracts in the specification's order. The second word is a collection: its changes
 * make the query read again.
 */
export const contractsQuery = (profileId: string) => ({
  queryKey: ['projects', 'project', 'all', profileId] as const,
  queryFn: () => callAll(projectRoutes.list, { params: { profileId } }),
  enabled: profileId !== '',
})

/** The contracts that a month's timesheet has lines for. */
export const monthContractsQuery = (profileId: string, at: YearMonth) => ({
  queryKey: ['projects', 'project', 'month', profileId, monthKey(at)] as const,
  queryFn: () =>
    callAll(projectRoutes.list, { params: { profileId }, query: { month: monthKey(at) } }),
  enabled: profileId !== '',
})

/** Contracts that something else names; removed ones are missing. */
export const namedContractsQuery = (profileId: string, ids: readonly string[]) => ({
  queryKey: ['projects', 'project', 'named', profileId, ids.toSorted()] as const,
  queryFn: () =>
    callAll(projectRoutes.list, { params: { profileId }, query: { ids: ids.join(',') } }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '' && ids.length > 0,
})

/** Contracts that one search answers: the running ones first. */
const MOST_FOUND = 50

/** Contracts that match what is typed into a picker; none for a user who may not read them. */
export function useFoundContracts(profileId: string) {
  const { can } = useSession()
  return useFound(
    ['projects', 'project', profileId],
    (q, signal) =>
      call(projectRoutes.list, {
        params: { profileId },
        query: { limit: MOST_FOUND, ...(q !== '' && { q }) },
        signal,
      }),
    profileId !== '' && can('perm_contract_menu'),
  )
}

/** The contracts of one client. */
export const clientContractsQuery = (profileId: string, clientId: string) => ({
  queryKey: ['projects', 'project', 'ofClient', profileId, clientId] as const,
  queryFn: () =>
    callAll(projectRoutes.list, {
      params: { profileId },
      query: { filters: JSON.stringify({ clientId: { operator: 'eq', value: clientId } }) },
    }),
  enabled: profileId !== '',
})

/** The list's summary. */
export const contractSummaryQuery = (
  profileId: string,
  query: { readonly q?: string; readonly filters?: string },
) => ({
  queryKey: ['projects', 'project', 'summary', profileId, query] as const,
  queryFn: () => call(projectRoutes.summary, { params: { profileId }, query }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

/** One contract, for a panel whose row is on another page. */
export const contractQuery = (profileId: string, id: string) => ({
  queryKey: ['projects', 'project', 'one', profileId, id] as const,
  queryFn: () => call(projectRoutes.get, { params: { profileId, id } }),
  retry: false,
})

export const contractBillsQuery = (id: string) => ({
  queryKey: ['projects', 'bill', 'ofProject', id] as const,
  queryFn: () => callAll(projectRoutes.bills, { params: { id } }),
})

/**
 * The contracts' statistics by year. The words after the first are collections: their changes make
 * it read again.
 */
export const contractStatisticsQuery = (profileId: string) => ({
  queryKey: ['projects', 'project', 'bill', 'timesheet', 'statistics', profileId] as const,
  queryFn: () => call(projectRoutes.statistics, { params: { profileId } }),
  enabled: profileId !== '',
})
