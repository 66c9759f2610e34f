/**
 * Languages that a paper can be written in. What the law wants written stays French (law 94-665,
 * art. 2).
 */
export const PAPER_LANGUAGES = ['fr', 'en', 'es', 'de', 'it', 'ar'] as const
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number]
