import { lengthFault } from '#contract/kernel/length-fault.ts'
import { type Language, localeOf } from './languages.ts'
import { contexts, hasWord, startWords, word, wordsOf } from './words.ts'

type Details = Readonly<Record<string, unknown>>

const PLURAL = /_(?:zero|one|two|few|many|other)$/
/**
 * Where a code's sentence is: a refusal's under `error`, a log line's under `log`. A plural one has
 * a key for each form.
 */
const places = new Map(
  contexts.flatMap((context) =>
    (['error', 'log'] as const).flatMap((section) =>
      Object.keys(wordsOf('fr', context)[section] ?? {}).map((key) => {
        const code = key.replace(PLURAL, '')
        return [code, { context, key: `${section}.${code}` }] as const
      }),
    ),
  ),
)

/**
 * The sentence of a code, with `{{name}}` filled from the details in the language's format:
 * numbers, days, months and half-years. `{{name, amount}}` is money in the details' `currency`. A
 * code without a sentence answers itself; a test walks them all.
 */
export function message(language: Language, code: string, details: Details = {}): string {
  const place = places.get(code)
  if (place === undefined) return code
  const fault = lengthFault(code, details)
  const distance =
    fault && word(language, 'kernel', `distance.${fault.key}`, { count: fault.count })
  return word(
    language,
    place.context,
    place.key,
    distance === undefined ? details : { ...details, distance },
  )
}

/** @tests walks every code */
export const hasMessage = (language: Language, code: string): boolean => {
  const place = places.get(code)
  return place !== undefined && hasWord(language, place.context, place.key)
}

/** A sentence of the sign-in pages, which the server renders. */
export const pageText = (language: Language, key: string, details: Details = {}): string =>
  word(language, 'sign-in', key, details)

/** A moment in words. @param timeZone IANA name of where its reader is */
export const momentText = (language: Language, at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(at)

function written(
  value: unknown,
  format: string | undefined,
  language: Language,
  details: Details,
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

/** `1 200,00 €`. */
export const amountText = (language: Language, amount: number, currency: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(amount)

/** `12 octobre 2026`. */
export const dayText = (language: Language, iso: string): string =>
  day(language, iso, { day: 'numeric', month: 'long', year: 'numeric' })

/** `09:30`, as the clocks of a place show. */
export const clockText = (language: Language, at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).format(at)

/** `lundi 12 octobre`. */
export const weekdayText = (language: Language, iso: string): string =>
  day(language, iso, { weekday: 'long', day: 'numeric', month: 'long' })

/** `octobre 2026`. */
export const monthText = (language: Language, year: number, month: number): string =>
  day(language, `${year}-${String(month).padStart(2, '0')}-01`, { month: 'long', year: 'numeric' })

/** Making a format takes as long as a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function day(language: Language, iso: string, style: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${style.weekday ?? ''} ${style.day ?? ''}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: 'UTC' })
  formats.set(key, format)
  const text = format.format(Date.parse(iso))
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text
}

startWords(written)
