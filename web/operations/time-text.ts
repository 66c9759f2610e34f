import { timeZone } from '#web/kernel/words/time-zone.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'

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
