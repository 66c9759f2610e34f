import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { auditRoutes } from '#contract/history.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

export type AuditFilter = {
  readonly actor?: string
  readonly entity?: string
  readonly from?: number
  readonly to?: number
}
const PAGE = 50

/** What happened, newest first, a page at a time: the log has no end worth counting. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['operations', 'audit', filter],
    queryFn: ({ pageParam }) =>
      callPage(auditRoutes.list, { query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** Walks every chain of the log; asked for by opening the page and by its button, never by itself. */
export const verificationQuery = () =>
  queryOptions({
    queryKey: ['operations', 'verify'],
    queryFn: () => call(auditRoutes.verify),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
