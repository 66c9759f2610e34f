import { localeOf, type Language } from '#web/kernel/words/languages.ts'
import { monthText, today } from '#web/kernel/words/formats.ts'
import { monthKey, monthOfDay } from '#web/kernel/words/year-month.ts'
import type { ChartRow } from './series.tsx'

/** A month as a row of a chart or a table; the running one stands out. */
export function monthRow<K extends string>(
  language: Language,
  year: number,
  month: number,
  values: Readonly<Record<K, number | null>>,
): ChartRow<K> {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'short', timeZone: 'UTC' })
  const id = monthKey({ year, month })
  return {
    id,
    short: format.format(Date.UTC(year, month - 1, 1)),
    name: monthText(language, year, month),
    current: id === monthKey(monthOfDay(today())),
    values,
  }
}
