import clsx from 'clsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { type Cells, type Day, dayTotal, isDue, type Row } from './month.ts'
import { useRowWords } from './row-words.ts'

/**
 * The month at a glance above the week of a phone: full days, halves and gaps. A tap on a day leads
 * to it.
 */
export const MonthDots = memo(function MonthDots({
  weeks,
  shown,
  rows,
  cells,
  onDay,
}: {
  weeks: readonly (readonly Day[])[]
  /** The week below. */
  shown: readonly Day[]
  rows: readonly Row[]
  cells: Cells
  onDay: (day: Day) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  const letter = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  const whole = weeks.find((week) => week.length === 7)
  return (
    <nav
      aria-label={t('glance.title', { month: words.monthYear(weeks[0]?.[0]?.at ?? 0) })}
      className="mt-2"
    >
      <div className="grid grid-cols-7 text-center text-xs text-ink-subtle" aria-hidden="true">
        {whole?.map(({ at }) => (
          <span key={at}>{letter.format(at)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <div
          key={week[0]?.at}
          className={clsx(
            'grid grid-cols-7 rounded-md',
            week[0]?.at === shown[0]?.at && 'bg-surface-sunken',
          )}
        >
          {week.map((day) => {
            const total = dayTotal(cells, rows, day.at)
            const isGap = isDue(day) && total === 0
            const parts = [
              words.day(day.at),
              words.holiday(day),
              total > 0 ? words.days(total) : isGap ? t('grid.unfilled') : '',
            ]
            return (
              <button
                key={day.at}
                type="button"
                className="relative flex h-9 items-center justify-center"
                style={{ gridColumnStart: day.weekday + 1 }}
                aria-current={day.isToday ? 'date' : undefined}
                onClick={() => onDay(day)}
              >
                <span className="sr-only">{parts.filter(Boolean).join(', ')}</span>
                <span
                  aria-hidden="true"
                  className={clsx(
                    'num inline-flex size-7 items-center justify-center rounded-full border-[1.5px] text-xs',
                    total >= 1
                      ? 'border-positive bg-positive-soft font-semibold text-positive'
                      : total > 0
                        ? 'border-positive text-positive'
                        : isGap
                          ? 'border-dashed border-warm-line text-warm'
                          : 'border-transparent text-ink-subtle',
                    day.isToday && 'font-semibold',
                  )}
                >
                  {day.number}
                </span>
              </button>
            )
          })}
        </div>
      ))}
    </nav>
  )
})
