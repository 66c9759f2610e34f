import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { historyRoutes } from '#contract/history/history.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/** Collections whose facts stand in the history of another entity: a bill's tells its mails. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { bill: ['effect'] }

/** The facts of a record, newest first and in pages. */
export const factsQuery = (entity: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['history', entity, id, 'facts', ...(BESIDE[entity] ?? [])] as const,
    queryFn: ({ pageParam }) =>
      call(historyRoutes.of, {
        params: { entity, id },
        query: pageParam === '' ? {} : { cursor: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** A record as it was at an instant, or now. */
export const stateQuery = (entity: string, id: string, at?: number) =>
  queryOptions({
    queryKey: ['history', entity, id, at ?? 'now'] as const,
    queryFn: () =>
      call(historyRoutes.of, {
        params: { entity, id },
        query: { limit: 1, ...(at !== undefined && { at }) },
      }),
  })
