import { describe, expect, test } from 'vitest'
import Holidays from 'date-holidays'
import { weekday } from '#domain/kernel/time.ts'
import { COUNTRIES_WITH_HOLIDAYS } from '#domain/timesheets/holidays-abroad.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import { easterSunday, holidayOn, publicHolidays } from '#domain/timesheets/holidays.ts'

describe('French public holidays', () => {
  // Easter Monday, Ascension and Whit Monday as published by the government for each year.
  test.each([
    [2024, '2024-04-01', '2024-05-09', '2024-05-20'],
    [2025, '2025-04-21', '2025-05-29', '2025-06-09'],
    [2026, '2026-04-06', '2026-05-14', '2026-05-25'],
    [2027, '2027-03-29', '2027-05-06', '2027-05-17'],
    [2028, '2028-04-17', '2028-05-25', '2028-06-05'],
    [2029, '2029-04-02', '2029-05-10', '2029-05-21'],
    [2030, '2030-04-22', '2030-05-30', '2030-06-10'],
  ])('of %i are eleven, three of them by Easter', (year, easterMonday, ascension, whitMonday) => {
    const days = publicHolidays(year)
    expect(days.map((holiday) => holiday.day).sort()).toEqual(
      [
        `${year}-01-01`,
        easterMonday,
        `${year}-05-01`,
        `${year}-05-08`,
        ascension,
        whitMonday,
        `${year}-07-14`,
        `${year}-08-15`,
        `${year}-11-01`,
        `${year}-11-11`,
        `${year}-12-25`,
      ].sort(),
    )
    expect(days.map((holiday) => holiday.day)).toEqual(days.map((holiday) => holiday.day).sort())
    expect(holidayOn(easterMonday)).toBe('easterMonday')
    expect(holidayOn(ascension)).toBe('ascension')
    expect(holidayOn(whitMonday)).toBe('whitMonday')
  })
  test('are two more in Alsace and Moselle', () => {
    const more = publicHolidays(2026, 'alsaceMoselle').filter(
      (holiday) => !publicHolidays(2026).some((national) => national.name === holiday.name),
    )
    expect(more).toEqual([
      { day: '2026-04-03', name: 'goodFriday' },
      { day: '2026-12-26', name: 'saintStephen' },
    ])
    expect(holidayOn('2026-12-26')).toBeNull()
  })
  test('do not include a day that only looks like one', () =>
    expect(holidayOn('2026-11-12')).toBeNull())
  test('rest on an Easter that is a Sunday between 22 March and 25 April in every year', () => {
    for (let year = 1900; year <= 2200; year++) {
      const easter = easterSunday(year)
      expect([easter, weekday(easter)]).toEqual([easter, 7])
      expect(easter.slice(5) >= '03-22' && easter.slice(5) <= '04-25').toBe(true)
    }
  })
})

describe('public holidays outside France', () => {
  // A maintained collection says which working days are free in a whole country.
  const isFree = (day: string) => weekday(day) <= 5
  const told = (country: string, year: number) =>
    // Bank holidays of Britain are England’s.
    (country === 'GB' ? new Holidays('GB', 'ENG') : new Holidays(country))
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10))
      .filter(isFree)
  // Days that the collection has, and the whole country has not; or the other way round.
  const REGIONAL: Readonly<Record<string, readonly string[]>> = {
    CH: ['goodFriday', 'easterMonday', 'whitMonday', 'saintStephen'],
  }
  test.each(COUNTRIES_WITH_HOLIDAYS)('of %s are those of the collection', (country) => {
    for (let year = 2025; year <= 2030; year++) {
      const ours = publicHolidays(year, `${country}:`)
        // The collection does not move Veterans Day off a week-end.
        .filter(({ day, name }) => name !== 'veteransDay' || day.endsWith('11-11'))
        .map(({ day }) => day)
      const regional = publicHolidays(year, 'alsaceMoselle')
        .concat(publicHolidays(year))
        .filter(({ name }) => REGIONAL[country]?.includes(name))
        .map(({ day }) => day)
      const theirs = told(country, year).filter((day) => !regional.includes(day))
      expect([...new Set(ours.filter(isFree))]).toEqual([...new Set(theirs)].toSorted())
    }
  })
  test('follow the address: its country, and none where there is no data', () => {
    expect(publicHolidays(2026, regionOf({ country: 'BE', postalCode: '1000' }))).toContainEqual({
      day: '2026-07-21',
      name: 'nationalDay',
    })
    expect(publicHolidays(2026, regionOf({ country: 'ZW', postalCode: '' }))).toEqual([])
  })
  test.each([
    ['97110', '2026-05-27'],
    ['97200', '2026-05-22'],
    ['97300', '2026-06-10'],
    ['97400', '2026-12-20'],
    ['97600', '2026-04-27'],
  ])('are one more at %s: the abolition of slavery', (postalCode, day) => {
    const more = publicHolidays(2026, regionOf({ country: 'FR', postalCode })).filter(
      ({ name }) => name === 'abolition',
    )
    expect(more).toEqual([{ day, name: 'abolition' }])
    expect(publicHolidays(2026, regionOf({ country: 'FR', postalCode: '75001' }))).toHaveLength(11)
  })
})
