import { readdirSync, readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from './languages.ts'

const folder = new URL('../locales/', import.meta.url)

const dictionaries = Object.fromEntries(
  LANGUAGES.map((language) => {
    const files = readdirSync(new URL(`${language}/`, folder)).filter((name) => name.endsWith('.json'))
    return [
      language,
      Object.assign(
        {},
        ...files.map((name) => JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8')) as object),
      ) as Record<string, string>,
    ]
  }),
) as Record<Language, Record<string, string>>

/** One region a language, as on the screens; Arabic with Latin digits and the Gregorian calendar. */
const LOCALES: Readonly<Record<Language, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  ar: 'ar-EG-u-ca-gregory-nu-latn',
  es: 'es-ES',
  de: 'de-DE',
  it: 'it-IT',
}

type Details = Readonly<Record<string, unknown>>

/**
 * What the server says of a code, `{{name}}` filled from the details in the language's own writing: numbers, days, months and half-years.
 * `{{name, amount}}` is money in the details' `currency`. A code without a text answers itself; a test walks them all.
 */
export const message = (language: Language, code: string, details: Details = {}): string =>
  (dictionaries[language][code] ?? code).replaceAll(
    /\{\{(\w+)(?:, (amount))?\}\}/g,
    (_, name: string, format?: 'amount') =>
      format === 'amount' ? amount(language, details[name], details['currency']) : written(language, details[name]),
  )

function written(language: Language, value: unknown): string {
  // A count or a year is not grouped.
  if (typeof value === 'number')
    return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 4, useGrouping: false }).format(value)
  if (typeof value !== 'string') return ''
  const [, year, half] = /^(\d{4})-H([12])$/.exec(value) ?? []
  if (year !== undefined) return message(language, `halfYear.${half}`, { year })
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(language, value, { day: 'numeric', month: 'long', year: 'numeric' })
  if (/^\d{4}-\d{2}$/.test(value)) return day(language, `${value}-01`, { month: 'long', year: 'numeric' })
  return value
}

function day(language: Language, iso: string, style: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(LOCALES[language], { ...style, timeZone: 'UTC' }).format(Date.parse(iso))
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text
}

const amount = (language: Language, value: unknown, currency: unknown): string =>
  typeof value === 'number' && typeof currency === 'string'
    ? new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(value)
    : written(language, value)

/** @tests walks every code */
export const hasMessage = (language: Language, code: string): boolean => dictionaries[language][code] !== undefined
