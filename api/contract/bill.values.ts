/** The server's own rules of a bill, so that an editor shows the server's decision. */
export { inFilter } from '#domain/billing/bill-state.values.ts'
export { FRANCHISE_MENTION } from '#domain/billing/mentions.values.ts'
export { vatRatesOn } from '#domain/billing/vat.values.ts'
