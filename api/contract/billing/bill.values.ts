/** The server's own rules of a bill, so that an editor shows the server's decision. */
export { isEmptyAddress } from '#domain/kernel/address.values.ts'
export { depositLine, FRANCHISE_MENTION } from '#domain/billing/vat/mentions.values.ts'
export {
  deliveryOf,
  placeOfSupply,
  unionRatesOf,
} from '#domain/billing/vat/place-of-supply.values.ts'
export {
  BANK_REFERENCE_LENGTH,
  PAYMENT_METHODS,
  REST_KINDS,
} from '#domain/billing/payment.values.ts'
export { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
export {
  LINE_UNITS,
  type LineUnit,
  OPERATIONS,
  PENALTY_BASES,
  type PenaltyBasis,
  VAT_REASONS,
} from '#domain/billing/terms.values.ts'
/** The most bills in a list's filter by id. */
export const MAX_PICKED = 300
/** The most bills that are paid in one act, or whose PDFs are in one archive. */
export const MAX_TOGETHER = 100
