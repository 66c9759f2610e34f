import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type FormatterModule } from 'i18next'
import { amountText, dayText, monthText } from './formats.ts'
import { directionOf, type Language, LANGUAGES, localeOf } from './languages.ts'

/** One context's words by section: an entity's, a screen's, `error`, `event`. */
type Words = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const folder = new URL('../contract/words/', import.meta.url)
export const contexts: readonly string[] = readdirSync(new URL('fr/', folder)).map((file) =>
  file.replace('.json', ''),
)

const files = new Map<string, Words>()
/** A context's words, read from their file at their first use. The browser has the same words. */
export function wordsOf(language: Language, context: string): Words {
  const name = `${language}/${context}.json`
  const words =
    files.get(name) ?? (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Words) // the words' test checks their form
  files.set(name, words)
  return words
}

/** The context of an entity or a table: only their sections have a name or fields. */
const places = new Map(
  contexts.flatMap((context) =>
    Object.entries(wordsOf('fr', context))
      .filter(([, section]) => Object.hasOwn(section, 'one') || Object.hasOwn(section, 'field'))
      .map(([name]) => [name, context]),
  ),
)
export const contextOf = (section: string): string | undefined => places.get(section)

const i18n = createInstance()
const full = (language: Language, context: string, key: string): string => {
  if (contexts.includes(context) && !i18n.hasResourceBundle(language, context))
    i18n.addResourceBundle(language, context, wordsOf(language, context), false, false, {
      skipCopy: true,
    })
  return `${context}:${key}`
}

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
  const name = full(language, context, key)
  // Details also come from users: they are never read as options or as further keys.
  return t(name, { ...count, lng: language, replace: details, nest: false })
}
/** A name in a sentence, set apart where the sentence runs from right to left. */
export const isolated = (language: Language, name: string): string =>
  directionOf(language) === 'rtl' && name !== '' ? `\u2068${name}\u2069` : name
export const hasWord = (language: Language, context: string, key: string): boolean =>
  i18n.exists(full(language, context, key), { lng: language, count: 1 })

/**
 * A detail in the language's format. The format `amount` wants a `currency` among the details.
 * @param format the text after the comma in `{{name, amount}}`
 */
function written(
  value: unknown,
  format: string | undefined,
  language: Language,
  details: Readonly<Record<string, unknown>>,
): string {
  if (format === 'amount' && typeof value === 'number' && typeof details['currency'] === 'string')
    return amountText(language, value, details['currency'])
  // A count or a year has no thousands separator.
  if (typeof value === 'number')
    return new Intl.NumberFormat(localeOf(language), {
      maximumFractionDigits: 4,
      useGrouping: false,
    }).format(value)
  if (typeof value !== 'string') return ''
  const [, year, half] = /^(\d{4})-H([12])$/.exec(value) ?? []
  if (year !== undefined) return word(language, 'kernel', `halfYear.${half}`, { year })
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(language, value)
  if (/^\d{4}-\d{2}$/.test(value))
    return monthText(language, Number(value.slice(0, 4)), Number(value.slice(5)))
  return value
}

const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  // only our languages are used
  format: (value: unknown, format, language, details) =>
    written(value, format, language as Language, details ?? {}),
}
void i18n.use(formatter).init({
  resources: {},
  supportedLngs: [...LANGUAGES],
  load: 'currentOnly',
  fallbackLng: false,
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
})
