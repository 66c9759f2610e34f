import { keepPreviousData } from '@tanstack/react-query'
import type { Conditions } from '#contract/kernel/list-filters.ts'
import {
  chargeRoutes,
  scheduledTransactionRoutes,
  type ScheduleDraft,
} from '#contract/schedules/schedules.contract.ts'
import { call, callAll, callPage } from '#web/kernel/data/client.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'

/** Scheduled transactions and charges: the same screens on other calls and permissions. */
export const FAMILIES = {
  scheduledTransaction: { routes: scheduledTransactionRoutes, group: 'transaction' },
  charge: { routes: chargeRoutes, group: 'charge' },
} as const
export type Family = keyof typeof FAMILIES

/** The most executions that a panel shows. */
const EXECUTIONS = 12

/**
 * Schedules of a profile that meet the conditions. The second word is a collection: its changes
 * make the query read again.
 */
export const schedulesQuery = (family: Family, profileId: string, conditions: Conditions = {}) => ({
  queryKey: ['schedules', family, 'all', profileId, conditions] as const,
  queryFn: () =>
    callAll(FAMILIES[family].routes.list, {
      params: { profileId },
      query: filtersQuery(conditions),
    }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

/** The latest runs of one of them. */
export const executionsQuery = (family: Family, id: string) => ({
  queryKey: ['schedules', family, 'executions', id] as const,
  queryFn: () =>
    callPage(FAMILIES[family].routes.executions, { params: { id }, query: { limit: EXECUTIONS } }),
})

/** Coming runs of an unsaved schedule; an incomplete draft shows nothing. */
export const previewQuery = (family: Family, body: ScheduleDraft) => ({
  queryKey: ['schedules', 'preview', family, body] as const,
  queryFn: () => call(FAMILIES[family].routes.preview, { body }),
  placeholderData: keepPreviousData,
  retry: false,
  meta: { refusal: 'silent' as const },
})
