/** States of an offer, as they are answered and stored. @source specification, section 9 */
export const OFFER_STATES = [
  'new',
  'firstContact',
  'Positionned',
  'onWaiting',
  'accepted',
  'aborted',
] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** States that nothing follows: they have no next action. */
export const isClosed = (state: OfferState): boolean => state === 'accepted' || state === 'aborted'
