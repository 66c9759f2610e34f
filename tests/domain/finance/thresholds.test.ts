import { expect, test } from 'vitest'
import { exemptionOf, limitsOn, proRata } from '#domain/finance/thresholds.ts'

const [EXEMPTION, TOLERANCE] = [3_750_000, 4_125_000]
const of2026 = (before: number | null, ...receipts: readonly number[]) =>
  exemptionOf(
    'services',
    2026,
    before,
    receipts.map((netMinor, i) => ({ day: `2026-0${i + 3}-01`, netMinor })),
  )

test.each([
  [EXEMPTION, { state: 'kept', from: '' }],
  [EXEMPTION + 1, { state: 'ends-with-year', from: '2027-01-01' }],
  [TOLERANCE, { state: 'ends-with-year', from: '2027-01-01' }],
  [TOLERANCE + 1, { state: 'lost', from: '2026-03-01' }],
])('a turnover of %i cents: the exemption is %j', (netMinor, exemption) =>
  expect(of2026(0, netMinor)).toEqual(exemption),
)

test('the exemption is lost on the day of the receipt that crosses the tolerance', () => {
  expect(of2026(0, TOLERANCE, 1)).toEqual({ state: 'lost', from: '2026-04-01' })
  expect(of2026(0, TOLERANCE, 0)).toMatchObject({ state: 'ends-with-year' })
})

test('a year before above its limit ends it on 1 January, and one that equals it does not', () => {
  expect(of2026(EXEMPTION + 1)).toEqual({ state: 'lost', from: '2026-01-01' })
  expect(of2026(EXEMPTION)).toMatchObject({ state: 'kept' })
  expect(of2026(null)).toMatchObject({ state: 'kept' })
})

test('limits hold from their first day to their last', () => {
  expect(limitsOn('services', '2024-12-31')).toBeNull()
  expect(limitsOn('services', '2025-01-01')).toMatchObject({ micro: 7_770_000 })
  expect(limitsOn('services', '2025-12-31')).toMatchObject({ micro: 7_770_000 })
  expect(limitsOn('services', '2026-01-01')).toMatchObject({ micro: 8_360_000 })
})

test('a first year counts by its days, the first one included', () => {
  expect(proRata(36_500, 2026, '2026-01-01')).toBe(36_500)
  expect(proRata(36_500, 2026, '2026-12-31')).toBe(100)
  expect(proRata(36_500, 2026, '2025-06-01')).toBe(36_500)
})
