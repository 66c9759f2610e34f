import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { firstDay, monthsOn } from '#web/kernel/words/year-month.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { monthQuery } from './month.queries.ts'
import { copiedMonth, copiedWeek } from './copies.ts'
import { cellsOf, linesOf, weekOf } from './month.ts'
import type { OpenMonth } from './use-month-state.ts'
import { sumOfDays } from './quantity.ts'
import { useRowWords } from './row-words.ts'

type CopyProps = {
  month: OpenMonth
  /** A day of the week to copy to. */
  standing: number | null
  onLines: (lines: readonly string[]) => void
}

/** Last month or last week, the lines alone or with their days. Present entries stay. */
export function CopyMenu({
  month: { profileId, at, days, rows, state, store },
  standing,
  onLines,
}: CopyProps) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const queries = useQueryClient()
  const before = monthsOn(at, -1)
  const { language } = usePreferences()
  const week = weekOf(days, standing)
  const copy = async (what: 'month' | 'week', how: 'lines' | 'days') => {
    const last = cellsOf((await queries.fetchQuery(monthQuery(profileId, before))).activities)
    const source = what === 'month' ? last : new Map([...last, ...state.cells])
    const copied =
      what === 'month'
        ? copiedMonth(last, days, rows, state.cells)
        : copiedWeek(source, week, rows, state.cells)
    if (how === 'days') {
      store.set(copied)
      const total = sumOfDays(copied.map(({ quantity }) => quantity))
      return notifyInfo(
        total > 0
          ? t('copy.done', { count: total, figure: words.figure(total) })
          : t('copy.nothing'),
      )
    }
    const lines =
      what === 'month'
        ? linesOf(last)
        : linesOf(
            new Map(
              [...source].filter(([key]) =>
                week.some((day) => key.startsWith(`${day.at - 7 * DAY_MS}.`)),
              ),
            ),
          )
    const fresh = lines.filter((line) => !rows.some(({ key }) => key === line))
    onLines(fresh)
    notifyInfo(fresh.length > 0 ? t('copy.lines', { count: fresh.length }) : t('copy.noLines'))
  }
  const entry = (what: 'month' | 'week', how: 'lines' | 'days') => ({
    label: t(`copy.${how === 'lines' ? 'linesOnly' : 'linesAndDays'}`),
    onSelect: () => void copy(what, how),
  })
  return (
    <DropMenu
      className="btn max-md:!hidden"
      label={t('copy.of', { month: words.monthName(firstDay(before)) })}
      entries={[
        { heading: words.month(firstDay(before)) },
        entry('month', 'days'),
        entry('month', 'lines'),
        'line',
        { heading: t('copy.weekBefore', { day: dayText(language, week[0]?.at ?? 0) }) },
        entry('week', 'days'),
        entry('week', 'lines'),
      ]}
    >
      <Copy size={16} />
      {t('copy.of', { month: words.monthName(firstDay(before)) })}
    </DropMenu>
  )
}
