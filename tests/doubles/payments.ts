import type { Payments } from '#commands/gateways/payments/payments.ts'
import { subscriptionRefusal } from '#domain/subscription/subscription.ts'

const away = async (): Promise<never> => {
  throw subscriptionRefusal('PAYMENTS_UNAVAILABLE', { reason: 'none' })
}

/** A payment provider that never answers, for commands that take no payment. */
export const noPayments: Payments = {
  provider: 'local',
  publicKey: '',
  products: away,
  openCustomer: away,
  checkout: away,
  portal: away,
  planOf: away,
  closeCustomer: away,
  invoicesOf: away,
  userOfWebhook: away,
}
