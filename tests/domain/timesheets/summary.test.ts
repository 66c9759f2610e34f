import { describe, expect, test } from 'vitest'
import { daysOfMonth, weekday } from '#domain/kernel/time.ts'
import { summaryOf } from '#domain/timesheets/summary.ts'
import { type Activity, HALF_DAY, WHOLE_DAY } from '#domain/timesheets/timesheet.ts'
import { regionOf, workingDayFrom, workingDaysOf } from '#domain/timesheets/working-days.ts'

const work = (day: string, quantity = WHOLE_DAY, projectId = 'client'): Activity => ({
  kind: 'work',
  projectId,
  day,
  quantity,
})
const off = (day: string, kind: Activity['kind']): Activity => ({
  kind,
  projectId: '',
  day,
  quantity: WHOLE_DAY,
})
const days = (n: number): number => n * WHOLE_DAY
const november = (activities: readonly Activity[], today = '2026-11-30') =>
  summaryOf(activities, { year: 2026, month: 11, today, billable: (id) => id === 'client' })

describe('working days', () => {
  test('are week days without public holidays', () => {
    expect(workingDaysOf(2026, 11)).toHaveLength(20) // 21 week days, the 11th apart
    // 21 week days; 1, 8, 14 (Ascension) and 25 May apart
    expect(workingDaysOf(2026, 5)).toHaveLength(17)
  })
  test('lack two more in Alsace and Moselle', () => {
    expect(workingDaysOf(2026, 4)).toHaveLength(21)
    expect(workingDaysOf(2026, 4, regionOf({ postalCode: '67000', country: 'FR' }))).toHaveLength(
      20,
    )
    expect(regionOf({ postalCode: '75011', country: 'FR' })).toBe('national')
  })
})

describe('the summary of a month', () => {
  test('counts work on client contracts apart from all other time, and days off apart', () =>
    expect(
      november([
        work('2026-11-02'),
        work('2026-11-03', HALF_DAY),
        work('2026-11-03', HALF_DAY, 'own'),
        off('2026-11-04', 'sick'),
        off('2026-11-05', 'training'),
        off('2026-11-06', 'holiday'),
      ]),
    ).toMatchObject({
      billable: days(1.5),
      nonBillable: days(2.5),
      holiday: days(1),
      workingDays: days(20),
      exceeded: 0,
    }))
  test('lacks what working days up to today are not full of', () => {
    expect(
      november([work('2026-11-02'), work('2026-11-03', HALF_DAY)], '2026-11-04').unfilled,
    ).toBe(days(1.5))
    // 2 to 6, 9, 10 and 12; the 11th is a public holiday
    expect(november([], '2026-11-12').unfilled).toBe(days(8))
    expect(november([], '2026-12-05').unfilled).toBe(days(20))
    expect(november([], '2026-10-31').unfilled).toBe(0)
  })
  test('does not fill a day with what another has too much', () =>
    expect(
      november([work('2026-11-02', days(1)), work('2026-11-02', days(1), 'own')], '2026-11-03')
        .unfilled,
    ).toBe(days(1)))
  test('says by how much the working days are exceeded', () => {
    const all = daysOfMonth(2026, 11).filter((day) => weekday(day) <= 5)
    expect(november(all.map((day) => work(day)))).toMatchObject({
      workingDays: days(20),
      billable: days(21),
      exceeded: days(1),
    })
    expect(november(all.slice(1).map((day) => work(day)))).toMatchObject({
      billable: days(20),
      exceeded: 0,
    })
  })
})

test.each([
  ['a Friday', '2026-11-27', '2026-11-27'],
  ['a Saturday', '2026-11-28', '2026-11-30'],
  ['a Sunday', '2026-11-29', '2026-11-30'],
  ['a holiday on a Friday', '2026-12-25', '2026-12-28'],
  ['New Year’s Day', '2027-01-01', '2027-01-04'],
] as const)('the working day from %s', (_, first, day) => expect(workingDayFrom(first)).toBe(day))
