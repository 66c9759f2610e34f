import { infiniteQueryOptions } from '@tanstack/react-query'
import { historyRoutes } from '#contract/history/history.contract.ts'
import { callPage } from '#web/kernel/data/client.ts'

/** The removed records of an entity, the last removed first, in pages. */
export const removedQuery = (entity: string) =>
  infiniteQueryOptions({
    queryKey: ['history', entity, 'removed'] as const,
    queryFn: ({ pageParam }) =>
      callPage(historyRoutes.removed, {
        params: { entity },
        query: pageParam === '' ? {} : { cursor: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
