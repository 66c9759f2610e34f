import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { auditRoutes } from '#contract/history/history.contract.ts'
import type { CAUSES } from '#contract/history/history.values.ts'
import { effectRoutes, healthRoutes, logRoutes } from '#contract/operations/operations.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

export type AuditFilter = {
  readonly actor?: string
  readonly entity?: string
  readonly cause?: (typeof CAUSES)[number]
  readonly correlationId?: string
  readonly from?: number
  readonly to?: number
}
const PAGE = 50
/** Facts of a whole page of the audit. */
export const AUDIT_PAGE = PAGE

/** The audit, newest first, in pages. It has no total: the log is too long to count. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['operations', 'audit', filter],
    queryFn: ({ pageParam }) =>
      callPage(auditRoutes.list, {
        query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export type LogFilter = {
  readonly level?: string
  readonly source?: string
  readonly q?: string
  readonly from?: number
  readonly to?: number
}
/**
 * Interval for reading the technical log again: the stream does not tell its changes. @unit
 * milliseconds
 */
const LIVE_MS = 5_000
const FAILED_MS = 15_000

/**
 * The technical log, newest first. It is read again only while the first page is shown alone: older
 * pages do not change.
 */
export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['operations', 'log', filter],
    queryFn: ({ pageParam }) =>
      callPage(logRoutes.list, {
        query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? LIVE_MS : false),
  })

/** Number of lines that each level would show. */
export function logCountsQuery(filter: LogFilter) {
  const { level: _, ...others } = filter
  return queryOptions({
    queryKey: ['operations', 'logCounts', others],
    queryFn: () => call(logRoutes.counts, { query: others }),
    refetchInterval: LIVE_MS,
  })
}

/** Dead letters of every user. The stream tells only of the user's own. */
export const failedQuery = () =>
  queryOptions({
    queryKey: ['operations', 'effect', 'failed'],
    queryFn: () => call(effectRoutes.failed),
    refetchInterval: FAILED_MS,
  })

/** Time between two reads while a check of the log runs. @unit milliseconds */
const CHECKING_MS = 1_000

/**
 * The check of the log that runs, and the last ones. Another administrator may begin one meanwhile.
 */
export const verificationsQuery = () =>
  queryOptions({
    queryKey: ['operations', 'verifications'],
    queryFn: () => call(auditRoutes.verifications),
    refetchInterval: ({ state }) => (state.data?.running ? CHECKING_MS : FAILED_MS),
  })

/** All that one request did. It is asked again until the whole log was searched. */
export const storyQuery = (correlationId: string) =>
  queryOptions({
    queryKey: ['operations', 'story', correlationId],
    queryFn: () => call(auditRoutes.story, { params: { correlationId } }),
    refetchInterval: ({ state }) => (state.data?.complete === false ? CHECKING_MS : false),
  })

/** Number of lines of each level in each part of the period. */
export function logHistogramQuery(filter: LogFilter) {
  const { level: _, ...others } = filter
  return queryOptions({
    queryKey: ['operations', 'logHistogram', others],
    queryFn: () => call(logRoutes.histogram, { query: others }),
    refetchInterval: FAILED_MS,
  })
}

/** Entries that wait for administrators. The second word is a collection, which it follows. */
export const upkeepQuery = () =>
  queryOptions({
    queryKey: ['operations', 'legalRate', 'upkeep'],
    queryFn: () => call(healthRoutes.upkeep),
  })

export const healthQuery = () =>
  queryOptions({
    queryKey: ['operations', 'health'],
    queryFn: () => call(healthRoutes.one),
    refetchInterval: FAILED_MS,
  })
