import { queryOptions } from '@tanstack/react-query'
import type { ProcessName } from '#contract/operations/operations.values.ts'
import { processRoutes } from '#contract/operations/processes.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/**
 * Time between two reads: often while a tool runs. The stream tells only of the user's own. @unit
 * milliseconds
 */
const RUNNING_MS = 1_000
const IDLE_MS = 15_000

export const processesQuery = () =>
  queryOptions({
    queryKey: ['operations', 'process', 'all'],
    queryFn: () => call(processRoutes.all),
    refetchInterval: ({ state }) =>
      state.data?.some(({ running }) => running) ? RUNNING_MS : IDLE_MS,
  })

/** Read models, queues and lists of work. */
export const machineryQuery = () =>
  queryOptions({
    queryKey: ['operations', 'process', 'machinery'],
    queryFn: () => call(processRoutes.machinery),
    refetchInterval: IDLE_MS,
  })

export const runsQuery = (name: ProcessName) =>
  queryOptions({
    queryKey: ['operations', 'process', 'runs', name],
    queryFn: () => call(processRoutes.runs, { params: { name } }),
    refetchInterval: IDLE_MS,
  })
