import { type Day, monthOf, yearOf } from '#domain/kernel/time.ts'

/**
 * Rates that hold for a half-year. A law change is a new row; past rows never change.
 *
 * @unit hundredths of a percent
 */
export type LegalRate = {
  /** `2026-H1`. */
  readonly halfYear: string
  /** Legal interest rate between professionals. */
  readonly legal: number
  /** Main refinancing rate of the European Central Bank on the half-year's first day. */
  readonly refinancing: number
  readonly source: string
}

/** Oldest first. A half-year whose rates are not published yet has no row: nothing is guessed. */
export const LEGAL_RATES: readonly LegalRate[] = [
  {
    halfYear: '2025-H2',
    legal: 276,
    refinancing: 215,
    source: 'Legal rate of the second half of 2025; ECB main refinancing rate since June 2025',
  },
  {
    halfYear: '2026-H1',
    legal: 262,
    refinancing: 215,
    source: 'Order of 15 December 2025; ECB main refinancing rate since June 2025',
  },
]

const halfYearOf = (day: Day): string => `${yearOf(day)}-H${monthOf(day) <= 6 ? 1 : 2}`

/**
 * The lowest rate that may be agreed: three times the legal rate. `known` is false when it is that of an earlier
 * half-year.
 */
export type PenaltyFloor = { readonly rate: number; readonly halfYear: string; readonly known: boolean }

/**
 * @source Commercial code, article L441-10 II
 * @returns the floor of the day's half-year, else of the last known half-year before it; null when there is none
 */
export function penaltyFloor(day: Day, rates: readonly LegalRate[] = LEGAL_RATES): PenaltyFloor | null {
  const half = halfYearOf(day)
  const row = rates.findLast((r) => r.halfYear <= half)
  return row ? { rate: row.legal * 3, halfYear: row.halfYear, known: row.halfYear === half } : null
}

/**
 * The rate that a new bill proposes where none was agreed: the refinancing rate plus ten points, as the law does by
 * default. It uses the last known half-year. On the bill it is a term of the contract.
 *
 * @source Commercial code, article L441-10 II
 * @returns 0 when no half-year is known
 */
export function proposedPenaltyRate(day: Day, rates: readonly LegalRate[] = LEGAL_RATES): number {
  const row = rates.findLast((one) => one.halfYear <= halfYearOf(day))
  return row ? Math.max(row.refinancing + 1000, row.legal * 3) : 0
}
