import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { dayText, today, weekdayText } from '#web/kernel/words/formats.ts'
import { directionOf } from '#web/kernel/words/languages.ts'
import { addDays, addMonths, dayAfterKey, endOfMonth, startOfMonth, weeksOf } from './month-days.ts'

/** Range of the years: a birth is up to a century ago, a contract's end some years ahead. */
const YEARS_BACK = 100
const YEARS_AHEAD = 15

/**
 * A month as a grid of days, Monday first. Arrows move by a day or a week, Home and End within the
 * week. PageUp and PageDown move by a month, with Shift by a year. Enter or Space chooses.
 *
 * @param props.value the chosen day (UTC midnight, epoch ms), 0 for none
 * @param props.onPick gets 0 for none
 * @source WAI-ARIA Authoring Practices, Date Picker Dialog
 */
export function DayPicker({
  value,
  onPick,
  optional,
}: {
  value: number
  onPick: (day: number) => void
  optional: boolean
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const now = today()
  const [cursor, setCursor] = useState(value || now)
  /** The grid has the focus when it opens and after each key, but not after a choice of month. */
  const [focused, setFocused] = useState(true)
  useEffect(() => {
    if (focused) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [cursor, focused])

  const show = (day: number) => {
    setFocused(false)
    setCursor(day)
  }
  const press = (event: KeyboardEvent) => {
    const to = dayAfterKey(cursor, event, directionOf(language) === 'rtl' ? -1 : 1)
    if (to !== undefined) {
      setFocused(true)
      setCursor(to)
    } else if (event.key === 'Enter' || event.key === ' ') onPick(cursor)
    else return
    event.preventDefault()
  }
  const shortcut = (label: string, day: number) => (
    <Button size="sm" variant="quiet" onClick={() => onPick(day)}>
      {label}
    </Button>
  )
  return (
    <div className="w-[292px] max-w-full">
      <MonthHead id={headingId} month={cursor} now={now} onShow={show} />
      <table ref={grid} role="grid" aria-labelledby={headingId} className="month">
        <thead>
          <tr>
            {(weeksOf(cursor)[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={weekdayText(language, day, 'long')}>
                {weekdayText(language, day, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  tabIndex={day === cursor ? 0 : -1}
                  aria-selected={day === value}
                  aria-current={day === now ? 'date' : undefined}
                  aria-label={dayText(language, day, 'full')}
                  className={clsx(startOfMonth(day) !== startOfMonth(cursor) && 'out')}
                  onClick={() => onPick(day)}
                  onKeyDown={press}
                >
                  {new Date(day).getUTCDate()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-1.5 flex flex-wrap gap-x-1 border-t border-line pt-1.5">
        {shortcut(t('picker.today'), now)}
        {shortcut(t('picker.endOfMonth'), endOfMonth(now))}
        {shortcut(t('picker.endOfLastMonth'), addDays(startOfMonth(now), -1))}
        {optional && value !== 0 && shortcut(t('picker.none'), 0)}
      </div>
    </div>
  )
}

/** The month's name, its neighbours, and the choice of another month or year. */
function MonthHead({
  id,
  month,
  now,
  onShow,
}: {
  id: string
  /** A day of the month. */
  month: number
  now: number
  onShow: (day: number) => void
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const at = new Date(month)
  const thisYear = new Date(now).getUTCFullYear()
  const [first, last] = [
    Math.min(at.getUTCFullYear(), thisYear - YEARS_BACK),
    Math.max(at.getUTCFullYear(), thisYear + YEARS_AHEAD),
  ]
  return (
    <div className="flex items-center justify-between gap-1">
      <IconButton
        icon={ChevronLeft}
        size={17}
        label={t('picker.previousMonth')}
        points
        onClick={() => onShow(addMonths(month, -1))}
      />
      <span id={id} className="sr-only" aria-live="polite">
        {dayText(language, month, 'month')}
      </span>
      <span className="flex items-center">
        <NativeSelect
          bare
          aria-label={t('picker.month')}
          className="!py-1 font-semibold"
          value={at.getUTCMonth()}
          onChange={(event) =>
            onShow(addMonths(month, Number(event.target.value) - at.getUTCMonth()))
          }
        >
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index}>
              {dayText(language, Date.UTC(2024, index, 1), 'monthName')}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          bare
          aria-label={t('picker.year')}
          className="!py-1 font-semibold"
          value={at.getUTCFullYear()}
          onChange={(event) =>
            onShow(addMonths(month, (Number(event.target.value) - at.getUTCFullYear()) * 12))
          }
        >
          {Array.from({ length: last - first + 1 }, (_, index) => (
            <option key={index} value={first + index}>
              {first + index}
            </option>
          ))}
        </NativeSelect>
      </span>
      <IconButton
        icon={ChevronRight}
        size={17}
        label={t('picker.nextMonth')}
        points
        onClick={() => onShow(addMonths(month, 1))}
      />
    </div>
  )
}
