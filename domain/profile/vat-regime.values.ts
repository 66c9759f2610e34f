import type { Day } from '#domain/kernel/time.ts'

export const VAT_REGIMES = ['franchise', 'simplified', 'normal'] as const
export type VatRegime = (typeof VAT_REGIMES)[number]
export const VAT_PERIODICITIES = ['monthly', 'quarterly', 'annual'] as const
export type VatPeriodicity = (typeof VAT_PERIODICITIES)[number]
/** When VAT falls due: on what is received, or on what is invoiced (« option pour les débits »). */
export const VAT_EXIGIBILITIES = ['receipts', 'debits'] as const
export type VatExigibility = (typeof VAT_EXIGIBILITIES)[number]

/** VAT regime of a business. In franchise (CGI art. 293 B) it charges none and declares none. */
export type VatTerms =
  | { readonly regime: 'franchise' }
  | {
      readonly regime: 'simplified' | 'normal'
      readonly number: string
      readonly periodicity: VatPeriodicity | ''
      readonly exigibility: VatExigibility
    }

/** Terms in force from a day on, until the next ones. */
export type DatedVatTerms = { readonly from: Day; readonly terms: VatTerms }

/** The terms in force on a day; null before the first ones, or when none were ever chosen. */
export const vatTermsOn = (history: readonly DatedVatTerms[], day: Day): DatedVatTerms | null =>
  history.findLast((entry) => entry.from <= day) ?? null

/**
 * In order of their day. Terms of a known day correct that entry; terms of a new day replace all
 * that was planned for later.
 */
export const withVatTerms = (
  history: readonly DatedVatTerms[],
  entry: DatedVatTerms,
): readonly DatedVatTerms[] =>
  history.some((earlier) => earlier.from === entry.from)
    ? history.map((earlier) => (earlier.from === entry.from ? entry : earlier))
    : [...history.filter((earlier) => earlier.from < entry.from), entry]

/**
 * Last day on which a choice can be in force.
 *
 * @source LF 2025 art. 38: the simplified regime (CA12, one return a year) ends on 31 December
 * 2026; then quarterly or monthly returns.
 */
const OFFERED_UNTIL: Readonly<Record<string, Day>> = {
  simplified: '2026-12-31',
  annual: '2026-12-31',
}

/** Last day on which a regime or a periodicity can be in force; null when no end is known. */
export const offeredUntil = (choice: VatRegime | VatPeriodicity): Day | null =>
  OFFERED_UNTIL[choice] ?? null
/**
 * Periodicities that a regime offers: one return a year belongs to the simplified one.
 *
 * @source CGI art. 287-2 (monthly, quarterly) and 287-3 (yearly)
 */
export const periodicitiesOf = (regime: VatRegime | ''): readonly VatPeriodicity[] =>
  VAT_PERIODICITIES.filter((value) => value !== 'annual' || regime === 'simplified')

/** Limit up to which returns by quarter are allowed under the normal regime. @unit euros */
type QuarterlyLimit = {
  readonly from: Day
  readonly of: 'vat' | 'turnover'
  readonly limit: number
  readonly source: string
}
const QUARTERLY_LIMITS: readonly QuarterlyLimit[] = [
  { from: '2027-01-01', of: 'turnover', limit: 1_000_000, source: 'LF 2025 art. 38' },
  { from: '2000-01-01', of: 'vat', limit: 4_000, source: 'CGI art. 287-2' },
]
/** The limit of returns by quarter on a day: of the year's VAT, or of its turnover. */
export const quarterlyUpTo = (day: Day): QuarterlyLimit | null =>
  QUARTERLY_LIMITS.find(({ from }) => from <= day) ?? null

/** Whether a regime or a periodicity can be in force on a day. */
export const offeredOn = (choice: VatRegime | VatPeriodicity, day: Day): boolean =>
  day <= (OFFERED_UNTIL[choice] ?? day)
