import { multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import type { ProjectTerms } from './project.ts'

/**
 * The contract's whole value; null for a day rate without agreed days, or when it is not billable.
 *
 * @unit minor units of its currency
 */
export function worthOf(
  terms: Pick<ProjectTerms, 'priceMode' | 'priceMinor' | 'soldDays'> | null,
): number | null {
  if (terms === null) return null
  if (terms.priceMode === 'fixed') return terms.priceMinor
  return terms.soldDays === 0
    ? null
    : multiplyRounded(terms.soldDays, terms.priceMinor, QUANTITY_SCALE)
}
