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
