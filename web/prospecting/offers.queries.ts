import { keepPreviousData } from '@tanstack/react-query'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/**
 * Offers by their state. The second word is a collection: its changes make the query read again.
 */
export const pipelineQuery = (q: string) => ({
  queryKey: ['prospecting', 'offer', 'pipeline', q] as const,
  queryFn: () => call(prospectingRoutes.pipeline, { query: q === '' ? {} : { q } }),
  placeholderData: keepPreviousData,
})
