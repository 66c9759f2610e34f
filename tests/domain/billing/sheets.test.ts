import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  amountOf,
  type Discount,
  sheetOf,
  sum,
  type TypedLine,
  vatOf,
} from '#domain/billing/amounts.values.ts'

const typed = (
  quantity: number,
  unitPriceMinor: number,
  more: Partial<TypedLine> = {},
): TypedLine => ({
  quantity: quantity * 10_000,
  unitPriceMinor,
  rate: 2000,
  ...more,
})
const percent = (value: number): Discount => ({ kind: 'percent', value, reason: '' })
const amount = (value: number): Discount => ({ kind: 'amount', value, reason: '' })
const sheet = (lines: readonly TypedLine[], more: Partial<Parameters<typeof sheetOf>[0]> = {}) =>
  sheetOf({ lines, currency: 'EUR', ...more })

describe('a bill’s arithmetic', () => {
  test('takes a percentage off a line and rounds once', () =>
    // 3 × 33.335 = 100.005, less 10 % = 90.0045: rounded first it would be 90.01.
    expect(
      sheet([typed(3, 3_334, { unitPriceFine: 33_335_000, discount: percent(1_000) })]).lines,
    ).toEqual([
      {
        unitPriceMinor: 3_334,
        unitPriceFine: 33_335_000,
        rate: 2000,
        netMinor: 9_000,
        discountMinor: 1_001,
      },
    ]))
  test('takes an amount off a line', () =>
    expect(sheet([typed(1, 10_000, { discount: amount(2_500) })]).totals).toMatchObject({
      netMinor: 7_500,
      vatMinor: 1_500,
    }))
  test('takes a percentage off the whole, by rate', () =>
    expect(
      sheet([typed(1, 10_000), typed(1, 1_000, { rate: 550 })], { discount: percent(1_000) }),
    ).toMatchObject({
      allowances: [
        { rate: 2000, baseMinor: 10_000, amountMinor: 1_000 },
        { rate: 550, baseMinor: 1_000, amountMinor: 100 },
      ],
      totals: { netMinor: 9_900, vatMinor: 1_850, grossMinor: 11_750 },
    }))
  test('spreads an amount over the rates, to the cent', () =>
    expect(
      sheet([typed(1, 10_000), typed(1, 5_000, { rate: 1000 }), typed(1, 1, { rate: 550 })], {
        discount: amount(1_000),
      }).allowances.map(({ amountMinor }) => amountMinor),
    ).toEqual([667, 333, 0]))
  test('keeps a typed price with VAT to the cent', () =>
    // 99.99 at 20 % is 83.33 and 16.66, not 16.67: what was typed is what is paid.
    expect(sheet([typed(1, 9_999)], { pricesWithVat: true })).toMatchObject({
      lines: [{ unitPriceFine: 83_325_000, netMinor: 8_333 }],
      totals: { netMinor: 8_333, vatMinor: 1_666, grossMinor: 9_999 },
    }))
  test('takes what a currency without cents has', () =>
    expect(sheetOf({ lines: [typed(1.5, 1_001)], currency: 'JPY' }).totals.netMinor).toBe(1_502))
})

const rate = fc.constantFrom(0, 210, 550, 1000, 2000)
const discount = (most: number) =>
  fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map(percent),
      fc.integer({ min: 0, max: most }).map(amount),
    ),
    {
      nil: undefined,
    },
  )
const line: fc.Arbitrary<TypedLine> = fc
  .tuple(
    fc.integer({ min: 1, max: 5_000_000 }),
    fc.integer({ min: 0, max: 9_000_000_000 }),
    rate,
    discount(100),
  )
  .map(([quantity, fine, ofRate, taken]) => ({
    quantity,
    unitPriceMinor: Math.round(fine / 10_000),
    ...(fine % 10_000 === 0 ? {} : { unitPriceFine: fine }),
    rate: ofRate,
    discount: taken,
  }))
const bill = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  discount: discount(1_000),
  pricesWithVat: fc.boolean(),
})

describe('of any bill', () => {
  property.prop([bill])('lines less reductions are the bases, by rate', (typedBill) => {
    const { lines, allowances, totals } = sheetOf({ ...typedBill, currency: 'EUR' })
    for (const row of totals.vat) {
      const ofRate = lines.filter((_, index) => typedBill.lines[index]?.rate === row.rate)
      const taken = allowances.filter((one) => one.rate === row.rate)
      expect(
        sum(ofRate.map(({ netMinor }) => netMinor)) -
          sum(taken.map(({ amountMinor }) => amountMinor)),
      ).toBe(row.baseMinor)
    }
    expect(totals.netMinor).toBe(sum(totals.vat.map(({ baseMinor }) => baseMinor)))
    expect(totals.grossMinor).toBe(totals.netMinor + totals.vatMinor)
  })
  property.prop([bill])(
    'VAT is that of the base, to the cent where prices include it',
    (typedBill) => {
      const { totals } = sheetOf({ ...typedBill, currency: 'EUR' })
      for (const { baseMinor, amountMinor, rate: ofRate } of totals.vat)
        expect(Math.abs(amountMinor - vatOf(baseMinor, ofRate))).toBeLessThanOrEqual(
          typedBill.pricesWithVat ? 1 : 0,
        )
    },
  )
  property.prop([bill])('each line is rounded once', ({ lines }) => {
    const priced = sheetOf({ lines, currency: 'EUR' }).lines
    for (const [index, typedLine] of lines.entries()) {
      const { netMinor = 0, discountMinor = 0 } = priced[index] ?? {}
      expect(netMinor + discountMinor).toBe(amountOf(typedLine, 'EUR'))
    }
  })
  property.prop([
    fc.array(line, { minLength: 1, maxLength: 12 }),
    fc.option(fc.integer({ min: 0, max: 1_000 })),
  ])('the total with VAT is what was typed, where prices include it', (lines, taken) => {
    const discountOfAll = taken === null ? null : amount(taken)
    const { totals } = sheetOf({
      lines,
      discount: discountOfAll,
      pricesWithVat: true,
      currency: 'EUR',
    })
    const typedMinor = sheetOf({
      lines: lines.map((one) => ({ ...one, rate: 0 })),
      currency: 'EUR',
    }).totals.grossMinor
    expect(totals.grossMinor).toBe(typedMinor - (typedMinor === 0 ? 0 : (taken ?? 0)))
  })
})
