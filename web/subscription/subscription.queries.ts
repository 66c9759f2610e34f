import { planRoleRoutes, subscriptionRoutes } from '#contract/subscription/subscription.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/** The second word is a collection: its changes, as a webhook's, make the query read again. */
export const subscriptionQuery = () => ({
  queryKey: ['subscription', 'subscription', 'one'] as const,
  queryFn: () => call(subscriptionRoutes.one),
})
export const plansQuery = (language: string) => ({
  queryKey: ['subscription', 'plans', language] as const,
  queryFn: () => call(subscriptionRoutes.products),
  staleTime: 300_000,
})
/** The second word is a collection: another administrator's change makes the query read again. */
export const planRolesQuery = () => ({
  queryKey: ['subscription', 'pricePlanRole', 'all'] as const,
  queryFn: () => call(planRoleRoutes.all),
})
export const paymentConfigQuery = () => ({
  queryKey: ['subscription', 'config'] as const,
  queryFn: () => call(subscriptionRoutes.config),
  staleTime: Number.POSITIVE_INFINITY,
})
export const planInvoicesQuery = () => ({
  queryKey: ['subscription', 'subscription', 'invoices'] as const,
  queryFn: () => call(subscriptionRoutes.invoices),
})
