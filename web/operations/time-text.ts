import { timeZone } from '#web/kernel/words/time-zone.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'

/** A short time in seconds, or in minutes from two on. */
export const leftText = (language: Language, seconds: number): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: seconds < 120 ? 'second' : 'minute',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  }).format(seconds < 120 ? seconds : seconds / 60)

/** The time to the second, with the same digits as the rest of the screen. */
export const timeText = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    timeZone: timeZone(),
  }).format(at)
