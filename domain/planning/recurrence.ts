import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { unreachable } from '#domain/kernel/errors.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  dayOfMonth,
  makeDay,
  monthOf,
  weekday,
  yearOf,
} from '#domain/kernel/time.ts'
import type { Frequency } from './recurrence.values.ts'

/** Recurrence of an event, from its first day on. */
export type Recurrence = {
  readonly frequency: Frequency
  /** Every how many days, weeks, months or years. */
  readonly interval: number
  /**
   * ISO weekdays, Monday is 1; empty is every day, and of a weekly one the weekday of its first
   * day.
   */
  readonly weekdays: readonly number[]
  /** 1 to 12; empty is every month. */
  readonly months: readonly number[]
  /** The last day that may be one; empty without an end. */
  readonly until: DayOrNone
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const named = (days: readonly number[]): string[] => days.flatMap((day) => WEEKDAYS[day - 1] ?? [])

type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  byDay?: string[]
  byMonth?: number[]
  byMonthDay?: number[]
  bySetPos?: number[]
}

const FEBRUARY = 2
const EVERY_MONTH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
/** @param year decides on the 29th of February */
const lengthsOf = (months: readonly number[], year: number): readonly number[] =>
  months.map((month) =>
    dayOfMonth(addDays(month === 12 ? makeDay(year + 1, 1, 1) : makeDay(year, month + 1, 1), -1)),
  )

/**
 * The date in each of some months, or their last day: the 31st becomes the 30th in a short month.
 */
function onDate(day: number, months: readonly number[]): Pick<Rule, 'byMonthDay' | 'bySetPos'> {
  if (day <= Math.min(...lengthsOf(months, 2027))) return { byMonthDay: [day] }
  if (day >= Math.max(...lengthsOf(months, 2028))) return { byMonthDay: [-1] }
  return { byMonthDay: [28, 29, 30, 31].filter((one) => one <= day), bySetPos: [-1] }
}

/** The second Tuesday of a month; a fifth one is the last. */
const onWeekday = (first: Day): string => {
  const nth = Math.ceil(dayOfMonth(first) / 7)
  return `${nth > 4 ? -1 : nth}${named([weekday(first)]).join('')}`
}

/** @source RFC 5545, section 3.3.10 */
function ruleOf({ frequency, interval, weekdays, months }: Recurrence, first: Day): Rule {
  const byDay = weekdays.length > 0 ? { byDay: named(weekdays) } : {}
  const byMonth = months.length > 0 ? { byMonth: [...months] } : {}
  const allMonths = months.length > 0 ? months : EVERY_MONTH
  switch (frequency) {
    case 'daily':
      return { freq: 'DAILY', interval, ...byDay, ...byMonth }
    case 'weekly':
      return {
        freq: 'WEEKLY',
        interval,
        byDay: named(weekdays.length > 0 ? weekdays : [weekday(first)]),
        ...byMonth,
      }
    case 'monthlyByDate':
      return { freq: 'MONTHLY', interval, ...onDate(dayOfMonth(first), allMonths), ...byMonth }
    case 'monthlyByWeekday':
      return { freq: 'MONTHLY', interval, byDay: [onWeekday(first)], ...byMonth }
    case 'yearly': {
      const [day, byMonth] = [dayOfMonth(first), months.length > 0 ? [...months] : [monthOf(first)]]
      if (byMonth.length === 1)
        return { freq: 'YEARLY', interval, byMonth, ...onDate(day, byMonth) }
      // The last day of several months differs from that of one year. Years apart, a month without
      // the date has none.
      return interval === 1
        ? { freq: 'MONTHLY', interval, byMonth, ...onDate(day, byMonth) }
        : { freq: 'YEARLY', interval, byMonth, byMonthDay: [day] }
    }
    default:
      return unreachable(frequency)
  }
}

/** The value of an RRULE line, without its end. @source RFC 5545, section 3.3.10 */
export function ruleText(recurrence: Recurrence, first: Day): string {
  const { freq, interval, byDay, byMonth, byMonthDay, bySetPos } = ruleOf(recurrence, first)
  const parts = {
    INTERVAL: interval > 1 ? [interval] : undefined,
    BYMONTH: byMonth,
    BYMONTHDAY: byMonthDay,
  }
  const lists = Object.entries({ ...parts, BYDAY: byDay, BYSETPOS: bySetPos })
  return [
    `FREQ=${freq}`,
    ...lists.flatMap(([name, list]) => (list ? [`${name}=${list.join(',')}`] : [])),
    'WKST=MO',
  ].join(';')
}

/**
 * The same days by rules that every reader follows. Many do not choose the last of some days of a
 * month, nor count months beside a list of them. February, which may lack the 29th and the 30th,
 * stands apart from the other months.
 */
export function plainRules(recurrence: Recurrence, first: Day): readonly Recurrence[] {
  if (ruleOf(recurrence, first).bySetPos === undefined) return [recurrence]
  const { frequency, interval, months } = recurrence
  const isByYear = frequency === 'monthlyByDate' && 12 % interval === 0
  const reached = (months.length > 0 ? months : EVERY_MONTH).filter(
    (month) => !isByYear || (month - monthOf(first)) % interval === 0,
  )
  const others = reached.filter((month) => month !== FEBRUARY)
  const own: Recurrence = isByYear
    ? { ...recurrence, frequency: 'yearly', interval: 1 }
    : recurrence
  return [others, reached.filter((month) => month === FEBRUARY)]
    .filter((some) => some.length > 0)
    .map((some) => ({ ...own, months: some }))
}

const UNITS = {
  daily: 'days',
  weekly: 'weeks',
  monthlyByDate: 'months',
  monthlyByWeekday: 'months',
  yearly: 'years',
} as const

/**
 * A day not after `from` from which the rule gives the same days as from `first`: whole intervals
 * later. Without it a rule of ten years would be walked from its beginning.
 */
function nearer({ frequency, interval }: Recurrence, first: Day, from: Day): Temporal.PlainDate {
  const start = Temporal.PlainDate.from(first)
  const unit = UNITS[frequency]
  // Months and years begin at their first day, weeks at their Monday. No day of the first period is
  // then left out.
  const base =
    unit === 'days'
      ? start
      : unit === 'weeks'
        ? start.subtract({ days: start.dayOfWeek - 1 })
        : start.with({ day: 1 })
  const ahead = base.until(Temporal.PlainDate.from(from), { largestUnit: unit })[unit]
  return ahead <= 0 ? base : base.add({ [unit]: Math.floor(ahead / interval) * interval })
}

const atMidnight = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC')

/** The most years of rules in the cache. A rule that is shown again is not walked again. */
const REMEMBERED = 1_000
const years = new Map<string, readonly Day[]>()

/** The days that a rule gives in a year, whatever its end. */
function daysOfYear(recurrence: Recurrence, first: Day, year: number): readonly Day[] {
  const { frequency, interval, weekdays, months } = recurrence
  const key = [first, year, frequency, interval, weekdays.join(';'), months.join(';')].join(' ')
  const cached = years.get(key)
  if (cached !== undefined) return cached
  const [january, last] = [makeDay(year, 1, 1), makeDay(year, 12, 31)]
  const begin = january > first ? january : first
  const rule = new RRuleTemporal({
    ...ruleOf(recurrence, first),
    wkst: 'MO',
    tzid: 'UTC',
    dtstart: atMidnight(nearer(recurrence, first, begin)),
    until: atMidnight(Temporal.PlainDate.from(last)),
  })
  const days = rule
    .all()
    .map((at) => at.toPlainDate().toString())
    .filter((day) => day >= begin)
  if (years.size >= REMEMBERED) years.clear()
  years.set(key, days)
  return days
}

/**
 * The days of a recurrence within a period.
 *
 * @param from the first and `to` the last day that is looked for
 */
export function recurrenceDays(
  recurrence: Recurrence,
  first: Day,
  from: Day,
  to: Day,
): readonly Day[] {
  const { until } = recurrence
  const last = until !== '' && until < to ? until : to
  const begin = from > first ? from : first
  const found: Day[] = []
  for (let year = yearOf(begin); begin <= last && year <= yearOf(last); year++)
    for (const day of daysOfYear(recurrence, first, year))
      if (day >= begin && day <= last) found.push(day)
  return found
}

/**
 * Days ahead of the search for the next occurrence. A leap day may be eight years away, or forty by
 * an interval.
 */
const LOOK_AHEAD_DAYS = [40, 400, 15_000]

/** The first day on or after another one; empty when there is none. */
export function nextDay(recurrence: Recurrence, first: Day, from: Day): DayOrNone {
  for (const days of LOOK_AHEAD_DAYS) {
    const found = recurrenceDays(
      recurrence,
      first,
      from,
      addDays(from > first ? from : first, days),
    )[0]
    if (found !== undefined) return found
  }
  return ''
}

/** A recurrence whose first day is moved: its weekdays move along. @unit days */
export const movedBy = (recurrence: Recurrence, days: number): Recurrence => ({
  ...recurrence,
  weekdays: recurrence.weekdays
    .map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1)
    .sort((a, b) => a - b),
  until: recurrence.until === '' ? '' : addDays(recurrence.until, days),
})
