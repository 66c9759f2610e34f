import { endpoints } from '#contract/kernel/endpoint.ts'
import type { PlanRoleSchemas, SubscriptionSchemas } from './subscription.schemas.ts'

export const subscriptionRoutes = endpoints<SubscriptionSchemas>({
  config: {
    method: 'GET',
    path: '/subscription/config',
    summary: 'Who takes payments, and how long the trial is',
    access: 'public',
  },
  products: {
    method: 'GET',
    path: '/products/actives',
    outside: true,
    summary: 'The plans for sale, the cheapest first',
    access: 'public',
    perMinute: 120,
  },
  webhook: {
    method: 'POST',
    path: '/subscription/webhook',
    outside: true,
    summary: 'Takes a signed notice of the payment provider, in the header stripe-signature',
    access: 'anyone',
    raw: true,
  },
  one: {
    method: 'GET',
    path: '/subscription/:userId',
    summary: 'The state of the user’s subscription',
    access: 'signed-in',
  },
  checkout: {
    method: 'POST',
    path: '/subscription/:userId/create-checkout-session',
    outside: true,
    summary: 'Opens a page of the payment provider for a plan, and answers its address',
    access: { permission: 'perm_subscription_update' },
    withoutPlan: true,
    perMinute: 20,
    closedToGuests: true,
  },
  portal: {
    method: 'POST',
    path: '/subscription/:userId/create-portal-link/:lang',
    outside: true,
    summary: 'Opens the payment provider’s portal in a language, and answers its address',
    access: { permission: 'perm_subscription_update' },
    withoutPlan: true,
    perMinute: 20,
    closedToGuests: true,
  },
  refresh: {
    method: 'POST',
    path: '/subscription/:userId/refresh',
    outside: true,
    summary:
      'Asks the payment provider for the present plan, as after a checkout whose webhook is late',
    access: { permission: 'perm_subscription_menu' },
    withoutPlan: true,
    perMinute: 30,
    closedToGuests: true,
  },
  invoices: {
    method: 'GET',
    path: '/subscription/:userId/invoices',
    outside: true,
    summary: 'What the user paid for plans, the newest first',
    access: { permission: 'perm_subscription_menu' },
  },
})

/** Which role a price gives while it is paid. */
export const planRoleRoutes = endpoints<PlanRoleSchemas>({
  all: {
    method: 'GET',
    path: '/pricePlanRole/:userId/all',
    summary: 'The roles that prices give',
    access: { permission: 'perm_price_plan_roles_menu' },
    csv: true,
  },
  set: {
    method: 'PUT',
    path: '/pricePlanRole/:userId',
    summary: 'Sets the role that a price gives, for those who pay it now too',
    access: { permission: 'perm_price_plan_roles_manage' },
  },
  remove: {
    method: 'DELETE',
    path: '/pricePlanRole/:userId/:priceId',
    summary: 'A price gives no role any more, and takes it from those who pay it',
    access: { permission: 'perm_price_plan_roles_manage' },
  },
})
