import {
  addDays,
  type Day,
  daysOfMonth,
  makeDay,
  monthEnd,
  weekday,
  yearOf,
} from '#domain/kernel/time.ts'
import { type HolidayRegion, publicHolidays } from './holidays.ts'

/** The working days of a month: Monday to Friday, public holidays apart. */
export function workingDaysOf(
  year: number,
  month: number,
  region: HolidayRegion = 'national',
): readonly Day[] {
  const holidays = new Set(publicHolidays(year, region).map(({ day }) => day))
  return daysOfMonth(year, month).filter((day) => weekday(day) <= 5 && !holidays.has(day))
}

const SUNDAY = 7

/**
 * The nth day of those that authorities count (jours ouvrables): Saturdays too, but neither Sundays
 * nor public holidays.
 *
 * @param first the first day that may count
 */
export function nthWeekdayFrom(first: Day, count: number): Day {
  const holidays = (year: number) => new Set(publicHolidays(year).map(({ day }) => day))
  let [year, closed] = [yearOf(first), holidays(yearOf(first))]
  for (let [day, left] = [first, count]; ; day = addDays(day, 1)) {
    if (yearOf(day) !== year) [year, closed] = [yearOf(day), holidays(yearOf(day))]
    if (weekday(day) !== SUNDAY && !closed.has(day)) left--
    if (left === 0) return day
  }
}

/** The day itself, or the working day after it. */
export function workingDayFrom(first: Day): Day {
  for (let day = first; ; day = addDays(day, 1)) {
    const isHoliday = publicHolidays(yearOf(day)).some((holiday) => holiday.day === day)
    if (weekday(day) <= 5 && !isHoliday) return day
  }
}

/** Public holidays of a month, week-ends included. */
export const holidaysOfMonth = (year: number, month: number, region: HolidayRegion = 'national') =>
  publicHolidays(year, region).filter(
    ({ day }) => day >= makeDay(year, month, 1) && day <= monthEnd(year, month),
  )

/** Parts of France with holidays of their own, by postal code, the longest first. */
const BY_POSTAL_CODE: readonly (readonly [prefix: string, region: HolidayRegion])[] = [
  ['97133', 'saintBarthelemy'],
  ['97150', 'saintMartin'],
  ['971', 'guadeloupe'],
  ['972', 'martinique'],
  ['973', 'guyane'],
  ['974', 'reunion'],
  ['976', 'mayotte'],
  ['977', 'saintBarthelemy'],
  ['978', 'saintMartin'],
  // Bas-Rhin, Haut-Rhin and Moselle
  ['57', 'alsaceMoselle'],
  ['67', 'alsaceMoselle'],
  ['68', 'alsaceMoselle'],
]
const BY_COUNTRY: Readonly<Record<string, HolidayRegion>> = {
  '': 'national',
  FR: 'national',
  GP: 'guadeloupe',
  MQ: 'martinique',
  GF: 'guyane',
  RE: 'reunion',
  YT: 'mayotte',
  MF: 'saintMartin',
  BL: 'saintBarthelemy',
}

/** Where an address keeps its holidays. A country without data has none. */
export function regionOf({
  postalCode,
  country,
}: {
  readonly postalCode: string
  readonly country: string
}): HolidayRegion {
  const region = BY_COUNTRY[country]
  if (region === undefined) return `${country}:`
  if (region !== 'national') return region
  const code = postalCode.replaceAll(/\s/g, '')
  const found = BY_POSTAL_CODE.find(([prefix]) => /^\d{5}$/.test(code) && code.startsWith(prefix))
  return found?.[1] ?? 'national'
}
