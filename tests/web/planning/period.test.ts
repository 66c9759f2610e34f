import { expect, test } from 'vitest'
import { weekNumber } from '#web/kernel/words/weeks.ts'
import { dayOf, daysIn, lastMonths, periodOf, stepped, viewOf } from '#web/planning/period.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const shown = (view: 'day' | 'week' | 'month' | 'list', at: string) => {
  const { from, to } = periodOf(view, day(at))
  return [from, to].map((one) => new Date(one).toISOString().slice(0, 10))
}

test('weeks begin on Monday, and months are whole weeks', () => {
  expect(shown('week', '2026-11-22')).toEqual(['2026-11-16', '2026-11-23'])
  expect(shown('month', '2026-11-20')).toEqual(['2026-10-26', '2026-12-07'])
  expect(shown('day', '2026-11-20')).toEqual(['2026-11-20', '2026-11-21'])
  expect(daysIn(periodOf('list', day('2026-11-20')))).toHaveLength(28)
})

test.each([
  ['month', '2026-12-31', 'month', '2026-12-31'],
  ['list', '', 'list', '2026-11-20'],
  ['year', 'tomorrow', 'week', '2026-11-20'],
  ['', '2026-13-01', 'week', '2026-11-20'],
])('an address with view %j and day %j shows the %s of %s', (view, word, shown, at) => {
  expect(viewOf(view)).toBe(shown)
  expect(dayOf(word, day('2026-11-20'))).toBe(day(at))
})

test('a step from the 31st stays in the next month', () => {
  expect(new Date(stepped('month', day('2026-01-31'), 1)).toISOString().slice(0, 7)).toBe('2026-02')
})

test('a week has the number of its Thursday’s year', () => {
  expect(weekNumber(day('2026-12-31'))).toBe(53)
  expect(weekNumber(day('2027-01-03'))).toBe(53)
  expect(weekNumber(day('2027-01-04'))).toBe(1)
})

test('the last twelve months end with this one, or with one that is shown outside of them', () => {
  const ends = (shown: string) => {
    const months = lastMonths(day(shown), day('2026-11-20')).map((at) =>
      new Date(at).toISOString().slice(0, 7),
    )
    expect(months).toHaveLength(12)
    return [months[0], months[11]]
  }
  expect(ends('2026-11-20')).toEqual(['2025-12', '2026-11'])
  expect(ends('2025-12-01')).toEqual(['2025-12', '2026-11'])
  expect(ends('2025-11-30')).toEqual(['2024-12', '2025-11'])
  expect(ends('2027-02-01')).toEqual(['2026-03', '2027-02'])
})
