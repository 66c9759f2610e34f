/** The interface's languages, each with its own name; the first is the default. */
export const LANGUAGES = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
  de: 'Deutsch',
  it: 'Italiano',
} as const
export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as Language[] // Object.keys forgets the key type
export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(LANGUAGES, text)
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * Locales for Intl: one region per language, Arabic with Latin digits and the Gregorian calendar.
 */
const LOCALES: Record<Language, string> = {
  fr: 'fr-FR',
  en: 'en-GB',
  ar: 'ar-EG-u-ca-gregory-nu-latn',
  es: 'es-ES',
  de: 'de-DE',
  it: 'it-IT',
}
export const localeOf = (language: Language) => LOCALES[language]
