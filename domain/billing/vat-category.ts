import type { FrozenSeller, VatExemption } from './frozen-bill.ts'

/**
 * A VAT category of EN 16931 and the reason for it. S is a standard rate, E exempt, AE reverse charge, G export. O is
 * outside the scope, Z zero rated. K is of goods sold within the Union, and bills are of services.
 *
 * @source UNTDID 5305; VATEX code list
 */
export type VatCategory = {
  readonly code: 'S' | 'E' | 'AE' | 'G' | 'O' | 'Z'
  readonly reasonCode: string
}

/**
 * The category of a rate on a bill. A service to a client outside the Union is G, which wants the seller's VAT number;
 * a seller without one is outside the scope.
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
      return seller.vatNumber === '' ? { code: 'O', reasonCode: 'VATEX-EU-O' } : { code: 'G', reasonCode: 'VATEX-EU-G' }
    case null:
      return { code: rate === 0 ? 'Z' : 'S', reasonCode: '' }
  }
}
