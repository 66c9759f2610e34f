import { withFirst } from '#contract/kernel/first-day.values.ts'
import { minorDigits } from '#contract/kernel/currency.ts'
import { type Language, localeOf } from './languages.ts'
import { timeZone, wallClock } from './time-zone.ts'

/**
 * The only space inside numbers: Instrument Sans has no U+202F, and one width aligns better in
 * columns.
 */
const NBSP = '\u00A0'
const MINUS = '\u2212'

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  kind: string,
  language: Language,
  options: object,
  make: () => T,
): T {
  const key = `${kind} ${language} ${JSON.stringify(options)}`
  let format = cache.get(key) as T | undefined
  if (!format) cache.set(key, (format = make()))
  return format
}
const numberFormat = (language: Language, options: Intl.NumberFormatOptions) =>
  cached(
    'n',
    language,
    options,
    () =>
      new Intl.NumberFormat(localeOf(language), {
        useGrouping: 'always',
        ...options,
      } as Intl.NumberFormatOptions),
  )
const dateFormat = (language: Language, options: Intl.DateTimeFormatOptions) =>
  cached('d', language, options, () => new Intl.DateTimeFormat(localeOf(language), options))

const spaced = (text: string) => text.replace(/[\u202F\u0020]/g, NBSP)
/** Removes direction marks: figures are isolated by `<bdi dir="ltr">` where they are shown. */
const bare = (text: string) => text.replace(/[\u200E\u200F\u061C]/g, '')

/**
 * `€`, `$`; the code itself for a currency without a sign of its own. The same in every language.
 */
export const currencySymbol = (currency: string): string =>
  numberFormat('fr', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency

export type AmountParts = {
  readonly lead: string
  readonly whole: string
  readonly cents: string
  readonly tail: string
}

/**
 * An amount in its four parts, which joined read `−12 480,00 €`.
 * @param options.minor integer minor units
 * @param options.sign `always` shows a plus too, for movements
 * @param options.symbol false in a column whose head names the currency
 */
export function amountParts(
  language: Language,
  options: { minor: number; currency?: string; sign?: 'negative' | 'always'; symbol?: boolean },
): AmountParts {
  const { minor, currency = 'EUR', sign = 'negative', symbol = true } = options
  const digits = minorDigits(currency)
  const value = Math.abs(minor) / 10 ** digits
  const mark = minor < 0 ? MINUS : sign === 'always' && minor > 0 ? '+' : ''
  const parts = numberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(value)
  const whole = spaced(
    bare(
      parts
        .filter((p) => p.type === 'integer' || p.type === 'group')
        .map((p) => p.value)
        .join(''),
    ),
  )
  const cents = bare(
    parts
      .filter((p) => p.type === 'decimal' || p.type === 'fraction')
      .map((p) => p.value)
      .join(''),
  )
  const sign2 = symbol ? currencySymbol(currency) : ''
  // English puts the symbol first; Arabic puts it after the figure, in its direction of reading.
  return language === 'en'
    ? { lead: mark + sign2, whole, cents, tail: '' }
    : { lead: mark, whole, cents, tail: sign2 && NBSP + sign2 }
}

export const amountText = (language: Language, options: Parameters<typeof amountParts>[1]) => {
  const { lead, whole, cents, tail } = amountParts(language, options)
  return lead + whole + cents + tail
}

/** @param options.digits most digits after the separator */
export const numberText = (
  language: Language,
  value: number,
  options: { digits?: number; fixed?: number } = {},
) =>
  spaced(
    bare(
      numberFormat(language, {
        minimumFractionDigits: options.fixed ?? 0,
        maximumFractionDigits: options.fixed ?? options.digits ?? 2,
      }).format(value),
    ),
  ).replace('-', MINUS)

/** `20 %`, `5,5 %`; English `20%`. */
export const percentText = (language: Language, percent: number, digits = 2) =>
  numberText(language, percent, { digits }) + (language === 'en' ? '' : NBSP) + '%'

/** `1 h 30 min`, `45 min`. @unit minutes */
export function durationText(language: Language, minutes: number): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    spaced(
      bare(numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value)),
    )
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return part(rest, 'minute')
  return rest === 0 ? part(hours, 'hour') : `${part(hours, 'hour')}${NBSP}${part(rest, 'minute')}`
}

/** `7,5 h`, or `7,5 heures`. */
export const hoursText = (
  language: Language,
  hours: number,
  unitDisplay: 'short' | 'long' = 'short',
): string =>
  spaced(bare(numberFormat(language, { style: 'unit', unit: 'hour', unitDisplay }).format(hours)))

const FRACTIONS: Readonly<Record<number, string>> = { 0.25: '¼', 0.5: '½', 0.75: '¾' }
/** `½`, `1`, `1¾`: days or hours in one or two signs; others than quarters have decimals. */
export function quarterText(language: Language, value: number): string {
  const whole = Math.floor(value)
  const fraction = FRACTIONS[value - whole]
  return fraction === undefined ? numberText(language, value) : `${whole || ''}${fraction}`
}

/** `mars 2024`; `2024` without its month, `mars` without its year. */
export const monthText = (language: Language, year: number, month: number): string =>
  month === 0
    ? String(year)
    : dayText(language, Date.UTC(year || 2000, month - 1, 1), year === 0 ? 'monthName' : 'month')

/** Several texts in one line. */
export const listText = (language: Language, texts: readonly string[]) =>
  texts.join(language === 'ar' ? '، ' : ', ')

/** `10 Mo`, `640 ko`, in the language's own words. */
export function bytesText(language: Language, bytes: number): string {
  const [unit, size] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const)
  const format = numberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
  return spaced(bare(format.format(size === 1e3 ? Math.ceil(bytes / size) : bytes / size)))
}

/** Short axis labels: `14,3`, with the scale beside the axis. */
export const thousandsText = (language: Language, minor: number, currency = 'EUR') =>
  numberText(language, minor / 10 ** minorDigits(currency) / 1000, { digits: 1 })

export type DayStyle = 'list' | 'long' | 'field' | 'month' | 'monthName' | 'weekday' | 'full'
const DAY_STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  list: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  field: { day: '2-digit', month: '2-digit', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'long' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
}

/** A day as the wire writes it: midnight in UTC. */
export const epochOf = (day: number | string) =>
  typeof day === 'number' ? day : Date.parse(`${day}T00:00:00Z`)
/** Midnight UTC of an instant's day in the user's time zone. */
export const localDay = (at: number) => wallClock(at).day
/** Today in the user's time zone, as the wire writes a day. */
export const today = () => localDay(Date.now())
export const thisYear = () => new Date(today()).getUTCFullYear()

/** `3 nov.` (the year only when it is not this one), `1ᵉʳ novembre 2026`, `03/11/2026`. */
export function dayText(
  language: Language,
  day: number | string,
  style: DayStyle = 'list',
): string {
  const at = epochOf(day)
  const options =
    style === 'list' && new Date(at).getUTCFullYear() !== thisYear()
      ? { ...DAY_STYLES.list, year: 'numeric' as const }
      : DAY_STYLES[style]
  const text = bare(dateFormat(language, { ...options, timeZone: 'UTC' }).format(at))
  // A calendar day is announced with the figure that is shown.
  return style === 'field' || style === 'full' ? text : withFirst(language, text)
}

/** The day of the week: `L`, `lundi`. */
export const weekdayText = (language: Language, day: number, style: 'narrow' | 'long') =>
  bare(dateFormat(language, { weekday: style, timeZone: 'UTC' }).format(day))
/**
 * A period of two days: `du 1ᵉʳ au 30 novembre`, `November 1 – 30`. @param from,to midnight in UTC
 */
export function periodText(language: Language, from: number, to: number): string {
  const format = dateFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  if (language !== 'fr') return bare(format.formatRange(from, to))
  const start = bare(
    format
      .formatRangeToParts(from, to)
      .flatMap(({ source, value }) => (source === 'startRange' ? [value] : []))
      .join(''),
  )
  return `du ${start.replace(/^1(?=$|\s)/, '1ᵉʳ')} au ${dayText('fr', to, 'long').replace(/ \d{4}$/, '')}`
}

/** The day has 24 hours in every language, as in the calendar. */
const MINUTE: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Day and minute in the user's time zone; `short` names the year only when it is not this one. */
export function instantText(
  language: Language,
  at: number,
  style: 'short' | 'long' | 'time' = 'short',
): string {
  const isThisYear = new Date(localDay(at)).getUTCFullYear() === thisYear()
  const day =
    style === 'time'
      ? {}
      : style === 'long'
        ? DAY_STYLES.long
        : isThisYear
          ? DAY_STYLES.list
          : { ...DAY_STYLES.list, year: 'numeric' as const }
  const text = bare(dateFormat(language, { ...day, ...MINUTE, timeZone: timeZone() }).format(at))
  return withFirst(language, text)
}

const inGroups = (text: string, sizes: readonly number[]) => {
  const digits = text.replace(/\s/g, '')
  const groups: string[] = []
  let from = 0
  for (const size of sizes) groups.push(digits.slice(from, (from += size)))
  return [...groups, digits.slice(from)].filter(Boolean).join(NBSP)
}
export const sirenText = (siren: string) => inGroups(siren, [3, 3, 3])
export const siretText = (siret: string) => inGroups(siret, [3, 3, 3, 5])
/** `FR 48 000 000 109`, `CHE-123.456.788 TVA`; others unchanged after their country code. */
export const vatNumberText = (vatNumber: string) => {
  const compact = vatNumber.replace(/\s/g, '')
  const [, one, two, three, tax = ''] = /^CHE(\d{3})(\d{3})(\d{3})(.*)$/.exec(compact) ?? []
  if (three !== undefined) return [`CHE-${one}.${two}.${three}`, tax].filter(Boolean).join(NBSP)
  const [, country = '', key = '', siren = '', rest = ''] =
    /^([A-Z]{2})(?:([0-9A-Z]{2})(\d{9})|(.*))$/.exec(compact) ?? []
  return country === ''
    ? vatNumber
    : [
        country,
        ...(country === 'FR' && siren ? [key, sirenText(siren)] : [key + siren + rest]),
      ].join(NBSP)
}
export const ibanText = (iban: string) =>
  iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, `$1${NBSP}`)
