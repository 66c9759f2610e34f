import { readdirSync, readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from './languages.ts'

const folder = new URL('../locales/', import.meta.url)

const dictionaries = Object.fromEntries(
  LANGUAGES.map((language) => {
    const files = readdirSync(new URL(`${language}/`, folder)).filter((name) => name.endsWith('.json'))
    return [language, Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8')) as object)) as Record<string, string>]
  }),
) as Record<Language, Record<string, string>>

/** What the server says of a code, `{{name}}` filled from the details. A code without a text answers itself; a test walks them all. */
export const sentence = (language: Language, code: string, details: Readonly<Record<string, unknown>> = {}): string =>
  (dictionaries[language][code] ?? code).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => written(details[name]))

const written = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export const hasSentence = (language: Language, code: string): boolean => dictionaries[language][code] !== undefined
