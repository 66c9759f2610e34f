import type { Day, DayOrNone } from '#domain/kernel/time.ts'

/**
 * VAT rates of the Member States, for sales to their private clients by the one-stop shop. @unit
 * hundredths of a percent, highest first
 *
 * @source European Commission, Taxes in Europe Database; directive 2006/112/CE art. 369 bis
 */
type UnionRates = {
  readonly country: string
  readonly from: Day
  readonly to: DayOrNone
  readonly rates: readonly number[]
}

const now = (country: string, ...rates: readonly number[]): UnionRates => ({
  country,
  from: '2021-07-01',
  to: '',
  rates,
})
const since = (from: Day, country: string, ...rates: readonly number[]): UnionRates => ({
  country,
  from,
  to: '',
  rates,
})

/** A change of rates is a new row; the earlier one gets its last day. */
export const UNION_RATES: readonly UnionRates[] = [
  now('AT', 2000, 1300, 1000),
  now('BE', 2100, 1200, 600),
  now('BG', 2000, 900),
  now('CY', 1900, 900, 500),
  since('2024-01-01', 'CZ', 2100, 1200),
  now('DE', 1900, 700),
  now('DK', 2500),
  since('2025-07-01', 'EE', 2400, 1300, 900),
  now('ES', 2100, 1000, 400),
  { country: 'FI', from: '2025-01-01', to: '2025-12-31', rates: [2550, 1400, 1000] },
  since('2026-01-01', 'FI', 2550, 1350, 1000),
  now('GR', 2400, 1300, 600),
  now('HR', 2500, 1300, 500),
  now('HU', 2700, 1800, 500),
  now('IE', 2300, 1350, 900, 480),
  now('IT', 2200, 1000, 500, 400),
  { country: 'LT', from: '2021-07-01', to: '2025-12-31', rates: [2100, 900, 500] },
  since('2026-01-01', 'LT', 2100, 1200, 500),
  since('2024-01-01', 'LU', 1700, 1400, 800, 300),
  now('LV', 2100, 1200, 500),
  now('MT', 1800, 700, 500),
  now('NL', 2100, 900),
  now('PL', 2300, 800, 500),
  now('PT', 2300, 1300, 600),
  { country: 'RO', from: '2021-07-01', to: '2025-07-31', rates: [1900, 900, 500] },
  since('2025-08-01', 'RO', 2100, 1100),
  now('SE', 2500, 1200, 600),
  now('SI', 2200, 950, 500),
  { country: 'SK', from: '2021-07-01', to: '2024-12-31', rates: [2000, 1000, 500] },
  since('2025-01-01', 'SK', 2300, 1900, 500),
]
