/** The states of offers that screens share with the server. They import no zod. */
export { isClosed, OFFER_STATES, type OfferState } from '#domain/prospecting/offer.values.ts'
