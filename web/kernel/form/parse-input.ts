import { NumberParser } from '@internationalized/number'
import { thisYear } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'

const MINUS = '\u2212'
/** Arabic digits, decimal and thousands separators: each is unambiguous. */
const ARABIC = /[\u0660-\u0669\u066B\u066C]/
/**
 * Characters around a figure that are ignored: spaces, direction marks, currency and percent signs,
 * apostrophes.
 */
const AROUND = /[\s\p{Cf}\p{Sc}%'\u2019]/gu

const parsers = new Map<string, NumberParser>()
function parserOf(locale: string): NumberParser {
  let parser = parsers.get(locale)
  if (!parser)
    parsers.set(locale, (parser = new NumberParser(locale, { maximumFractionDigits: 20 })))
  return parser
}

/** Separators by language, cached: `1.250,5` in German, `1 250,5` in French. */
const separators = new Map<Language, { readonly decimal: string; readonly group: string }>()
function separatorsOf(language: Language) {
  let found = separators.get(language)
  if (!found) {
    const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: true }).formatToParts(
      -12_345.6,
    )
    const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    separators.set(language, (found = { decimal: sign('decimal'), group: sign('group') }))
  }
  return found
}

/** The decimal separator of a text, '' when there are no decimals; null when it is ambiguous. */
function decimalIn(text: string, language: Language): string | null {
  const { decimal, group } = separatorsOf(language)
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point < 0 && comma < 0) return ''
  const last = point > comma ? '.' : ','
  const other = last === '.' ? ',' : '.'
  const times = text.split(last).length - 1
  const grouped = new RegExp(`^-?\\d{1,3}(\\${last}\\d{3})+$`).test(text)
  // Both separators: the last one, if it occurs once, precedes the decimals.
  if (text.includes(other)) return times === 1 ? last : null
  if (times > 1) return grouped ? '' : null
  // One separator: thousands if the language uses it so and three digits follow, else decimals.
  return last !== decimal && last === group && grouped ? '' : last
}

/** A typed number, with or without thousands separators; null when it is invalid. */
export function parseNumber(text: string, language: Language): number | null {
  const bare = text.replace(AROUND, '').replace(MINUS, '-')
  if (bare === '') return null
  if (ARABIC.test(bare)) return parsed(bare, 'ar-EG')
  const decimal = decimalIn(bare, language)
  if (decimal === null) return null
  const whole = bare.replace(/[.,]/g, (sign) =>
    sign === decimal ? separatorsOf(language).decimal : '',
  )
  return parsed(whole, localeOf(language))
}

function parsed(text: string, locale: string): number | null {
  const parser = parserOf(locale)
  const number = parser.isValidPartialNumber(text) ? parser.parse(text) : Number.NaN
  return Number.isNaN(number) ? null : number
}

/** Arabic digits as Latin ones, direction marks removed. */
const inLatin = (text: string) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/\p{Cf}/gu, '')
    .trim()

/**
 * A typed day (`3/11/2026`, `03-11-26`, `3.11` of this year) in the wire's form; null for an
 * impossible day.
 */
export function parseDay(text: string): number | null {
  const latin = inLatin(text)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(latin)
  const typed = /^(\d{1,2})[\s/.-](\d{1,2})(?:[\s/.-](\d{2}|\d{4}))?$/.exec(latin)
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : typed
      ? [Number(typed[3] ?? thisYear()), Number(typed[2]), Number(typed[1])]
      : [0, 0, 0]
  const full = year < 100 && year > 0 ? 2000 + year : year
  const at = Date.UTC(full, month - 1, day)
  const made = new Date(at)
  return full > 0 &&
    made.getUTCFullYear() === full &&
    made.getUTCMonth() === month - 1 &&
    made.getUTCDate() === day
    ? at
    : null
}

/**
 * A typed time (`9:30`, `9h30`, `0930`, `9`) in minutes since midnight; null when it is invalid.
 */
export function parseTime(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})(?:\s*[:h.]?\s*(\d{2})|\s*h)?$/i.exec(inLatin(text)) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes ?? 0) > 59) return null
  return Number(hours) * 60 + Number(minutes ?? 0)
}

/**
 * First letters of hours in the six languages (h, hora, ora, Std., ساعة); minutes begin otherwise
 * (min, دقيقة).
 */
const HOURS = /^[hosس]/i
const MINUTES = /^[mد]/i
/**
 * A typed duration (`1 h 30`, `1:30`, `90 min`, `1,5 h`, `90`) in minutes; null when it is invalid.
 */
export function parseDuration(text: string, language: Language): number | null {
  const latin = inLatin(text)
  const [, clockHours, clockMinutes] = /^(\d+):(\d{2})$/.exec(latin) ?? []
  if (clockHours !== undefined)
    return Number(clockMinutes) > 59 ? null : Number(clockHours) * 60 + Number(clockMinutes)
  const [, figure = '', unit = '', rest, restUnit = ''] =
    /^([\d.,\u066B]+)\s*(\p{L}*)\.?\s*(?:(?:و\s*)?(\d{1,2})\s*(\p{L}*)\.?)?$/u.exec(latin) ?? []
  const number = parseNumber(figure, language)
  if (number === null) return null
  if (HOURS.test(unit)) {
    if (rest !== undefined && (Number(rest) > 59 || (restUnit !== '' && !MINUTES.test(restUnit))))
      return null
    return Math.round(number * 60) + Number(rest ?? 0)
  }
  return (unit === '' || MINUTES.test(unit)) && rest === undefined && Number.isInteger(number)
    ? number
    : null
}
