import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { localeOf } from '#domain/kernel/languages.values.ts'
import { fromQuantity } from '#domain/kernel/money.ts'
import { QUARTERS_OF_HOUR } from '#domain/projects/time-unit.values.ts'
import { HALF_DAY, QUARTER_DAY, WHOLE_DAY } from '#domain/timesheets/timesheet.ts'
import { sumOfDays, sumOfQuarters, type WorkedTime } from '#domain/timesheets/worked-time.ts'
import { word } from '#api/kernel/words.ts'

const label = (language: PaperLanguage, key: string, details = {}): string =>
  word(language, 'timesheets', `timesheet.${key}`, details)

/** `7,5 h`, or `7,5 heures`. */
const hoursText = (
  language: PaperLanguage,
  quarters: number,
  unitDisplay: 'short' | 'long' = 'long',
): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'hour', unitDisplay })
    .format(quarters / QUARTERS_OF_HOUR)
    // The fonts of papers have no narrow space, nor direction marks.
    .replaceAll(/[\u0020\u202F]/g, '\u00A0')
    .replaceAll(/[\u200E\u200F\u061C]/g, '')

/** `2,5 jours`. */
function daysText(language: PaperLanguage, worked: readonly WorkedTime[]): string {
  const count = fromQuantity(sumOfDays(worked))
  const figure = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 })
  return label(language, 'approvalPage.days', { count, figure: figure.format(count) })
}

/** `37,5 heures` where all of it was entered so, else days. */
export function timeText(language: PaperLanguage, worked: readonly WorkedTime[]): string {
  const quarters = sumOfQuarters(worked)
  return quarters === null ? daysText(language, worked) : hoursText(language, quarters)
}

/** `1 jour = 7 heures`: how hours became days. Empty where none were entered. */
export function conversionText(
  language: PaperLanguage,
  worked: readonly WorkedTime[],
  unitDisplay?: 'short',
): string {
  const lengths = new Set(worked.flatMap(({ hours }) => hours?.dayQuarters ?? []))
  const days = [...lengths].toSorted((a, b) => a - b)
  return days.length === 0
    ? ''
    : word(language, 'kernel', 'value.dayOf', {
        hours: days.map((quarters) => hoursText(language, quarters, unitDisplay)).join(', '),
      })
}

/** `37,5 heures = 5,36 jours (1 jour = 7 heures)`, or days alone. */
export function totalText(language: PaperLanguage, worked: readonly WorkedTime[]): string {
  const days = daysText(language, worked)
  const conversion = conversionText(language, worked)
  if (conversion === '') return days
  const time = timeText(language, worked)
  return `${time === days ? days : `${time} = ${days}`} (${conversion})`
}

const PARTS: Readonly<Record<number, string>> = {
  [WHOLE_DAY]: 'whole',
  [HALF_DAY]: 'half',
  [QUARTER_DAY]: 'quarter',
  [WHOLE_DAY - QUARTER_DAY]: 'threeQuarters',
}
/** Time of one day in words: `une demi-journée`, `7,5 heures`. */
export function dayTimeText(language: PaperLanguage, worked: WorkedTime): string {
  const part = worked.hours ? undefined : PARTS[worked.quantity]
  return part === undefined ? timeText(language, [worked]) : label(language, `approvalPage.${part}`)
}
