import { QuotePatch } from '#contract/quotes/quotes.schemas.ts'
import { DraftForm, orNothing } from '#web/billing/draft-form.schemas.ts'
import { OF_A_BILL } from './quote-form.ts'

/** A bill's draft without what is a bill's own, and what is a quote's own. */
export const QuoteForm = DraftForm.omit(OF_A_BILL).extend({
  validUntil: QuotePatch.shape.validUntil.unwrap(),
  depositPercent: orNothing(QuotePatch.shape.depositPercent.unwrap()),
  fee: orNothing(QuotePatch.shape.fee.unwrap()),
})
