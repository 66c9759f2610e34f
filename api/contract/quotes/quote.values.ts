/** What a quote's screens know of its values. */
export {
  DECLINE_LENGTH,
  QUOTE_STATES,
  type QuoteState,
  SIGNER_LENGTH,
  USUAL_VALIDITY,
} from '#domain/quotes/quote.values.ts'
