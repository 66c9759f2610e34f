import { describe, expect, test } from 'vitest'
import { vatPeriodsBetween } from '#domain/finance/vat-periods.ts'
import type { DatedVatTerms, VatPeriodicity } from '#domain/profile/vat-regime.values.ts'

const since = (
  from: string,
  periodicity: VatPeriodicity,
  regime: 'normal' | 'simplified' = 'normal',
): DatedVatTerms => ({
  from,
  terms: { regime, number: '', periodicity, exigibility: 'receipts' },
})
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const daysOf = (...given: Parameters<typeof vatPeriodsBetween>) =>
  vatPeriodsBetween(...given).map(({ from, to }) => `${from} ${to}`)

describe('the periods of VAT', () => {
  test('of a quarter begin with January, April, July and October', () =>
    expect(daysOf([since('2025-01-01', 'quarterly')], YEAR)).toEqual([
      '2026-01-01 2026-03-31',
      '2026-04-01 2026-06-30',
      '2026-07-01 2026-09-30',
      '2026-10-01 2026-12-31',
    ]))

  test('are whole, from whichever of their days one looks', () => {
    const quarterly = [since('2025-01-01', 'quarterly')]
    for (const day of ['2026-04-01', '2026-05-31', '2026-06-30'])
      expect(daysOf(quarterly, { from: day, to: day })).toEqual(['2026-04-01 2026-06-30'])
    expect(daysOf([since('2025-01-01', 'annual', 'simplified')], YEAR)).toEqual([
      '2026-01-01 2026-12-31',
    ])
    expect(daysOf([since('2025-01-01', 'monthly')], YEAR)).toHaveLength(12)
  })

  test('end where another rhythm begins', () =>
    expect(
      daysOf([since('2025-01-01', 'quarterly'), since('2026-05-01', 'monthly')], {
        ...YEAR,
        to: '2026-05-31',
      }),
    ).toEqual(['2026-01-01 2026-03-31', '2026-04-01 2026-04-30', '2026-05-01 2026-05-31']))

  test('that are declared stay as they were, their first and last days included', () => {
    const declared = [{ from: '2026-01-01', to: '2026-01-31', periodicity: 'monthly' as const }]
    const quarterly = [since('2025-01-01', 'quarterly')]
    for (const day of ['2026-01-01', '2026-01-31'])
      expect(vatPeriodsBetween(quarterly, { from: day, to: day }, declared)).toEqual(declared)
    expect(daysOf(quarterly, { from: '2026-02-01', to: '2026-02-01' }, declared)).toEqual([
      '2026-02-01 2026-03-31',
    ])
  })

  test('are none under the franchise', () =>
    expect(daysOf([{ from: '2025-01-01', terms: { regime: 'franchise' } }], YEAR)).toEqual([]))
})
