/** Languages of the interface and of what is written with it; the first is the usual one. */
export const LANGUAGES = ['fr', 'en', 'ar', 'es', 'de', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The text in a language, else in French, else in the first language that has one; '' without any.
 */
export const textIn = (
  texts: Readonly<Partial<Record<Language, string>>>,
  language: Language,
): string => texts[language] || texts.fr || LANGUAGES.map((one) => texts[one]).find(Boolean) || ''
