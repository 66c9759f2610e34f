import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  annualReturnOf,
  instalmentBaseOf,
  instalmentsOf,
  sumOfInstalments,
} from '#domain/finance/annual-vat-return.ts'
import type { VatAmount } from '#domain/finance/vat-facts.ts'
import { returnDayOf } from '#domain/finance/vat-periods.ts'
import { vatReturnOf } from '#domain/finance/vat-return.ts'

const amount = (more: Partial<VatAmount>): VatAmount => ({
  side: 'collected',
  rate: 2000,
  baseMinor: 0,
  amountMinor: 0,
  nature: 'service',
  region: 'FR',
  selfAssessed: false,
  ...more,
})
const bought = (amountMinor: number, more: Partial<VatAmount> = {}) =>
  amount({ side: 'deductible', baseMinor: amountMinor * 5, amountMinor, ...more })
const year = [
  amount({ baseMinor: 6_000_000, amountMinor: 1_200_000 }),
  amount({ rate: 550, baseMinor: 100_000, amountMinor: 5_500 }),
  amount({ rate: 0, baseMinor: 250_000, nature: 'goods', region: 'EU' }),
  amount({ baseMinor: 50_000, amountMinor: 10_000, region: 'other', selfAssessed: true }),
  bought(10_000, { region: 'other', selfAssessed: true }),
  bought(190_000),
  bought(80_000, { nature: 'fixedAsset' }),
]
const YEAR = { from: '2026-01-01', to: '2026-12-31', periodicity: 'annual' } as const

test('a year fills in the lines of the form CA12', () => {
  const found = annualReturnOf(year, { creditBefore: 100, instalments: 5000 })
  expect(found.boxes).toEqual({
    '04': 2500,
    '5Abase': 60_000,
    '5A': 12_000,
    '06base': 1000,
    '06': 55,
    ACbase: 500,
    AC: 100,
    16: 12_155,
    19: 12_155,
    20: 2000,
    22: 2000,
    23: 800,
    24: 100,
    26: 2900,
    28: 9255,
    30: 5000,
    33: 4255,
    57: 10_155,
  })
  expect(found).toMatchObject({ form: 'CA12', due: 4255, creditAfter: 0, instalments: 5000 })
})

test('what was paid on account beyond the tax is carried forward, or asked back', () => {
  const { boxes, due, refund, creditAfter } = annualReturnOf(year, {
    instalments: 10_000,
    refund: 400,
  })
  expect(boxes).toMatchObject({ 28: 9355, 34: 645, 35: 645 })
  expect({ due, refund, creditAfter }).toEqual({ due: 0, refund: 400, creditAfter: 245 })
})

test('a rate on which more was given back than charged is deducted, and the deductions taken back are added', () => {
  expect(
    annualReturnOf([amount({ baseMinor: -10_000, amountMinor: -2_000 }), bought(-5_000)]).boxes,
  ).toEqual({
    18: 50,
    19: 50,
    25: 20,
    26: 20,
    28: 30,
    33: 30,
  })
})

test('two instalments of 55 and 40 % follow from line 57, none below a thousand euros', () => {
  const base = instalmentBaseOf(annualReturnOf(year))
  expect(instalmentsOf(YEAR, base)).toEqual([
    { day: '2026-07-24', share: 5500, amount: 5585 },
    { day: '2026-12-24', share: 4000, amount: 4062 },
  ])
  expect(instalmentsOf(YEAR, 999)).toEqual([])
  const amountsOf = (of: number) => instalmentsOf(YEAR, of).map((one) => one.amount)
  expect(amountsOf(1000)).toEqual([550, 400])
  expect(amountsOf(1001), 'in whole euros, half of one upwards').toEqual([551, 400])
  expect(instalmentsOf({ ...YEAR, from: '2026-10-01' }, base)).toMatchObject([
    { day: '2026-12-24' },
  ])
  expect(instalmentBaseOf(vatReturnOf(year))).toBe(0)
  expect(sumOfInstalments(instalmentsOf(YEAR, base))).toBe(9647)
})

test.each([
  ['2025-12-31', '2026-05-05'],
  ['2024-12-31', '2025-05-05'],
  ['2026-12-31', '2027-05-04'],
])('the return of the year to %s is due on %s', (to, day) =>
  expect(returnDayOf({ ...YEAR, to })).toBe(day),
)

test('both forms owe the same', () => {
  const some = fc.record({
    side: fc.constantFrom('collected' as const, 'deductible' as const),
    rate: fc.constantFrom(2000, 1000, 550, 210, 850),
    baseMinor: fc.integer({ min: 0, max: 900_000 }).map((euros) => euros * 100),
    amountMinor: fc.integer({ min: 0, max: 9_000 }).map((euros) => euros * 100),
    nature: fc.constantFrom('service' as const, 'goods' as const, 'fixedAsset' as const),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), fc.nat(500), (amounts, creditBefore) => {
      const all = amounts.map((one) => amount(one))
      const [ca3, ca12] = [
        vatReturnOf(all, { creditBefore }),
        annualReturnOf(all, { creditBefore }),
      ]
      expect([ca12.due, ca12.creditAfter]).toEqual([ca3.due, ca3.creditAfter])
    }),
  )
})
