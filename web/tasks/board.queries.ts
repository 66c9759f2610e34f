import { boardRoutes } from '#contract/tasks/tasks.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/** The second word is a collection: its changes make the query read again, in each tab. */
export const boardKey = ['tasks', 'board', 'all'] as const
export const boardQuery = { queryKey: boardKey, queryFn: () => call(boardRoutes.get, {}) }

export const boardStatisticsQuery = {
  queryKey: ['tasks', 'board', 'statistics'] as const,
  queryFn: () => call(boardRoutes.statistics, { query: {} }),
}
