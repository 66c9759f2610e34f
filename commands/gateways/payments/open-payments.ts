import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { openPaymentSandbox, type PaymentSandbox } from './payments-local.ts'
import type { Payments } from './payments.ts'

export type PaymentAddresses = {
  readonly DATA_DIR: string
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_PUBLIC_KEY?: string | undefined
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined
}

/** Key of the client that talks to the local provider; it opens nothing. */
const LOCAL_KEY = 'sk_test_local'

/**
 * The provider of payments: Stripe where a key is configured, otherwise the local one. Both are
 * reached by the same client, which is loaded with the first call.
 *
 * @returns the sandbox too, where it is used: the server has its pages
 */
export function openPayments(
  {
    DATA_DIR,
    STRIPE_SECRET_KEY,
    STRIPE_PUBLIC_KEY = '',
    STRIPE_WEBHOOK_SECRET = '',
  }: PaymentAddresses,
  { now, metrics }: { readonly now: () => number; readonly metrics?: Metrics },
): { readonly payments: Payments; readonly sandbox: PaymentSandbox | null } {
  const sandbox = STRIPE_SECRET_KEY === undefined ? openPaymentSandbox(DATA_DIR, now) : null
  const provider = sandbox === null ? 'stripe' : 'local'
  const publicKey = STRIPE_PUBLIC_KEY
  let opening: Promise<Payments> | null = null

  async function open(): Promise<Payments> {
    const [{ default: Stripe }, { stripePayments }] = await Promise.all([
      import('stripe'),
      import('./payments-stripe.ts'),
    ])
    const client =
      sandbox === null
        ? new Stripe(STRIPE_SECRET_KEY ?? '', { maxNetworkRetries: 2, telemetry: false })
        : new Stripe(LOCAL_KEY, {
            httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
            telemetry: false,
          })
    const webhookSecret = sandbox?.webhookSecret ?? STRIPE_WEBHOOK_SECRET
    return stripePayments({
      client,
      provider,
      publicKey,
      webhookSecret,
      now,
      ...(metrics && { metrics }),
    })
  }
  const ready = (): Promise<Payments> => (opening ??= open())

  return {
    sandbox,
    payments: {
      provider,
      publicKey,
      products: async (language) => (await ready()).products(language),
      openCustomer: async (user) => (await ready()).openCustomer(user),
      checkout: async (order) => (await ready()).checkout(order),
      portal: async (order) => (await ready()).portal(order),
      planOf: async (customerId) => (await ready()).planOf(customerId),
      closeCustomer: async (customerId) => (await ready()).closeCustomer(customerId),
      invoicesOf: async (customerId) => (await ready()).invoicesOf(customerId),
      userOfWebhook: async (body, signature) => (await ready()).userOfWebhook(body, signature),
    },
  }
}
