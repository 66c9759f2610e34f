import { type Quote, QuotePatch } from '#contract/quotes/quotes.schemas.ts'
import { DraftForm as BillForm, lineOf, orNothing, termsOf } from '#web/billing/draft-form.ts'

const OF_A_BILL = { projectId: true, issueDate: true, dueDate: true, deposits: true } as const
/** A bill's draft without what is a bill's own, and what is a quote's own. */
export const QuoteForm = BillForm.omit(OF_A_BILL).extend({
  validUntil: QuotePatch.shape.validUntil.unwrap(),
  depositPercent: orNothing(QuotePatch.shape.depositPercent.unwrap()),
  fee: orNothing(QuotePatch.shape.fee.unwrap()),
})
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
