import { describe, expect, test } from 'vitest'
import { dayPriceOf, inUnits, unitsPerDay } from '#domain/projects/price-unit.values.ts'
import { costOfDays, noTerms } from '#domain/projects/project.ts'

describe('the unit of a contract’s price', () => {
  test('tells how many of it make a day, where time is its measure', () => {
    expect(unitsPerDay('day', 0)).toBe(1)
    expect(unitsPerDay('halfDay', 0)).toBe(2)
    expect(unitsPerDay('hour', 0)).toBe(7)
    expect(unitsPerDay('hour', 7.5)).toBe(7.5)
    expect(unitsPerDay('month', 0)).toBeNull()
    expect(unitsPerDay('page', 0)).toBeNull()
  })
  test('turns days into hours to the hundredth', () => {
    expect(inUnits(10_000, 7)).toBe(70_000)
    expect(inUnits(5_000, 7.5)).toBe(37_500)
    // An hour of seven, stored as a part of a day.
    expect(inUnits(1_429, 7)).toBe(10_000)
  })
  test('prices days, and neither a month nor a whole', () => {
    const terms = { ...noTerms, priceMinor: 9_000 }
    expect(costOfDays(terms, 15_000)).toBe(13_500)
    expect(costOfDays({ ...terms, priceUnit: 'hour', hoursPerDay: 8 }, 15_000)).toBe(108_000)
    expect(costOfDays({ ...terms, priceUnit: 'month' }, 15_000)).toBeNull()
    expect(dayPriceOf({ priceMode: 'fixed', priceUnit: 'day' }, 90)).toBeNull()
  })
})
