import { expect, test } from 'vitest'
import { euroGrossOf, euroShares, euroValueOf } from '#domain/billing/euro-value.ts'

const vat = [{ rate: 2000, baseMinor: 100_000, amountMinor: 20_000 }]

test('a payment in another currency is worth its amount at the bill’s rate', () => {
  expect(euroValueOf({ vat, currency: 'USD' }, null, 920_000)).toEqual({
    vat: [{ rate: 2000, baseMinor: 92_000, amountMinor: 18_400 }],
    source: 'rate',
    differenceMinor: 0,
  })
})
test('what the bank booked comes before the rate, and the difference is a gain or a loss', () => {
  expect(euroValueOf({ vat, currency: 'USD' }, 111_000, 920_000)).toMatchObject({
    source: 'bank',
    differenceMinor: 600,
  })
  expect(euroValueOf({ vat, currency: 'USD' }, 110_000, 920_000)).toMatchObject({
    differenceMinor: -400,
  })
})
test('without an amount and without a rate nothing is known, and in euros nothing is needed', () => {
  expect(euroValueOf({ vat, currency: 'USD' }, null, 0)).toBeNull()
  expect(euroValueOf({ vat, currency: 'EUR' }, null, 920_000)).toBeNull()
})
test('shares add up to the euro amount to the cent', () => {
  const rows = [
    { rate: 2000, baseMinor: 3_333, amountMinor: 667 },
    { rate: 550, baseMinor: 1_111, amountMinor: 61 },
    { rate: 0, baseMinor: 7, amountMinor: 0 },
  ]
  for (const euros of [1, 2, 4_999, 5_001, 123_457])
    expect(euroGrossOf({ vat: euroShares(rows, euros) })).toBe(euros)
})
test('yen have no decimals', () => {
  const yen = [{ rate: 0, baseMinor: 100_000, amountMinor: 0 }]
  expect(euroValueOf({ vat: yen, currency: 'JPY' }, null, 6_100)?.vat).toEqual([
    { rate: 0, baseMinor: 61_000, amountMinor: 0 },
  ])
})
