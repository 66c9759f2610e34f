import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { type DraftForm as BillForm, lineOf, termsOf } from '#web/billing/draft-form.ts'

/** Fields of a bill's draft that a quote has not. */
export const OF_A_BILL = {
  projectId: true,
  issueDate: true,
  dueDate: true,
  deposits: true,
} as const
export type QuoteForm = Omit<BillForm, keyof typeof OF_A_BILL> & {
  validUntil: number
  depositPercent: number | null
  fee: number | null
}

export const quoteFormOf = (quote: Quote): QuoteForm => ({
  ...termsOf(quote),
  lines: quote.lines.map(lineOf),
  validUntil: quote.validUntil,
  depositPercent: quote.depositPercent,
  fee: quote.fee,
})
