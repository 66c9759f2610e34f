import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { totalsFor } from '#domain/billing/amounts.values.ts'
import {
  creditTotals,
  lineNet,
  remainder,
  splitPayment,
  type Totals,
} from '#domain/billing/totals.ts'
import { toQuantity, toRate } from '#domain/kernel/money.ts'
import { cents, example } from '#tests/fixtures/finance-examples.ts'

type ExampleLine = { qty: string; unitPriceExclTax: string; vatRate: string }
const linesOf = (id: string) =>
  (example(id).input.lines ?? example(id).input.creditedLines).map((line: ExampleLine) => ({
    rate: toRate(Number(line.vatRate)) ?? Number.NaN,
    netMinor: lineNet(toQuantity(Number(line.qty)) ?? Number.NaN, cents(line.unitPriceExclTax)),
  }))
const totalsIn = (expected: {
  totalExclTax: string
  totalTax: string
  totalInclTax: string
  vatBreakdown: { rate: string; taxable: string; tax: string }[]
}): Totals => ({
  netMinor: cents(expected.totalExclTax),
  vatMinor: cents(expected.totalTax),
  grossMinor: cents(expected.totalInclTax),
  vat: expected.vatBreakdown.map((row) => ({
    rate: Number(row.rate) * 100,
    baseMinor: cents(row.taxable),
    amountMinor: cents(row.tax),
  })),
})

describe('the totals of a bill', () => {
  test.each(['INV-01', 'INV-02', 'INV-03', 'INV-05', 'INV-09', 'INV-10'])(
    'are exact on example %s',
    (id) => {
      const { expected } = example(id)
      expect(linesOf(id).map((line: { netMinor: number }) => line.netMinor)).toEqual(
        expected.lines.map((line: { net: string }) => cents(line.net)),
      )
      expect(totalsFor(linesOf(id))).toEqual(totalsIn(expected))
    },
  )
  test('of a partial credit note and what it leaves are exact on example INV-12', () => {
    const { expected } = example('INV-12')
    const original = totalsFor(linesOf('INV-02'))
    const credit = creditTotals(linesOf('INV-12'), original)
    expect(credit).toEqual(totalsIn(expected.creditNote))
    expect(remainder(original.vat, [credit?.vat ?? []]).grossMinor).toBe(
      cents(expected.remainingInclTax),
    )
  })
  test('of nothing are nothing', () =>
    expect(totalsFor([])).toEqual({ vat: [], netMinor: 0, vatMinor: 0, grossMinor: 0 }))
})

describe('a credit note', () => {
  const original = totalsFor([
    { rate: 2000, netMinor: 9999 },
    { rate: 1000, netMinor: 1005 },
  ])
  test('of everything is the bill itself', () =>
    expect(
      creditTotals(
        original.vat.map((row) => ({ rate: row.rate, netMinor: row.baseMinor })),
        original,
      ),
    ).toEqual(original))
  test('is refused one cent above what remains for a rate', () =>
    expect(creditTotals([{ rate: 1000, netMinor: 1006 }], original)).toBeNull())
  test('is refused for a rate that the bill does not have', () =>
    expect(creditTotals([{ rate: 550, netMinor: 1 }], original)).toBeNull())
  test('that takes the rest of a base takes the rest of its VAT', () => {
    const third = [{ rate: 2000, netMinor: 3333 }]
    const three = totalsFor([...third, ...third, ...third])
    let left = three
    for (const amount of [667, 667, 666]) {
      const credit = creditTotals(third, left)
      expect(credit?.vatMinor).toBe(amount)
      left = remainder(left.vat, [credit?.vat ?? []])
    }
    expect(left.grossMinor).toBe(0)
  })
})

describe('a part payment', () => {
  test('carries its share of each rate, exact on example VAT-03', () => {
    const { input, expected } = example('VAT-03')
    const owed = totalsFor(linesOf('INV-01'))
    const [first, second] = input.payments.map(cents)
    const one = splitPayment(owed, 0, [], first)
    const two = splitPayment(owed, first, one, second)
    const vat = (rows: readonly { rate: number; amountMinor: number }[]) =>
      Object.fromEntries(rows.map((row) => [String(row.rate / 100), row.amountMinor]))
    const wanted = expected.vatByPayment.map((payment: Record<string, string>) =>
      Object.fromEntries(Object.entries(payment).map(([rate, amount]) => [rate, cents(amount)])),
    )
    expect([vat(one), vat(two)]).toEqual(wanted)
  })
  test('puts the cents that rounding leaves on the largest base, not on the first rate', () => {
    const owed = totalsFor([
      { rate: 2000, netMinor: 10_000 },
      { rate: 550, netMinor: 30_000 },
    ])
    // Exact: 232.53 and 46.51, 697.59 and 38.37, of which each rounded makes 1016.
    expect(splitPayment(owed, 0, [], 1_015)).toEqual([
      { rate: 2000, baseMinor: 233, amountMinor: 47 },
      { rate: 550, baseMinor: 697, amountMinor: 38 },
    ])
  })
})

const someLines = fc.array(
  fc.record({
    rate: fc.constantFrom(0, 210, 550, 1000, 2000),
    netMinor: fc.integer({ min: 1, max: 10_000_000 }),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('whatever the lines', () => {
  property.prop([someLines])(
    'the total is the sum of the lines and of the VAT of each rate',
    (lines) => {
      const totals = totalsFor(lines)
      expect(totals.netMinor).toBe(lines.reduce((sum, line) => sum + line.netMinor, 0))
      expect(totals.grossMinor).toBe(
        totals.vat.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0),
      )
      expect(new Set(totals.vat.map((row) => row.rate)).size).toBe(totals.vat.length)
    },
  )
  property.prop([someLines])(
    'credit notes of one line each give back the bill to the cent',
    (lines) => {
      let left = totalsFor(lines)
      for (const line of lines) {
        const credit = creditTotals([line], left)
        expect(credit).not.toBeNull()
        left = remainder(left.vat, [credit?.vat ?? []])
        expect(left.vat.every((row) => row.baseMinor >= 0 && row.amountMinor >= 0)).toBe(true)
      }
      expect(left.grossMinor).toBe(0)
    },
  )
  property.prop([someLines, fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 6 })])(
    'payments split to what each of them is, and together to the bill',
    (lines, amounts) => {
      const owed = totalsFor(lines)
      const payments = [...amounts]
      let paid = 0
      const split: { rate: number; baseMinor: number; amountMinor: number }[] = []
      for (const wanted of [...payments, Number.MAX_SAFE_INTEGER]) {
        const amount = Math.min(wanted, owed.grossMinor - paid)
        if (amount <= 0) break
        const rows = splitPayment(owed, paid, split, amount)
        expect(rows.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0)).toBe(amount)
        split.push(...rows)
        paid += amount
      }
      for (const row of owed.vat) {
        const of = split.filter((s) => s.rate === row.rate)
        expect(of.reduce((sum, s) => sum + s.amountMinor, 0)).toBe(row.amountMinor)
        // A cent of drift that one payment put on the largest base is taken back by the next.
        expect(of.reduce((sum, s) => sum + s.baseMinor, 0)).toBe(row.baseMinor)
      }
    },
  )
})
