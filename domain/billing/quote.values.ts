/** How far a quote has come. An accepted one stays accepted. */
export const QUOTE_STATES = ['draft', 'sent', 'accepted', 'declined', 'expired'] as const
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
