import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Day } from './month.ts'
import { quarterText, numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'

/** Sum of a day over all lines; a ring where a working day is still empty. */
export function DayTotal({ day, total, over }: { day: Day; total: number; over: boolean }) {
  const { t } = useTranslation('timesheets')
  const { language } = usePreferences()
  /** A column has room for one decimal; the row of hours has them all. */
  const short = (days: number) => numberText(language, days, { digits: 1 })
  const missing = day.working && (day.past || day.isToday) && total === 0
  return (
    <td
      className={clsx(
        'num !px-0 text-center !text-xs border-s border-transparent',
        over
          ? '!font-semibold text-negative'
          : total >= 1
            ? '!font-medium text-positive'
            : 'text-ink-subtle',
      )}
      title={over ? t('grid.tooMuch') : undefined}
    >
      {total > 0 && (
        <bdi dir="ltr">
          {Number.isInteger(total * 4) ? quarterText(language, total) : short(total)}
        </bdi>
      )}
      {over && <span className="sr-only">{t('grid.tooMuch')}</span>}
      {missing && (
        <>
          <span
            className="inline-block size-2 rounded-full border-[1.5px] border-warm-line"
            aria-hidden="true"
          />
          <span className="sr-only">{t('grid.unfilled')}</span>
        </>
      )}
    </td>
  )
}
