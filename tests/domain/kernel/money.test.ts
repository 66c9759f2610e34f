import { describe, expect, test } from 'vitest'
import { divideRounded, minorDigits, toMajor, toMinor } from '#domain/kernel/money.ts'

describe('the decimals of a currency', () => {
  test.each([
    ['EUR', 2],
    ['MGA', 2],
    ['JPY', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['PYG', 0],
    ['UGX', 0],
    ['KWD', 3],
    ['TND', 3],
    ['IQD', 3],
    ['LYD', 3],
    ['CLF', 4],
  ])('of %s are %i', (currency, digits) => expect(minorDigits(currency)).toBe(digits))

  test('an amount with more of them is none, and one with as many comes back', () => {
    expect([toMinor(1500.5, 'ISK'), toMinor(1500, 'ISK')]).toEqual([null, 1500])
    expect([toMinor(1.2345, 'LYD'), toMinor(1.234, 'LYD')]).toEqual([null, 1234])
    expect(toMajor(1234, 'LYD')).toBe(1.234)
  })
})

test.each([
  [7n, 2n, 4n],
  [-7n, 2n, -4n],
  [7n, -2n, -4n],
  [-7n, -2n, 4n],
  [5n, 4n, 1n],
])('%i by %i is %i, rounded half away from zero', (numerator, denominator, quotient) =>
  expect(divideRounded(numerator, denominator)).toBe(quotient),
)
