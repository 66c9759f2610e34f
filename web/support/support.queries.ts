import { supportRoutes } from '#contract/support/support.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

/**
 * Questions of the user, the newest first. The second word is a collection: its changes make the
 * query read again.
 */
export const ownRequestsQuery = () => ({
  queryKey: ['support', 'supportRequest', 'mine'] as const,
  queryFn: () => callPage(supportRoutes.mine, { query: { limit: 50 } }),
})

export const requestCountsQuery = () => ({
  queryKey: ['support', 'supportRequest', 'counts'] as const,
  queryFn: () => call(supportRoutes.counts),
})
