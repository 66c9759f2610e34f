/** The server's own arithmetic, so that an editor shows the stored amounts to the cent. */
export { lineNet, type Totals, totalsFor } from '#domain/billing/amounts.values.ts'
export { toMinor, toQuantity, toRate } from '#domain/kernel/money.ts'
