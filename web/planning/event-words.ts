import { withFirst } from '#contract/kernel/first-day.values.ts'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatedFact, EventOccurrence } from '#contract/planning/planning.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, durationText, listText, today } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'
import { timeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

/** Monday 5 January 1970: names of weekdays are read from the days after it. */
const A_MONDAY = 4 * DAY_MS

/** Recurrence of a series, in words. */
type Rhythm = Pick<
  EventOccurrence,
  'frequency' | 'interval' | 'days' | 'months' | 'dates' | 'schedulerStartDate' | 'schedulerEndDate'
>

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Formats are cached: to make one takes longer than a hundred uses. */
function clockFormat(locale: string, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const cached = clocks.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  clocks.set(key, made)
  return made
}

/** Words of the calendar for events and facts, in the user's language. */
export function useEventWords() {
  const { t } = useTranslation(['planning', 'timesheets'])
  const { language } = usePreferences()
  return useMemo(() => eventWords(t, language), [t, language])
}

function eventWords(t: TFunction<['planning', 'timesheets']>, language: Language) {
  const locale = localeOf(language)
  const clock = (at: number, zone = timeZone()) => clockFormat(locale, zone).format(at)
  const weekday = (number: number, style: 'short' | 'long' = 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
      A_MONDAY + (number - 1) * DAY_MS,
    )
  const monthName = (number: number) =>
    new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, number - 1, 1),
    )
  /** The year is told where it is not the present one. */
  const dayStyle = (day: number): Intl.DateTimeFormatOptions => ({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(new Date(day).getUTCFullYear() !== new Date(today()).getUTCFullYear() && {
      year: 'numeric',
    }),
  })
  const fullDay = (day: number) =>
    withFirst(
      language,
      new Intl.DateTimeFormat(locale, { ...dayStyle(day), timeZone: 'UTC' }).format(day),
    )
  const numbers = (text: string) => text.split(';').filter(Boolean).map(Number)
  /** A holiday's name; that of a client says that it is closed. */
  const holidayText = (kind: string, client: string) => {
    const name = t(`timesheets:holidayName.${kind}` as 'timesheets:holidayName.newYear')
    return client === ''
      ? name
      : t('timesheets:clientHoliday', { client: `\u2068${client}\u2069`, name })
  }
  return {
    clock,
    weekday,
    monthName,
    fullDay,
    /** `vendredi 20 novembre, 11:00 – 12:00`. */
    when({ start, end, allDay }: Pick<EventOccurrence, 'start' | 'end' | 'allDay'>): string {
      if (allDay)
        return end - start <= DAY_MS
          ? `${fullDay(start)}, ${t('allDay')}`
          : `${fullDay(start)} – ${fullDay(end - DAY_MS)}`
      const day = (at: number) =>
        withFirst(
          language,
          new Intl.DateTimeFormat(locale, {
            ...dayStyle(wallClock(at).day),
            timeZone: timeZone(),
          }).format(at),
        )
      return day(start) === day(end)
        ? `${day(start)}, ${clock(start)} – ${clock(end)}`
        : `${day(start)}, ${clock(start)} – ${day(end)}, ${clock(end)}`
    },
    /** `Chaque vendredi, jusqu’au 27 novembre 2026`. */
    rhythm({
      frequency,
      interval,
      days,
      months,
      dates,
      schedulerStartDate,
      schedulerEndDate,
    }: Rhythm): string {
      if (frequency === '') return ''
      const weekdays = numbers(days)
      const isNamed = frequency === 'weekly' && interval === 1
      const every = isNamed
        ? t('rhythm.eachWeekday', {
            days: listText(
              language,
              (weekdays.length > 0
                ? weekdays
                : [new Date(schedulerStartDate).getUTCDay() || 7]
              ).map((day) => weekday(day)),
            ),
          })
        : frequency === 'custom'
          ? t('rhythm.custom')
          : t(`rhythm.${frequency}`, {
              count: interval,
              dates: new Intl.ListFormat(locale).format(numbers(dates).map(String)),
            })
      const onDays =
        isNamed || weekdays.length === 0
          ? ''
          : listText(
              language,
              weekdays.map((day) => weekday(day)),
            )
      const inMonths =
        months === ''
          ? ''
          : t('rhythm.inMonths', { months: listText(language, numbers(months).map(monthName)) })
      const until =
        schedulerEndDate === 0
          ? ''
          : t('rhythm.until', { day: dayText(language, schedulerEndDate, 'long') })
      return [every, onDays, inMonths, until].filter(Boolean).join(', ')
    },
    reminder: (minutes: number): string =>
      minutes % 1440 === 0
        ? t('reminder.days', { count: minutes / 1440 })
        : t('reminder.before', { time: durationText(language, minutes) }),
    /** Name of another context's fact. */
    fact: ({ layer, kind, title }: DatedFact): string =>
      layer === 'holidays'
        ? holidayText(kind, title)
        : layer === 'worked'
          ? title ||
            t(`timesheets:timesheet.option.kind.${kind}` as 'timesheets:timesheet.option.kind.sick')
          : t(`fact.${layer}.${kind}` as 'fact.bills.late', { title }),
  }
}
