import { type Day, monthOf, yearOf } from '#domain/kernel/time.ts'
import type { LegalRate } from './legal-rate.values.ts'
import type { PenaltyBasis } from './terms.values.ts'

/**
 * Oldest first. A half-year whose rates are not published yet has no row: nothing is guessed.
 *
 * @source orders on the rate for claims of professionals (Monetary code, L313-2); refinancing rate
 * on the half-year's first day. Legal rates were compared in November 2026 with notes on the orders
 */
export const LEGAL_RATES: readonly LegalRate[] = [
  {
    halfYear: '2023-H1',
    legal: 206,
    refinancing: 250,
    source: 'Order of 26 December 2022; ECB main refinancing rate since December 2022',
  },
  {
    halfYear: '2023-H2',
    legal: 422,
    refinancing: 400,
    source: 'Order of 27 June 2023; ECB main refinancing rate since June 2023',
  },
  {
    halfYear: '2024-H1',
    legal: 507,
    refinancing: 450,
    source: 'Order of 21 December 2023; ECB main refinancing rate since September 2023',
  },
  {
    halfYear: '2024-H2',
    legal: 492,
    refinancing: 425,
    source: 'Order of 26 June 2024; ECB main refinancing rate since June 2024',
  },
  {
    halfYear: '2025-H1',
    legal: 371,
    refinancing: 315,
    source: 'Order of 17 December 2024; ECB main refinancing rate since December 2024',
  },
  {
    halfYear: '2025-H2',
    legal: 276,
    refinancing: 215,
    source: 'Order of 19 June 2025; ECB main refinancing rate since June 2025',
  },
  {
    halfYear: '2026-H1',
    legal: 262,
    refinancing: 215,
    source: 'Order of 15 December 2025; ECB main refinancing rate since June 2025',
  },
]

/** Half-year of a day, as `2026-H1`. */
export const halfYearOf = (day: Day): string => `${yearOf(day)}-H${monthOf(day) <= 6 ? 1 : 2}`

/**
 * The half-years without rates, from the product's first one to the present one, the oldest first.
 */
export function missingHalfYears(day: Day, rates: readonly LegalRate[]): readonly string[] {
  const present = halfYearOf(day)
  const years = new Set(rates.map(({ halfYear }) => halfYear))
  const missing: string[] = []
  let half = LEGAL_RATES[0]?.halfYear ?? present
  while (half <= present) {
    if (!years.has(half)) missing.push(half)
    const year = Number(half.slice(0, 4))
    half = half.endsWith('H1') ? `${year}-H2` : `${year + 1}-H1`
  }
  return missing
}

/**
 * The lowest rate that may be agreed: three times the legal rate. `isCurrent` is false when it is
 * that of an earlier half-year.
 */
export type PenaltyFloor = {
  readonly rate: number
  readonly halfYear: string
  readonly isCurrent: boolean
}

/**
 * @source Commercial code, article L441-10 II
 * @returns the floor of the day's half-year, else of the last known half-year before it; null when
 * there is none
 */
export function penaltyFloor(
  day: Day,
  rates: readonly LegalRate[] = LEGAL_RATES,
): PenaltyFloor | null {
  const half = halfYearOf(day)
  const row = rates.findLast((r) => r.halfYear <= half)
  return row
    ? { rate: row.legal * 3, halfYear: row.halfYear, isCurrent: row.halfYear === half }
    : null
}

/**
 * The rate for a bill whose own is too low: refinancing rate plus ten points, by the last known
 * half-year.
 *
 * @source Commercial code, article L441-10 II
 * @returns 0 when no half-year is known
 */
export function proposedPenaltyRate(day: Day, rates: readonly LegalRate[] = LEGAL_RATES): number {
  const row = rates.findLast((one) => one.halfYear <= halfYearOf(day))
  return row ? Math.max(row.refinancing + 1000, row.legal * 3) : 0
}

/** A formula's figure in the half-year of a day; 0 while that half-year is not known. */
export function penaltyRateOf(
  basis: Formula,
  day: Day,
  rates: readonly LegalRate[] = LEGAL_RATES,
): number {
  const row = rates.find(({ halfYear }) => halfYear === halfYearOf(day))
  return row ? figureOf(basis, row) : 0
}

type Formula = Exclude<PenaltyBasis, 'rate'>
const figureOf = (basis: Formula, { legal, refinancing }: LegalRate): number =>
  basis === 'legal3' ? legal * 3 : refinancing + 1000

/** The same by the last half-year that is known by then; 0 before the first one. */
export function lastPenaltyRateOf(
  basis: Formula,
  day: Day,
  rates: readonly LegalRate[] = LEGAL_RATES,
): number {
  const row = rates.findLast(({ halfYear }) => halfYear <= halfYearOf(day))
  return row ? figureOf(basis, row) : 0
}

/** Whether the rates of a day's half-year are known. */
export const isRateKnown = (day: Day, rates: readonly LegalRate[]): boolean =>
  rates.some(({ halfYear }) => halfYear === halfYearOf(day))

/**
 * The product's half-years and those that an administrator entered, which come first; the oldest
 * first.
 */
export function legalRatesWith(entered: readonly LegalRate[]): readonly LegalRate[] {
  const rows = new Map(LEGAL_RATES.map((row) => [row.halfYear, row]))
  for (const row of entered) rows.set(row.halfYear, row)
  return [...rows.values()].sort((a, b) => (a.halfYear < b.halfYear ? -1 : 1))
}
