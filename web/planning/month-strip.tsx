import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { lastMonths, monthOf } from './period.ts'

/** The last twelve months, each a way to its first day (D21). January names its year. */
export function MonthStrip({
  day,
  now,
  onMonth,
}: {
  day: number
  now: number
  onMonth: (first: number) => void
}) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const text = (month: number, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: 'UTC' }).format(month)
  const months = lastMonths(day, now)
  const current = useRef<HTMLButtonElement>(null)
  const shown = monthOf(day, 0)
  // A phone shows four months at once.
  // Browsers may answer a scroll with a promise, which is no cleanup.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <nav className="month-strip" aria-label={t('months')}>
      {months.map((month, index) => (
        <button
          key={month}
          ref={month === shown ? current : null}
          type="button"
          aria-current={month === shown ? 'true' : undefined}
          title={text(month, { month: 'long', year: 'numeric' })}
          onClick={() => onMonth(month)}
        >
          {text(month, { month: 'short' })}
          <small
            className={clsx('num', index > 0 && new Date(month).getUTCMonth() > 0 && 'sr-only')}
          >
            {new Date(month).getUTCFullYear()}
          </small>
        </button>
      ))}
    </nav>
  )
}
