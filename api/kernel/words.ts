import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type FormatterModule } from 'i18next'
import { LANGUAGES, type Language } from './languages.ts'

/** One context's words: the sections of its entities, and `error`, `event`, `permission`. */
type Words = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const folder = new URL('../contract/words/', import.meta.url)
const read = (language: Language, file: string): Words =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Words // the words' test checks their form

/** Words of the contract by language and context; the browser reads the same files. */
export const words = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      readdirSync(new URL(`${language}/`, folder)).map((file) => [
        file.replace('.json', ''),
        read(language, file),
      ]),
    ),
  ]),
) as Record<Language, Record<string, Words>> // Object.fromEntries forgets the keys

/** The context of a section: an entity's words are in one context only. */
const contexts = new Map(
  Object.entries(words.fr).flatMap(([context, sections]) =>
    Object.keys(sections).map((name) => [name, context]),
  ),
)
export const contextOf = (section: string): string | undefined => contexts.get(section)

const i18n = createInstance()

/**
 * A word of the contract, with `{{name}}` filled from the details, in its plural form when they
 * hold a count.
 */
export function word(
  language: Language,
  context: string,
  key: string,
  details: Readonly<Record<string, unknown>> = {},
): string {
  const t = i18n.t as (name: string, options: object) => string // `t` is typed for the browser's keys
  const count = typeof details['count'] === 'number' ? { count: details['count'] } : {}
  // Details also come from users: they are never read as options or as further keys.
  return t(`${context}:${key}`, { ...count, lng: language, replace: details, nest: false })
}
/** A name in a sentence, set apart where the sentence runs from right to left. */
export const isolated = (language: Language, name: string): string =>
  language === 'ar' && name !== '' ? `\u2068${name}\u2069` : name
export const hasWord = (language: Language, context: string, key: string): boolean =>
  i18n.exists(`${context}:${key}`, { lng: language, count: 1 })

/** Formats a detail in the language; `format` is the text after the comma in `{{name, amount}}`. */
export type Write = (
  value: unknown,
  format: string | undefined,
  language: Language,
  details: Readonly<Record<string, unknown>>,
) => string

/** Starts the words once, with the formatter of details. */
export function startWords(write: Write): void {
  const formatter: FormatterModule = {
    type: 'formatter',
    init: () => {},
    add: () => {},
    addCached: () => {},
    // only our languages are used
    format: (value: unknown, format, language, details) =>
      write(value, format, language as Language, details ?? {}),
  }
  void i18n.use(formatter).init({
    resources: words,
    supportedLngs: [...LANGUAGES],
    load: 'currentOnly',
    fallbackLng: false,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
}
