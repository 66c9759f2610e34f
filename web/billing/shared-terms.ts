import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'

/**
 * Terms that the forms of a bill and a quote have alike, and that a copy keeps. The list of bills
 * copies one without loading the forms.
 */
export const termsOf = (doc: Bill | Quote) => ({
  clientId: doc.clientId,
  serviceName: doc.serviceName,
  currency: doc.currency,
  includeTva: doc.includeTva,
  includePenalty: doc.includePenalty,
  paymentDeadline: doc.paymentDeadline,
  penaltyRate: doc.penaltyRate,
  penaltyBasis: doc.penaltyBasis,
  discountTerms: doc.discountTerms,
  language: doc.language,
  operation: doc.operation,
  deliveryCountry: doc.deliveryCountry,
  vatReason: doc.vatReason,
  exchangeRate: doc.exchangeRate,
  exchangeDate: doc.exchangeDate,
  exchangeSource: doc.exchangeSource,
  pricesTTC: doc.pricesTTC,
  discount: doc.discount,
  discountKind: doc.discountKind,
  discountReason: doc.discountReason,
  header: doc.header,
  footer: doc.footer,
})
