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
import { isDayOf, nextDay, type Recurrence, recurrenceDays, ruleParts } from '../recurrence.ts'

/** Limits of a rule. @unit interval: days to years */
const LONGEST_INTERVAL = 999
const LAST_YEAR = 2200

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const PARTS = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYDAY BYMONTH BYMONTHDAY BYYEARDAY BYWEEKNO BYSETPOS'.split(' '),
)

/**
 * Steps that the rules of a file may still take, so that no file keeps the server busy. `looks`:
 * rules whose first day is looked for in later years.
 */
export type Budget = { steps: number; looks: number }

/** Days in which nearly every rule gives one. */
const NEAR_DAYS = 400

/** Whether a rule gives a day at all. */
function givesAny(rule: Recurrence, first: Day, budget: Budget): boolean {
  if (recurrenceDays(rule, first, first, addDays(first, NEAR_DAYS)).length > 0) return true
  if (budget.looks <= 0) return false
  budget.looks--
  return nextDay(rule, first, first) !== ''
}

const numbersOf = (text: string | undefined): readonly number[] =>
  text === undefined || text === '' ? [] : text.split(',').map(Number)
const textsOf = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(',').map((one) => one.replace(/^\+/, ''))

const isWithin = (values: readonly number[], most: number, signed: boolean): boolean =>
  values.every(
    (one) => Number.isInteger(one) && one !== 0 && one <= most && one >= (signed ? -most : 1),
  )

type Parts = ReturnType<typeof partsIn>

function partsIn(rule: string) {
  const parts = ruleParts(rule)
  return {
    freq: parts.get('FREQ') ?? '',
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO') + 1,
    byDay: textsOf(parts.get('BYDAY')),
    months: numbersOf(parts.get('BYMONTH')),
    dates: numbersOf(parts.get('BYMONTHDAY')),
    yearDays: numbersOf(parts.get('BYYEARDAY')),
    weeks: numbersOf(parts.get('BYWEEKNO')),
    positions: numbersOf(parts.get('BYSETPOS')),
    names: [...parts.keys()],
  }
}

/** The parts with those that a rule takes from its first day. */
function filled(parts: Parts, first: Day): Parts {
  const own = { weekday: [WEEKDAYS[weekday(first) - 1] ?? 'MO'], date: [dayOfMonth(first)] }
  const { freq, byDay, dates, weeks, months } = parts
  if (byDay.length + dates.length + parts.yearDays.length > 0) return parts
  if (freq === 'WEEKLY' || weeks.length > 0) return { ...parts, byDay: own.weekday }
  if (freq === 'MONTHLY') return { ...parts, dates: own.date }
  return freq === 'YEARLY'
    ? { ...parts, dates: own.date, months: months.length > 0 ? months : [monthOf(first)] }
    : parts
}

/** The rule without its end. */
const textOf = (parts: Parts): string =>
  [
    `FREQ=${parts.freq}`,
    ...(parts.interval === 1 ? [] : [`INTERVAL=${parts.interval}`]),
    ...Object.entries({
      BYMONTH: parts.months,
      BYWEEKNO: parts.weeks,
      BYYEARDAY: parts.yearDays,
      BYMONTHDAY: parts.dates,
      BYDAY: parts.byDay,
      BYSETPOS: parts.positions,
    }).flatMap(([name, list]) => (list.length === 0 ? [] : [`${name}=${list.join(',')}`])),
  ].join(';')

/** @source RFC 5545, section 3.3.10: which parts a frequency may have, and their ranges */
const isRule = (parts: Parts): boolean =>
  ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(parts.freq) &&
  parts.names.every((name) => PARTS.has(name)) &&
  Number.isInteger(parts.interval) &&
  parts.interval >= 1 &&
  parts.interval <= LONGEST_INTERVAL &&
  parts.weekStart > 0 &&
  isWithin(parts.months, 12, false) &&
  isWithin(parts.dates, 31, true) &&
  isWithin(parts.yearDays, 366, true) &&
  isWithin(parts.weeks, 53, true) &&
  isWithin(parts.positions, 366, true) &&
  (parts.freq === 'YEARLY' || (parts.yearDays.length === 0 && parts.weeks.length === 0)) &&
  !(parts.freq === 'WEEKLY' && parts.dates.length > 0) &&
  parts.byDay.every((day) => /^(?:-?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(day)) &&
  (parts.freq === 'MONTHLY' ||
    parts.freq === 'YEARLY' ||
    !parts.byDay.some((day) => day.length > 2))

const WORKDAYS = 'FR,MO,TH,TU,WE'

/** A rule of one weekday of each month; null where the product has no word for it. */
function weekdayWords({ byDay, positions }: Parts, first: Day): Partial<Recurrence> | null {
  const [day = ''] = byDay
  const own = WEEKDAYS[weekday(first) - 1] ?? ''
  if (positions.length > 1 || (positions.length === 1 && day.length !== 2)) return null
  // The second of all Sundays is the second Sunday.
  const nth = positions.length === 0 ? day : `${positions[0]}${day}`
  if (nth === `-1${own}`) return { frequency: 'monthlyLastWeekday' }
  const date = dayOfMonth(first)
  return nth === `${Math.ceil(date / 7)}${own}` && date <= 28
    ? { frequency: 'monthlyByWeekday' }
    : null
}

/** A rule of dates of each month; null where the product has no word for it. */
function dateWords({ dates, positions }: Parts, first: Day): Partial<Recurrence> | null {
  const date = dayOfMonth(first)
  const written = dates.join()
  if (positions.length > 0)
    return positions.join() === '-1' && written === [28, 29, 30, 31].slice(0, date - 27).join()
      ? { frequency: 'monthlyByDate' }
      : null
  // A month without the date has none in a file, and its last day in the product.
  if (written === String(date) && date <= 28) return { frequency: 'monthlyByDate' }
  if (written === '-1') return { frequency: 'monthlyLastDay' }
  return dates.every((one) => one > 0)
    ? { frequency: 'monthlyOnDates', dates: dates.toSorted((a, b) => a - b) }
    : null
}

/** A rule of months that the product has a word for; null where it has none. */
function monthlyWords(parts: Parts, first: Day): Partial<Recurrence> | null {
  const { byDay, dates, positions } = parts
  if (byDay.length === 0) return dateWords(parts, first)
  if (dates.length > 0) return null
  if (byDay.length === 1) return weekdayWords(parts, first)
  return byDay.toSorted().join() === WORKDAYS && positions.join() === '-1'
    ? { frequency: 'monthlyLastWorkday' }
    : null
}

/** A rule of years that the product has a word for; null where it has none. */
function yearlyWords(parts: Parts, first: Day): Partial<Recurrence> | null {
  const { months, dates, byDay, positions, interval } = parts
  const isOwn =
    months.join() === String(monthOf(first)) && dates.join() === String(dayOfMonth(first))
  // A rule of 29 February has leap years alone.
  if (isOwn && byDay.length + positions.length === 0 && first.slice(5) !== '02-29')
    return { frequency: 'yearly' }
  // Every other year is not every other month. A position counts within the year.
  if (interval > 1 || months.length === 0 || positions.length > 0) return null
  const words = monthlyWords(parts, first)
  return words === null ? null : { ...words, months }
}

/** A rule that the product has words for; null where it has none. */
function wordsOf(parts: Parts, first: Day): Partial<Recurrence> | null {
  const { freq, byDay, months, interval, weekStart } = parts
  if (parts.yearDays.length + parts.weeks.length > 0) return null
  if (freq === 'MONTHLY') {
    const words = monthlyWords(parts, first)
    return words === null ? null : { ...words, months }
  }
  if (freq === 'YEARLY') return yearlyWords(parts, first)
  if (parts.positions.length + parts.dates.length > 0) return null
  const weekdays = byDay.map((day) => WEEKDAYS.indexOf(day) + 1).toSorted((a, b) => a - b)
  if (freq === 'DAILY') return { frequency: 'daily', weekdays, months }
  // The beginning of a week counts in every second week alone.
  const begins = interval > 1 && weekStart !== 1 ? { weekStart } : {}
  return { frequency: 'weekly', weekdays, months, ...begins }
}

/** The day of the last counted occurrence; null beyond the budget. */
function lastCounted(rule: Recurrence, first: Day, count: number, budget: Budget): Day | null {
  if (count > budget.steps) return null
  budget.steps -= count
  let left = count
  for (let year = yearOf(first); year <= LAST_YEAR; year++) {
    const days = recurrenceDays(rule, first, makeDay(year, 1, 1), makeDay(year, 12, 31))
    budget.steps--
    if (budget.steps < 0) return null
    if (days.length >= left) return days[left - 1] ?? null
    left -= days.length
  }
  return makeDay(LAST_YEAR, 12, 31)
}

/** Words that take the first day's date or weekday need a first day that the rule gives. */
const takesFirstDay = ({ frequency }: Recurrence): boolean =>
  frequency === 'monthlyByDate' ||
  frequency === 'monthlyByWeekday' ||
  frequency === 'monthlyLastWeekday' ||
  frequency === 'yearly'

/**
 * The recurrence of a rule from a day on; null where it gives no day, or has unknown parts.
 *
 * @param until the last day of its UNTIL; empty without one
 */
export function recurrenceIn(
  written: string,
  { first, until }: { readonly first: Day; readonly until: DayOrNone },
  budget: Budget,
): Recurrence | null {
  const rule = written.toUpperCase().replaceAll(/\s+/g, '')
  if (!isRule(partsIn(rule))) return null
  const parts = filled(partsIn(rule), first)
  const usual = { interval: parts.interval, weekdays: [], months: [], until: '' } as const
  const custom: Recurrence = {
    ...usual,
    frequency: 'custom',
    rule: textOf(parts),
    ...(parts.weekStart !== 1 && { weekStart: parts.weekStart }),
  }
  const words = wordsOf(parts, first)
  const named: Recurrence = words === null ? custom : { ...usual, frequency: 'daily', ...words }
  const gives = (one: Recurrence): boolean => isDayOf(one, first, first)
  const recurrence = takesFirstDay(named) && !gives(named) ? custom : named
  if (!givesAny(recurrence, first, budget)) return null
  const count = Number(ruleParts(rule).get('COUNT') ?? 0)
  // Some programs write a count of -1 for none.
  if (count < 1) return until !== '' && until < first ? null : { ...recurrence, until }
  // The first day counts, whether the rule gives it or not.
  const own = gives(recurrence) ? count : count - 1
  if (!Number.isInteger(own) || own < 1) return null
  const last = lastCounted(recurrence, first, own, budget)
  return last === null ? null : { ...recurrence, until: last }
}
