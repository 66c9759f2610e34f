import { expect, test } from 'vitest'
import { isWithin, startingDay } from '#web/timesheets/grid-places.ts'
import { daysOf } from '#web/timesheets/month.ts'
import { days, november, TODAY } from './month-specimens.ts'

test.each([
  [{ row: 1, day: 2 }, true],
  [{ row: 2, day: 4 }, true],
  [{ row: 0, day: 3 }, false],
  [{ row: 3, day: 3 }, false],
  [{ row: 1, day: 1 }, false],
  [{ row: 1, day: 5 }, false],
])('a range covers what lies between its corners, in either direction: %j %j', (place, isIn) => {
  const [from, to] = [
    { row: 2, day: 2 },
    { row: 1, day: 4 },
  ] as const
  expect(isWithin({ from, to }, place)).toBe(isIn)
  expect(isWithin({ from: to, to: from }, place)).toBe(isIn)
})

test('the grid is entered on today, else on the first working day', () => {
  expect(startingDay(days)).toBe(19)
  // 1 August 2026 is a Saturday.
  expect(startingDay(daysOf({ year: 2026, month: 8 }, november, TODAY, []))).toBe(2)
  expect(startingDay([])).toBe(0)
})
