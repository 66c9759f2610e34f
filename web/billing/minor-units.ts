import { toMinor } from '#contract/billing/billing-amounts.ts'

/** Minor units of a wire amount. The server sends no more digits than the currency has. */
export const minorOf = (major: number, currency: string) => toMinor(major, currency) ?? 0
