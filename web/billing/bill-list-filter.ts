import type { Bill } from '#contract/billing/billing.schemas.ts'

/** Views of the list; each but the first is the server's `status` filter. */
export const VIEWS = ['all', 'draft', 'onWait', 'late', 'paid', 'collected'] as const

/** The day a bill is listed under: of its issue, or of its creation while it is a draft. */
export const listDay = (bill: Bill) => bill.issueDate || bill.creationDate
export const yearOf = (bill: Bill) => new Date(listDay(bill)).getUTCFullYear()
