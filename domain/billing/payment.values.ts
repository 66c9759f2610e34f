/** Means of a bill's payment. */
export const PAYMENT_METHODS = [
  'transfer',
  'card',
  'directDebit',
  'cheque',
  'cash',
  'other',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/**
 * End of a bill's rest without money. The bank kept it as a fee, the client was granted it, or it
 * is lost.
 */
export const REST_KINDS = ['bankFee', 'discount', 'loss'] as const
export type RestKind = (typeof REST_KINDS)[number]

/** Means of a payment, and the bank's words for it. Earlier payments have neither. */
export type PaymentMeans = {
  readonly method?: PaymentMethod
  readonly bankReference?: string
  /** The income by hand that stood for it: it is removed while the payment stands. */
  readonly matched?: string
}

/**
 * Longest words of the bank, in characters. @source SEPA credit transfer: 140 characters of
 * remittance information
 */
export const BANK_REFERENCE_LENGTH = 140
