/** How long an article shall be, and how it shall be written. Themes and topics suggest both. */
export const ARTICLE_LENGTHS = ['short', 'medium', 'long'] as const
export const ARTICLE_STYLES = ['practical', 'informative', 'conversational', 'formal'] as const
