/** State of a quote. An accepted one stays accepted. */
export const QUOTE_STATES = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** Author of the answer: the user, for a client who gave it, or the client by the link. */
export const QUOTE_PARTIES = ['user', 'client'] as const
export type QuoteParty = (typeof QUOTE_PARTIES)[number]

/** Validity of a quote without a chosen day. @unit days */
export const USUAL_VALIDITY = 30

/** Letters of a reason to decline, and of the name that accepts. */
export const DECLINE_LENGTH = 1000
export const SIGNER_LENGTH = 120

/** Digits of the one-time code. */
export const CODE_DIGITS = 6

/** Notice before the end of a quote's validity. @unit days */
export const ENDING_DAYS = 3

/** Lifetime of a one-time code. @unit minutes */
export const CODE_MINUTES = 15
