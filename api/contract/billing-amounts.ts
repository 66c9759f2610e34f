/** The server's own arithmetic, so that an editor shows the stored amounts to the cent. */
export { type Discount, PRICE_DIGITS, priceOf, type Sheet, sheetOf } from '#domain/billing/amounts.values.ts'
export { scaleExact, toMinor, toQuantity, toRate } from '#domain/kernel/money.ts'
