import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { activityOf, cellKey, dayOff, pressed, rowsOf, sumsOf } from '#web/timesheets/month.ts'
import {
  asTaken,
  entryOf,
  isSame,
  parseHours,
  partOfDay,
  type Quantity,
  quantityOf,
  sumOfDays,
  sumOfHours,
} from '#web/timesheets/quantity.ts'
import { BRUMAIRE, brumaire, day, days, HYDRAVION, hydravion, NOVEMBER } from './month-specimens.ts'

const h = (hours: number, hoursPerDay = 7) => ({ hours, hoursPerDay })
const hourly = entryOf('hour', 0)

describe('typed hours', () => {
  test.each(LANGUAGES)('are read in %s', (language) => {
    for (const text of ['7,5', '7.5', '7h30', '7 h 30', '7:30', '7H30', '٧٫٥', '٧:٣٠', '450 min'])
      expect([text, parseHours(text, language)]).toEqual([text, 7.5])
    expect(parseHours('7', language)).toBe(7)
    expect(parseHours('0,25', language)).toBe(0.25)
    expect(parseHours('24', language)).toBe(24)
    expect(parseHours(' ', language)).toBe(0)
  })
  test('have the unit of each language', () => {
    expect(parseHours('7 Std. 30', 'de')).toBe(7.5)
    expect(parseHours('7,5 heures', 'fr')).toBe(7.5)
    expect(parseHours('7.5 hours', 'en')).toBe(7.5)
    expect(parseHours('7,5 horas', 'es')).toBe(7.5)
    expect(parseHours('7,5 ore', 'it')).toBe(7.5)
    expect(parseHours('7.5 ساعة', 'ar')).toBe(7.5)
  })
  test.each([
    ['7,3', 'quarters'],
    ['7h20', 'quarters'],
    ['24,25', 'most'],
    ['25', 'most'],
    ['sept', 'format'],
    ['7:75', 'format'],
    ['-1', 'format'],
    ['7h30h', 'format'],
  ])('%s is refused: %s', (text, why) => expect(parseHours(text, 'fr')).toBe(why))
})

describe('a cell', () => {
  test('of hours is summed in hours, and in days without drift', () => {
    const thirds = [h(2.25), h(2.25), h(2.5)]
    expect(sumOfHours(thirds)).toBe(7)
    expect(sumOfDays(thirds)).toBe(1)
    expect(sumOfHours([h(1), 0.5])).toBeNull()
  })
  test('is the same by what was entered', () => {
    expect(isSame(h(7, 7), h(7, 8))).toBe(true)
    expect(isSame(h(7), 1)).toBe(false)
    expect(isSame(0.5, 0.5)).toBe(true)
  })
  test('is read from the wire and sent as it was', () => {
    const read = quantityOf({ quantity: 1.0714, hours: 7.5, hoursPerDay: 7 })
    expect(read).toEqual(h(7.5))
    expect(activityOf(cellKey(day(4), BRUMAIRE), read)).toEqual({
      projectId: BRUMAIRE,
      kind: 'work',
      day: day(4),
      ...h(7.5),
    })
  })
  test('that moves to a row takes its unit', () => {
    expect(asTaken(hourly, 0.5)).toEqual(h(3.5))
    expect(asTaken(entryOf('hour', 7.75), 0.5)).toEqual(h(3.75, 7.75))
    expect(asTaken(entryOf('hour', 8), h(6))).toEqual(h(6, 8))
    expect(asTaken(entryOf('halfDay', 0), h(5))).toBe(0.5)
    expect(asTaken(entryOf('quarterDay', 0), h(6))).toBe(0.75)
    expect(partOfDay(entryOf('halfDay', 0), 0.25)).toBe(0)
  })
})

describe('a row', () => {
  const rowsFor = (timeUnit: 'quarterDay' | 'hour') =>
    rowsOf([{ ...brumaire, timeUnit }, hydravion], NOVEMBER, new Map(), [])
  const put = (...entries: [number, string, Quantity][]) =>
    new Map(entries.map(([number, line, quantity]) => [cellKey(day(number), line), quantity]))
  const pressing = (timeUnit: 'quarterDay' | 'hour', cells: ReadonlyMap<string, Quantity>) => {
    const rows = rowsFor(timeUnit)
    const row = rows.find(({ key }) => key === BRUMAIRE)
    if (row === undefined) throw new Error('no row')
    return pressed(cells, rows, row, day(4))
  }
  test('by quarters goes from the room down to nothing', () => {
    expect(pressing('quarterDay', put())).toBe(1)
    expect(pressing('quarterDay', put([4, BRUMAIRE, 1]))).toBe(0.75)
    expect(pressing('quarterDay', put([4, BRUMAIRE, 0.25]))).toBe(0)
    expect(pressing('quarterDay', put([4, HYDRAVION, 0.5]))).toBe(0.5)
  })
  test('by the hour fills the room, and is typed over after', () => {
    expect(pressing('hour', put())).toEqual(h(7))
    expect(pressing('hour', put([4, HYDRAVION, 0.5]))).toEqual(h(3.5))
    expect(pressing('hour', put([4, BRUMAIRE, h(3)]))).toBeNull()
  })
  test('of a day off takes quarters beside a contract that does', () => {
    expect(
      dayOff(put([4, BRUMAIRE, 0.25]), rowsFor('quarterDay'), HYDRAVION, day(4)).at(-1),
    ).toEqual({
      key: cellKey(day(4), 'holiday'),
      quantity: 0.75,
    })
  })
  test('of hours fills a day by the hours of its contract', () => {
    const cells = put([2, BRUMAIRE, h(7)], [3, BRUMAIRE, h(8)], [4, BRUMAIRE, h(3.5)])
    const sums = sumsOf(rowsFor('hour'), days, cells)
    expect(sums).toMatchObject({ recorded: 2.642857, billable: 2.642857 })
    // A long day of one contract is told as its hours, not as too much.
    expect(sums.over).toEqual([])
    expect(sums.missing.map(({ number }) => number)).not.toContain(2)
    expect(sums.missing.map(({ number }) => number)).toContain(4)
  })
})
