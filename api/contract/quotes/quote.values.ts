/** Values of quotes for their screens. */
export {
  DECLINE_LENGTH,
  QUOTE_STATES,
  type QuoteState,
  SIGNER_LENGTH,
  USUAL_VALIDITY,
} from '#domain/quotes/quote.values.ts'
