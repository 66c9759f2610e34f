import { addDays, type Day, makeDay, weekday } from '#domain/kernel/time.ts'

/** Locale keys of the names of public holidays outside France. */
const NAMES_ABROAD = [
  'epiphany',
  'maundyThursday',
  'corpusChristi',
  'immaculateConception',
  'nationalDay',
  'liberationDay',
  'republicDay',
  'constitutionDay',
  'unityDay',
  'europeDay',
  'saintFrancis',
  'restorationDay',
  'kingsDay',
  'bankHoliday',
  'saintPatrick',
  'saintBrigid',
  'saintDevote',
  'princesDay',
  'midsummer',
  'independenceDay',
  'christmasEve',
  'martinLutherKing',
  'washington',
  'memorialDay',
  'juneteenth',
  'columbusDay',
  'veteransDay',
  'thanksgiving',
  'canadaDay',
] as const
type NameAbroad = (typeof NAMES_ABROAD)[number]
type SharedName =
  | 'newYear'
  | 'easterMonday'
  | 'labourDay'
  | 'ascension'
  | 'whitMonday'
  | 'assumption'
  | 'allSaints'
  | 'armistice'
  | 'christmas'
  | 'goodFriday'
  | 'saintStephen'
export type HolidayAbroad = { readonly day: Day; readonly name: NameAbroad | SharedName }

/**
 * Day of a holiday in a year. `fixed`: month and day. `easter`: days after Easter Sunday. `nth`: the
 * weekday of a month, Monday 1, from its end where it is negative. `from`: the first such weekday
 * on or after a day. `moved`: what a week-end does to it.
 */
type Rule = {
  readonly name: NameAbroad | SharedName
  /** First year of the law. */
  readonly since?: number
} & (
  | {
      readonly fixed: readonly [month: number, day: number]
      readonly moved?: 'nextMonday' | 'sundayToMonday' | 'nearest' | 'sundayToSaturday' | 'brigid'
    }
  | { readonly easter: number }
  | { readonly nth: readonly [month: number, weekday: number, nth: number] }
  | { readonly from: readonly [month: number, day: number, weekday: number] }
)

const NEW_YEAR: Rule = { name: 'newYear', fixed: [1, 1] }
const EPIPHANY: Rule = { name: 'epiphany', fixed: [1, 6] }
const MAUNDY_THURSDAY: Rule = { name: 'maundyThursday', easter: -3 }
const GOOD_FRIDAY: Rule = { name: 'goodFriday', easter: -2 }
const EASTER_MONDAY: Rule = { name: 'easterMonday', easter: 1 }
const LABOUR_DAY: Rule = { name: 'labourDay', fixed: [5, 1] }
const ASCENSION: Rule = { name: 'ascension', easter: 39 }
const WHIT_MONDAY: Rule = { name: 'whitMonday', easter: 50 }
const CORPUS_CHRISTI: Rule = { name: 'corpusChristi', easter: 60 }
const ASSUMPTION: Rule = { name: 'assumption', fixed: [8, 15] }
const ALL_SAINTS: Rule = { name: 'allSaints', fixed: [11, 1] }
const ARMISTICE: Rule = { name: 'armistice', fixed: [11, 11] }
const IMMACULATE: Rule = { name: 'immaculateConception', fixed: [12, 8] }
const CHRISTMAS: Rule = { name: 'christmas', fixed: [12, 25] }
const SAINT_STEPHEN: Rule = { name: 'saintStephen', fixed: [12, 26] }
const nationalDay = (month: number, day: number): Rule => ({
  name: 'nationalDay',
  fixed: [month, day],
})
const bankHoliday = (month: number, nth: number): Rule => ({
  name: 'bankHoliday',
  nth: [month, 1, nth],
})
const federal = (name: NameAbroad | SharedName, month: number, day: number): Rule => ({
  name,
  fixed: [month, day],
  moved: 'nearest',
})

/**
 * Holidays of a whole country; those of its parts are left out. @source the countries' laws on
 * public holidays, as of 2026
 */
const COUNTRIES: Readonly<Record<string, readonly Rule[]>> = {
  AT: [
    NEW_YEAR,
    EPIPHANY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    WHIT_MONDAY,
    CORPUS_CHRISTI,
    ASSUMPTION,
    nationalDay(10, 26),
    ALL_SAINTS,
    IMMACULATE,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  BE: [
    NEW_YEAR,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    WHIT_MONDAY,
    nationalDay(7, 21),
    ASSUMPTION,
    ALL_SAINTS,
    ARMISTICE,
    CHRISTMAS,
  ],
  CA: [
    NEW_YEAR,
    GOOD_FRIDAY,
    { name: 'canadaDay', fixed: [7, 1] },
    { name: 'labourDay', nth: [9, 1, 1] },
    CHRISTMAS,
  ],
  CH: [NEW_YEAR, ASCENSION, nationalDay(8, 1), CHRISTMAS],
  DE: [
    NEW_YEAR,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    WHIT_MONDAY,
    { name: 'unityDay', fixed: [10, 3] },
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  DK: [
    NEW_YEAR,
    MAUNDY_THURSDAY,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    ASCENSION,
    WHIT_MONDAY,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  ES: [
    NEW_YEAR,
    EPIPHANY,
    GOOD_FRIDAY,
    LABOUR_DAY,
    ASSUMPTION,
    nationalDay(10, 12),
    ALL_SAINTS,
    { name: 'constitutionDay', fixed: [12, 6] },
    IMMACULATE,
    CHRISTMAS,
  ],
  FI: [
    NEW_YEAR,
    EPIPHANY,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    { name: 'midsummer', from: [6, 20, 6] },
    { name: 'allSaints', from: [10, 31, 6] },
    { name: 'independenceDay', fixed: [12, 6] },
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  GB: [
    { ...NEW_YEAR, moved: 'nextMonday' },
    GOOD_FRIDAY,
    EASTER_MONDAY,
    bankHoliday(5, 1),
    bankHoliday(5, -1),
    bankHoliday(8, -1),
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  IE: [
    NEW_YEAR,
    { name: 'saintBrigid', fixed: [2, 1], moved: 'brigid', since: 2023 },
    { name: 'saintPatrick', fixed: [3, 17] },
    EASTER_MONDAY,
    bankHoliday(5, 1),
    bankHoliday(6, 1),
    bankHoliday(8, 1),
    bankHoliday(10, -1),
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  IT: [
    NEW_YEAR,
    EPIPHANY,
    EASTER_MONDAY,
    { name: 'liberationDay', fixed: [4, 25] },
    LABOUR_DAY,
    { name: 'republicDay', fixed: [6, 2] },
    ASSUMPTION,
    { name: 'saintFrancis', fixed: [10, 4], since: 2026 },
    ALL_SAINTS,
    IMMACULATE,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  LU: [
    NEW_YEAR,
    EASTER_MONDAY,
    LABOUR_DAY,
    { name: 'europeDay', fixed: [5, 9], since: 2019 },
    ASCENSION,
    WHIT_MONDAY,
    nationalDay(6, 23),
    ASSUMPTION,
    ALL_SAINTS,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  MC: [
    NEW_YEAR,
    { name: 'saintDevote', fixed: [1, 27], moved: 'sundayToMonday' },
    EASTER_MONDAY,
    { ...LABOUR_DAY, moved: 'sundayToMonday' } as Rule,
    ASCENSION,
    WHIT_MONDAY,
    CORPUS_CHRISTI,
    ASSUMPTION,
    ALL_SAINTS,
    { name: 'princesDay', fixed: [11, 19], moved: 'sundayToMonday' },
    IMMACULATE,
    { ...CHRISTMAS, moved: 'sundayToMonday' } as Rule,
  ],
  NL: [
    NEW_YEAR,
    EASTER_MONDAY,
    { name: 'kingsDay', fixed: [4, 27], moved: 'sundayToSaturday', since: 2014 },
    ASCENSION,
    WHIT_MONDAY,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  NO: [
    NEW_YEAR,
    MAUNDY_THURSDAY,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    { name: 'constitutionDay', fixed: [5, 17] },
    WHIT_MONDAY,
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  PL: [
    NEW_YEAR,
    EPIPHANY,
    EASTER_MONDAY,
    LABOUR_DAY,
    { name: 'constitutionDay', fixed: [5, 3] },
    CORPUS_CHRISTI,
    ASSUMPTION,
    ALL_SAINTS,
    { name: 'independenceDay', fixed: [11, 11] },
    { name: 'christmasEve', fixed: [12, 24], since: 2025 },
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  PT: [
    NEW_YEAR,
    GOOD_FRIDAY,
    { name: 'liberationDay', fixed: [4, 25] },
    LABOUR_DAY,
    CORPUS_CHRISTI,
    nationalDay(6, 10),
    ASSUMPTION,
    { name: 'republicDay', fixed: [10, 5] },
    ALL_SAINTS,
    { name: 'restorationDay', fixed: [12, 1] },
    IMMACULATE,
    CHRISTMAS,
  ],
  SE: [
    NEW_YEAR,
    EPIPHANY,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    { name: 'nationalDay', fixed: [6, 6], since: 2005 },
    { name: 'midsummer', from: [6, 20, 6] },
    { name: 'allSaints', from: [10, 31, 6] },
    CHRISTMAS,
    SAINT_STEPHEN,
  ],
  US: [
    federal('newYear', 1, 1),
    { name: 'martinLutherKing', nth: [1, 1, 3] },
    { name: 'washington', nth: [2, 1, 3] },
    { name: 'memorialDay', nth: [5, 1, -1] },
    { ...federal('juneteenth', 6, 19), since: 2021 },
    federal('independenceDay', 7, 4),
    { name: 'labourDay', nth: [9, 1, 1] },
    { name: 'columbusDay', nth: [10, 1, 2] },
    federal('veteransDay', 11, 11),
    { name: 'thanksgiving', nth: [11, 4, 4] },
    federal('christmas', 12, 25),
  ],
}

export const COUNTRIES_WITH_HOLIDAYS: readonly string[] = Object.keys(COUNTRIES)

const weekdayFrom = (day: Day, wanted: number): Day => addDays(day, (wanted - weekday(day) + 7) % 7)

function nthOf(year: number, [month, wanted, nth]: readonly [number, number, number]): Day {
  if (nth > 0) return addDays(weekdayFrom(makeDay(year, month, 1), wanted), 7 * (nth - 1))
  const after = month === 12 ? makeDay(year + 1, 1, 1) : makeDay(year, month + 1, 1)
  return addDays(weekdayFrom(addDays(after, -7), wanted), 7 * (nth + 1))
}

/** The days off of a holiday that a week-end moves. */
const MOVES: Readonly<Record<string, (day: Day) => Day>> = {
  nextMonday: (day) => (weekday(day) > 5 ? weekdayFrom(day, 1) : day),
  sundayToMonday: (day) => (weekday(day) === 7 ? addDays(day, 1) : day),
  sundayToSaturday: (day) => (weekday(day) === 7 ? addDays(day, -1) : day),
  nearest: (day) =>
    weekday(day) === 6 ? addDays(day, -1) : weekday(day) === 7 ? addDays(day, 1) : day,
  // A Friday stays; any other day gives the first Monday of February.
  brigid: (day) => (weekday(day) === 5 ? day : weekdayFrom(day, 1)),
}

/** Christmas and Boxing Day of a week-end are two other days off. */
function boxingDays(year: number): readonly HolidayAbroad[] {
  const day = weekday(makeDay(year, 12, 25))
  const [first, second] =
    day === 5 ? [25, 28] : day === 6 ? [27, 28] : day === 7 ? [27, 26] : [25, 26]
  return [
    { name: 'christmas', day: makeDay(year, 12, first) },
    { name: 'saintStephen', day: makeDay(year, 12, second) },
  ]
}

/**
 * Public holidays of a year in a country outside France, in order; none of a country without data.
 *
 * @param easter Easter Sunday of the year
 */
export function holidaysAbroad(
  country: string,
  year: number,
  easter: Day,
): readonly HolidayAbroad[] {
  const dayOf = (rule: Rule): Day => {
    if ('easter' in rule) return addDays(easter, rule.easter)
    if ('nth' in rule) return nthOf(year, rule.nth)
    if ('from' in rule) return weekdayFrom(makeDay(year, rule.from[0], rule.from[1]), rule.from[2])
    const day = makeDay(year, rule.fixed[0], rule.fixed[1])
    return rule.moved === undefined ? day : (MOVES[rule.moved]?.(day) ?? day)
  }
  const rules = (COUNTRIES[country] ?? []).filter(({ since = 0 }) => since <= year)
  const days = rules.map((rule): HolidayAbroad => ({ name: rule.name, day: dayOf(rule) }))
  const isBritish = country === 'GB'
  const moved = isBritish
    ? [
        ...days.filter(({ name }) => name !== 'christmas' && name !== 'saintStephen'),
        ...boxingDays(year),
      ]
    : days
  // A New Year on a Saturday is kept on the last day of the year before.
  const newYear = rules.find(
    (rule) => 'fixed' in rule && rule.moved === 'nearest' && rule.name === 'newYear',
  )
  const next = MOVES['nearest']?.(makeDay(year + 1, 1, 1)) ?? ''
  const all =
    newYear && next < `${year + 1}` ? [...moved, { name: 'newYear' as const, day: next }] : moved
  return all
    .filter(({ day }) => day.startsWith(String(year)))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
