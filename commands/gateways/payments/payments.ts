import type { Plan } from '#domain/subscription/subscription.ts'

/** A price of a plan. @unit unitAmount in the currency's minor unit */
export type PlanPrice = {
  readonly id: string
  readonly unitAmount: number
  /** ISO 4217, in capitals. */
  readonly currency: string
  readonly type: 'one_time' | 'recurring'
  /** Empty for a single payment. */
  readonly interval: '' | 'day' | 'week' | 'month' | 'year'
  readonly intervalCount: number
  readonly trialPeriodDays: number
}

/** A plan for sale, in the words of the language that was asked for. */
export type PlanProduct = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Address of a picture; empty without one. */
  readonly image: string
  readonly features: readonly string[]
  readonly prices: readonly PlanPrice[]
}

/**
 * Payment of a user for a plan. @unit at: epoch milliseconds; total in the currency's minor unit
 */
export type PlanInvoice = {
  readonly id: string
  readonly number: string
  readonly label: string
  readonly at: number
  readonly total: number
  readonly currency: string
  readonly paid: boolean
  /** Address of its page at the provider; empty without one. */
  readonly url: string
}

type Checkout = {
  readonly customerId: string
  readonly userId: string
  readonly price: PlanPrice
  readonly language: string
  /** Addresses that the provider sends the browser back to. */
  readonly paidUrl: string
  readonly leftUrl: string
}

/** The provider of card payments. Card data never reaches the product. */
export interface Payments {
  readonly provider: 'stripe' | 'local'
  readonly publicKey: string
  /** Each method @throws PAYMENTS_UNAVAILABLE when the provider does not answer, or refuses */
  products(language: string): Promise<readonly PlanProduct[]>
  /** Opens the user's customer account. The same user gets the same one. */
  openCustomer(user: { readonly userId: string; readonly email: string }): Promise<string>
  checkout(checkout: Checkout): Promise<string>
  portal(portal: {
    readonly customerId: string
    readonly language: string
    readonly returnUrl: string
  }): Promise<string>
  /** The customer's present plan; null when there never was one. */
  planOf(customerId: string): Promise<Plan | null>
  /**
   * Ends the customer's plans at once, and removes the customer with its cards. Repeated, it does
   * nothing.
   */
  closeCustomer(customerId: string): Promise<void>
  invoicesOf(customerId: string): Promise<readonly PlanInvoice[]>
  /**
   * The user whom a webhook is about, once its signature is verified; null when it is about no
   * user.
   *
   * @param signature header `stripe-signature`
   * @throws WEBHOOK_REFUSED forged, changed, or signed more than five minutes ago
   */
  userOfWebhook(
    body: Uint8Array,
    signature: string,
  ): Promise<{ readonly userId: string; readonly customerId: string } | null>
}
