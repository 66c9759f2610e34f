import type { Language } from './languages.values.ts'

/** The first of a month, where a language writes an ordinal. */
const FIRSTS: Partial<Record<Language, string>> = { fr: '1ᵉʳ', it: '1º' }
/** A day in words, as `Intl` writes it, with the ordinal of a first: `1ᵉʳ novembre 2026`. */
export const withFirst = (language: Language, text: string): string =>
  text.replace(/(?<=^|\s)1(?=\s\p{L})/u, FIRSTS[language] ?? '1')
