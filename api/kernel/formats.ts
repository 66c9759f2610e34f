import { withFirst } from '#domain/kernel/first-day.values.ts'
import { type Language, localeOf } from './languages.ts'

/** A moment in words. @param timeZone IANA name of where its reader is */
export const momentText = (language: Language, at: number, timeZone: string): string =>
  withFirst(
    language,
    new Intl.DateTimeFormat(localeOf(language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(at),
  )

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
  return withFirst(language, format.format(Date.parse(iso)))
}
