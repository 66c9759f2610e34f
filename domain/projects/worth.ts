import { costOfDays, type ProjectTerms } from './project.ts'

/**
 * The contract's whole value; null for a day rate without agreed days, a price by the month, or
 * when it is not billable.
 *
 * @unit minor units of its currency
 */
export function worthOf(terms: ProjectTerms | null): number | null {
  if (terms === null) return null
  if (terms.priceMode === 'fixed') return terms.priceMinor
  return terms.soldDays === 0 ? null : costOfDays(terms, terms.soldDays)
}
