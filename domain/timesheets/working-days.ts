import { type Day, daysInMonth, daysOfMonth, makeDay, weekday } from '#domain/kernel/time.ts'
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

/** Public holidays of a month, week-ends included. */
export const holidaysOfMonth = (year: number, month: number, region: HolidayRegion = 'national') =>
  publicHolidays(year, region).filter(
    ({ day }) =>
      day >= makeDay(year, month, 1) && day <= makeDay(year, month, daysInMonth(year, month)),
  )

/** By postal code: Bas-Rhin, Haut-Rhin and Moselle. */
export const regionOf = (address: {
  readonly postalCode: string
  readonly country: string
}): HolidayRegion =>
  (address.country === 'FR' || address.country === '') &&
  /^(57|67|68)\d{3}$/.test(address.postalCode)
    ? 'alsaceMoselle'
    : 'national'
