/** The server's own arithmetic of entered amounts, and the choices of a transaction. */
export { usualVatPercentAt, vatPercentsAt } from '#domain/billing/vat/place-of-supply.values.ts'
export { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
export { type Entered, enteredRow, selfAssessed } from '#domain/finance/entered-amounts.values.ts'
export {
  goes,
  isNeutral,
  isSelfAssessed,
  NATURES,
  REGIONS,
  TRANSACTION_TYPES,
} from '#domain/finance/transaction.values.ts'
