type LanguageFacts = {
  /** In the language itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** For `Intl`: one region per language. */
  readonly locale: string
  /** The order of names in its lists, `fr` for that of most languages. */
  readonly collation: 'fr' | 'es' | 'ar'
}

/** Languages of the interface and of what is written with it; the first is the usual one. */
const FACTS = {
  fr: { name: 'Français', direction: 'ltr', locale: 'fr-FR', collation: 'fr' },
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', collation: 'fr' },
  // Latin digits and the Gregorian calendar.
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar-EG-u-ca-gregory-nu-latn',
    collation: 'ar',
  },
  es: { name: 'Español', direction: 'ltr', locale: 'es-ES', collation: 'es' },
  de: { name: 'Deutsch', direction: 'ltr', locale: 'de-DE', collation: 'fr' },
  it: { name: 'Italiano', direction: 'ltr', locale: 'it-IT', collation: 'fr' },
} as const satisfies Readonly<Record<string, LanguageFacts>>

export type Language = keyof typeof FACTS
// Object.keys forgets the key type, and that there are keys
export const LANGUAGES = Object.keys(FACTS) as unknown as readonly [Language, ...Language[]]
export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(FACTS, text)

export const languageName = (language: Language): string => FACTS[language].name
export const directionOf = (language: Language): 'ltr' | 'rtl' => FACTS[language].direction
export const localeOf = (language: Language): string => FACTS[language].locale

export type Collation = LanguageFacts['collation']
export const collationOf = (language: Language): Collation => FACTS[language].collation

/**
 * The text in a language, else in French, else in the first language that has one; '' without any.
 */
export const textIn = (
  texts: Readonly<Partial<Record<Language, string>>>,
  language: Language,
): string => texts[language] || texts.fr || LANGUAGES.map((one) => texts[one]).find(Boolean) || ''
