/** Length and style of an article. Themes and topics suggest both. */
export const ARTICLE_LENGTHS = ['short', 'medium', 'long'] as const
export const ARTICLE_STYLES = ['practical', 'informative', 'conversational', 'formal'] as const
