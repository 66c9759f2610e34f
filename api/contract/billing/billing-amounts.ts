/** The server's own arithmetic, so that an editor shows the stored amounts to the cent. */
export {
  type Discount,
  EXCHANGE_DIGITS,
  inEuros,
  PRICE_DIGITS,
  priceOf,
  type Sheet,
  sheetOf,
} from '#domain/billing/amounts.values.ts'
export { afterDeposits } from '#domain/billing/deposit.values.ts'
export { scaleExact, toMajor, toMinor, toQuantity, toRate } from '#domain/kernel/money.ts'
