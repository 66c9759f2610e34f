import type { FrozenSeller, VatExemption } from '../frozen-bill.ts'

/**
 * A VAT category of EN 16931 and the reason for it. S is a standard rate, E exempt, AE reverse
 * charge, K goods to a business of the Union, G export. O is outside the scope, Z zero rated.
 *
 * @source UNTDID 5305; VATEX code list of the Connecting Europe Facility. The codes were compared
 * in November 2026 with those of BR-FR-Flux2 1.3.0 (XP Z12-012). 79-C is that of repaid expenditure
 */
export type VatCategory = {
  readonly code: 'S' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'Z'
  readonly reasonCode: string
}

/**
 * The category of a rate on a bill. A service to a client outside the Union is G, which wants the
 * seller's VAT number. A seller without one is outside the scope.
 */
export function categoryOf(
  exemption: VatExemption | null,
  rate: number,
  seller: Pick<FrozenSeller, 'vatNumber'>,
): VatCategory {
  switch (exemption) {
    case 'franchise':
      return { code: 'E', reasonCode: 'VATEX-FR-FRANCHISE' }
    case 'reverseCharge':
      return { code: 'AE', reasonCode: 'VATEX-EU-AE' }
    case 'outsideEu':
    case 'intangible':
      return seller.vatNumber === ''
        ? { code: 'O', reasonCode: 'VATEX-EU-O' }
        : { code: 'G', reasonCode: 'VATEX-EU-G' }
    case 'intraCommunity':
      return { code: 'K', reasonCode: 'VATEX-EU-IC' }
    case 'export':
    case 'overseasExport':
      return { code: 'G', reasonCode: 'VATEX-EU-G' }
    case 'training':
    case 'health':
      return { code: 'E', reasonCode: 'VATEX-FR-CGI261-4' }
    case 'construction':
      return { code: 'AE', reasonCode: 'VATEX-FR-AE' }
    case 'disbursement':
      return { code: 'E', reasonCode: 'VATEX-EU-79-C' }
    case 'untaxedTerritory':
    case 'outOfScope':
      return { code: 'O', reasonCode: 'VATEX-EU-O' }
    case null:
      return { code: rate === 0 ? 'Z' : 'S', reasonCode: '' }
  }
}
