import { expect, test } from 'vitest'
import type { Turnover } from '#contract/finance/finance.schemas.ts'
import { growthOf, turnoverFigures } from '#web/dashboard/turnover-figures.ts'

const TODAY = Date.UTC(2026, 10, 15)

/** @param receipts by month from January on, and @param invoiced the bills */
const year = (number: number, receipts: readonly number[], invoiced: readonly number[] = []) =>
  ({
    year: number,
    currency: 'EUR',
    months: Array.from({ length: Math.max(receipts.length, invoiced.length) }, (_, n) => ({
      month: n + 1,
      receiptsHT: receipts[n] ?? 0,
      receiptsTva: (receipts[n] ?? 0) / 5,
      invoicedHT: invoiced[n] ?? 0,
      invoicedTva: (invoiced[n] ?? 0) / 5,
    })),
  }) as unknown as Turnover // only what the figures read
const before = year(2025, [])

test.each([
  ['the running year, by the days of its month', 2026, TODAY, 10.5],
  ['the first of January', 2026, Date.UTC(2026, 0, 1), 1 / 31],
  ['the last of December', 2026, Date.UTC(2026, 11, 31), 12],
  ['another year', 2025, TODAY, 12],
])('of %s, %i, %i: %d months have passed', (_, number, today, passed) => {
  const figures = turnoverFigures('receipts', year(number, [6300]), before, today)
  expect(figures.passed).toBeCloseTo(passed, 10)
  expect(figures.average).toBeCloseTo(6300 / passed, 6)
})

test('receipts and bills are summed by themselves, with their VAT', () => {
  const turnover = year(2026, [100, 200], [50])
  expect(turnoverFigures('receipts', turnover, before, TODAY)).toMatchObject({ sum: 300, vat: 60 })
  expect(turnoverFigures('invoiced', turnover, before, TODAY)).toMatchObject({ sum: 50, vat: 10 })
})

test.each([
  ['nothing in both years', [0, 0], [0], true],
  ['nothing but in the year before', [0], [1], false],
  ['two months that add up to nothing', [100, -100], [0], false],
])('%s: empty %j %j is %j', (_, own, previous, isEmpty) =>
  expect(turnoverFigures('receipts', year(2026, own), year(2025, previous), TODAY).isEmpty).toBe(
    isEmpty,
  ),
)

test.each([
  ['up to the present month', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150, 999], 50],
  ['less than before', [75], -25],
  ['as much as before', [100], 0],
])('growth: %s', (_, own, growth) =>
  expect(growthOf(year(2026, own), year(2025, [100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]), TODAY)).toBe(
    growth,
  ),
)

test('against nothing there is no growth', () =>
  expect(growthOf(year(2026, [100]), year(2025, []), TODAY)).toBeNull())
