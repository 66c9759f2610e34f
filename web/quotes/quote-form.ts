import { z } from 'zod'
import { type Quote, QuotePatch } from '#contract/quotes.schemas.ts'
import { DraftForm as BillForm } from '#web/billing/draft-form.ts'

const OF_A_BILL = { projectId: true, issueDate: true, dueDate: true, deposits: true } as const
const orNothing = <T extends z.ZodType<number>>(type: T) => z.preprocess((value: number | null) => value ?? 0, type)

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
  clientId: quote.clientId,
  serviceName: quote.serviceName,
  purchaseOrder: quote.purchaseOrder,
  startDate: quote.startDate,
  endDate: quote.endDate,
  includePenalty: quote.includePenalty,
  includeTva: quote.includeTva,
  currency: quote.currency,
  header: quote.header,
  footer: quote.footer,
  paymentDeadline: quote.paymentDeadline,
  penaltyRate: quote.penaltyRate,
  penaltyBasis: quote.penaltyBasis,
  discountTerms: quote.discountTerms,
  language: quote.language,
  operation: quote.operation,
  deliveryCountry: quote.deliveryCountry,
  vatReason: quote.vatReason,
  exchangeRate: quote.exchangeRate,
  exchangeDate: quote.exchangeDate,
  exchangeSource: quote.exchangeSource,
  pricesTTC: quote.pricesTTC,
  discount: quote.discount,
  discountKind: quote.discountKind,
  discountReason: quote.discountReason,
  lines: quote.lines.map((line) => ({
    description: line.description,
    quantity: line.quantity,
    unit: line.unit ?? '',
    unitPrice: line.unitPrice,
    tva: line.tva,
    creditedLine: null,
    discount: line.discount ?? 0,
    discountKind: line.discountKind ?? 'percent',
    discountReason: line.discountReason ?? '',
  })),
  validUntil: quote.validUntil,
  depositPercent: quote.depositPercent,
  fee: quote.fee,
})
