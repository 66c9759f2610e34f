import { addDays, makeDay, yearOf, type Day } from '#domain/kernel/time.ts'
import { type HolidayAbroad, holidaysAbroad } from './holidays-abroad.ts'

/** Locale key of a French public holiday's name. The last ones are of parts of France. */
const HOLIDAYS = [
  'newYear',
  'easterMonday',
  'labourDay',
  'victoryDay',
  'ascension',
  'whitMonday',
  'bastilleDay',
  'assumption',
  'allSaints',
  'armistice',
  'christmas',
  'goodFriday',
  'saintStephen',
  'abolition',
] as const
export type HolidayName = (typeof HOLIDAYS)[number] | HolidayAbroad['name']
export type Holiday = { readonly day: Day; readonly name: HolidayName }
/**
 * Where the holidays are observed. Alsace and Moselle have two more (ordinance of 16 August 1892),
 * overseas departments the day of the abolition of slavery. Other countries go by their two
 * letters.
 */
export type HolidayRegion = 'national' | 'alsaceMoselle' | keyof typeof ABOLITION | `${string}:`

/** Day of the abolition of slavery. @source Labour code, article L3422-2; decree 83-1003 */
export const ABOLITION = {
  guadeloupe: [5, 27],
  martinique: [5, 22],
  guyane: [6, 10],
  reunion: [12, 20],
  mayotte: [4, 27],
  saintMartin: [5, 28],
  saintBarthelemy: [10, 9],
} as const satisfies Readonly<Record<string, readonly [month: number, day: number]>>

/** Easter Sunday of the Gregorian calendar. @source Meeus, Astronomical Algorithms, chapter 8 */
export function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return makeDay(year, Math.floor(n / 31), (n % 31) + 1)
}

/** Public holidays of a year, in order. @source Code du travail L3133-1 for France */
export function publicHolidays(
  year: number,
  region: HolidayRegion = 'national',
): readonly Holiday[] {
  const easter = easterSunday(year)
  if (region.endsWith(':')) return holidaysAbroad(region.slice(0, 2), year, easter)
  const holidays: Holiday[] = [
    { day: makeDay(year, 1, 1), name: 'newYear' },
    { day: addDays(easter, 1), name: 'easterMonday' },
    { day: makeDay(year, 5, 1), name: 'labourDay' },
    { day: makeDay(year, 5, 8), name: 'victoryDay' },
    { day: addDays(easter, 39), name: 'ascension' },
    { day: addDays(easter, 50), name: 'whitMonday' },
    { day: makeDay(year, 7, 14), name: 'bastilleDay' },
    { day: makeDay(year, 8, 15), name: 'assumption' },
    { day: makeDay(year, 11, 1), name: 'allSaints' },
    { day: makeDay(year, 11, 11), name: 'armistice' },
    { day: makeDay(year, 12, 25), name: 'christmas' },
  ]
  if (region === 'alsaceMoselle')
    holidays.push(
      { day: addDays(easter, -2), name: 'goodFriday' },
      { day: makeDay(year, 12, 26), name: 'saintStephen' },
    )
  const abolition = ABOLITION[region as keyof typeof ABOLITION] as
    | readonly [number, number]
    | undefined
  if (abolition) holidays.push({ day: makeDay(year, ...abolition), name: 'abolition' })
  // Ascension can fall on 1 or 8 May: both are kept, the fixed one first.
  return holidays.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** Name of the holiday on a day; null when there is none. */
export const holidayOn = (day: Day, region: HolidayRegion = 'national'): HolidayName | null =>
  publicHolidays(yearOf(day), region).find((holiday) => holiday.day === day)?.name ?? null
