/** How far a quote has come. An accepted one stays accepted. */
export const QUOTE_STATES = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** Who accepted or declined: the user, for a client who said so, or the client by the link. */
export const QUOTE_PARTIES = ['user', 'client'] as const
export type QuoteParty = (typeof QUOTE_PARTIES)[number]

/** How long a quote is valid when no day was chosen. @unit days */
export const USUAL_VALIDITY = 30

/** Letters of a reason to decline, and of the name that accepts. */
export const DECLINE_LENGTH = 1000
export const SIGNER_LENGTH = 120

/** Digits of the one-time code. */
export const CODE_DIGITS = 6

/** How long before its end the user is told that a quote's validity ends. @unit days */
export const ENDING_DAYS = 3

/** How long a one-time code holds. @unit minutes */
export const CODE_MINUTES = 15
