import { inFilter } from '#contract/bill.values.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { foldText } from '#web/kernel/words/fold-text.ts'

/** Views of the list; each but the first is also the server's `status` filter, so that the CSV holds the same rows. */
export const VIEWS = ['all', 'draft', 'open', 'late', 'paid', 'collected'] as const
export type View = (typeof VIEWS)[number]
export const isView = (word: string): word is View => (VIEWS as readonly string[]).includes(word)

export const inView = (view: View) => (bill: Bill) => view === 'all' || inFilter(view, bill)

/** The day a bill is listed under: of its issue, or of its creation while it is a draft. */
export const listDay = (bill: Bill) => bill.issueDate || bill.creationDate
export const yearOf = (bill: Bill) => new Date(listDay(bill)).getUTCFullYear()

export type BillFilter = { readonly year: string; readonly client: string; readonly q: string }
export const matches = ({ year, client, q }: BillFilter) => {
  const asked = foldText(q.trim())
  return (bill: Bill) =>
    (year === '' || String(yearOf(bill)) === year) &&
    (client === '' || bill.clientId === client) &&
    (asked === '' || [bill.ref, bill.client, bill.serviceName].some((text) => foldText(text).includes(asked)))
}

/** Sort value for newest first, drafts before all others: day and number in one figure. */
export const orderOf = (bill: Bill) =>
  bill.ref === ''
    ? Number.MAX_SAFE_INTEGER - 1e13 + bill.creationDate / 1000
    : Math.floor(bill.issueDate / 86_400_000) * 100_000 +
      Number(/(\d+)$/.exec(bill.ref)?.[1] ?? 0) +
      0.5 * Number(bill.type !== 'creditNote')
