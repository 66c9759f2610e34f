import { useTranslation } from 'react-i18next'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, periodText } from '#web/kernel/words/formats.ts'
import { lastDay, monthOfDay } from '#web/kernel/words/year-month.ts'

type Named = Pick<VatPeriod, 'from' | 'to' | 'periodicity'>

/** `octobre 2026`, `4ᵉ trimestre 2026`, `2026`; the days of a period that is cut. */
export function usePeriodName() {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  return ({ from, to, periodicity }: Named): string => {
    const [first, last] = [monthOfDay(from), monthOfDay(to)]
    const length = { monthly: 1, quarterly: 3, annual: 12 }[periodicity]
    const isWhole =
      from === Date.UTC(first.year, first.month - 1, 1) &&
      to === lastDay(last) &&
      last.month - first.month === length - 1
    if (!isWhole) return periodText(language, from, to)
    if (periodicity === 'annual') return String(first.year)
    if (periodicity === 'monthly') return dayText(language, from, 'month')
    const quarter = (['q1', 'q2', 'q3', 'q4'] as const)[Math.floor((first.month - 1) / 3)] ?? 'q1'
    return t(`vatScreen.quarter.${quarter}`, { year: first.year })
  }
}
