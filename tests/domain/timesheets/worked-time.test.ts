import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { dayQuartersOf } from '#domain/projects/time-unit.values.ts'
import {
  daysOfHours,
  soldUnits,
  sumOfDays,
  sumOfQuarters,
  type WorkedTime,
} from '#domain/timesheets/worked-time.ts'

const hours = (figure: number, perDay = 7): WorkedTime => {
  const worked = { quarters: figure * 4, dayQuarters: perDay * 4 }
  return { quantity: daysOfHours(worked), hours: worked }
}

describe('time that was worked', () => {
  test('of seven hours is a day, entered at once or by the hour', () => {
    expect(sumOfDays([hours(7)])).toBe(10_000)
    // Each hour is 0.1429 days, which would come to 1.0003.
    expect(sumOfDays(Array.from({ length: 7 }, () => hours(1)))).toBe(10_000)
  })
  test('is converted by the length of a day when it was entered', () =>
    expect(sumOfDays([hours(7), hours(8, 8), { quantity: 5_000 }])).toBe(25_000))
  test('is told in hours where all of it was entered so', () => {
    expect(sumOfQuarters([hours(7.5), hours(0.25)])).toBe(31)
    expect(sumOfQuarters([hours(7.5), { quantity: 5_000 }])).toBeNull()
    expect(sumOfQuarters([])).toBeNull()
  })
  test('is sold as it was entered, else in days of the contract', () => {
    expect(soldUnits([hours(1), hours(2.25)], 'hour', 7)).toBe(32_500)
    expect(soldUnits([{ quantity: 2_500 }, hours(1)], 'hour', 7)).toBe(27_500)
    expect(soldUnits([hours(7), hours(3.5)], 'day', 1)).toBe(15_000)
    expect(soldUnits([{ quantity: 7_500 }], 'halfDay', 2)).toBe(15_000)
  })
  test('has a usual day of seven hours', () => {
    expect(dayQuartersOf(0)).toBe(28)
    expect(dayQuartersOf(7.75)).toBe(31)
  })
})

const ofMonth = fc.array(fc.integer({ min: 1, max: 96 }), { minLength: 1, maxLength: 31 })
property.prop([ofMonth, fc.integer({ min: 1, max: 96 })])(
  'a month of hours is sold to the quarter, and rounded to days once',
  (quarters, dayQuarters) => {
    const worked = quarters.map((one) => hours(one / 4, dayQuarters / 4))
    const sum = quarters.reduce((all, one) => all + one, 0)
    expect(sumOfQuarters(worked)).toBe(sum)
    expect(soldUnits(worked, 'hour', dayQuarters / 4)).toBe(sum * 2_500)
    expect(sumOfDays(worked)).toBe(Math.round((sum * 10_000) / dayQuarters))
  },
)
