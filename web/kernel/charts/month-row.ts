import { DAY_MS } from '#contract/kernel/time.values.ts'
import { localeOf, type Language } from '#web/kernel/words/languages.ts'
import { monthText, today } from '#web/kernel/words/formats.ts'
import { monthKey } from '#web/kernel/words/year-month.ts'
import type { ChartRow } from './series.tsx'

/** Share of a period that has passed, while it runs. Its first and last day are its own. */
export function passedOf(from: number, to: number): number | undefined {
  const now = today()
  return now < from || now > to ? undefined : (now - from) / (to + DAY_MS - from)
}

/** A month as a row of a chart or a table; the running one stands out. */
export function monthRow<K extends string>(
  language: Language,
  year: number,
  month: number,
  values: Readonly<Record<K, number | null>>,
): ChartRow<K> {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'short', timeZone: 'UTC' })
  const id = monthKey({ year, month })
  const passed = passedOf(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0))
  return {
    id,
    short: format.format(Date.UTC(year, month - 1, 1)),
    name: monthText(language, year, month),
    ...(passed !== undefined && { current: true, passed }),
    values,
  }
}
