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

/** An offer with its score and the reasons for it. Criteria and the CV change them too. */
export const offerMatchQuery = (id: string) => ({
  queryKey: ['prospecting', 'offer', 'match', id] as const,
  queryFn: () => call(prospectingRoutes.offerMatch, { params: { id } }),
})
