/** The server's own arithmetic, so that an editor shows to the cent what will be kept. */
export { lineNet, type Totals, totalsFor } from '#domain/billing/amounts.values.ts'
export { toMinor, toQuantity, toRate } from '#domain/kernel/money.ts'
