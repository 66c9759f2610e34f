import type { FrozenBill } from '../frozen-bill.ts'
import { territoryOf } from './place-of-supply.values.ts'

/** Business of another Member State that owes the VAT of a service; empty numbers are told too. */
export type UnionClient = { readonly vatNumber: string; readonly country: string }

/**
 * The client of a bill whose services go into the monthly statement; null for every other bill. A
 * seller exempt from VAT states them too.
 *
 * @source CGI art. 259-1°, 283-2 and 289 B III: services that the client owes the VAT of; goods
 * have a statement of their own
 */
export function unionClientOf({
  operation,
  buyer,
  vat,
}: Pick<FrozenBill, 'operation' | 'buyer' | 'vat'>): UnionClient | null {
  const isService = operation !== 'goods' && buyer.professional
  if (!isService || territoryOf(buyer.address, buyer.vatNumber) !== 'union') return null
  const isOwedByClient = vat.some(
    ({ exemption }) => exemption === 'reverseCharge' || exemption === 'franchise',
  )
  return isOwedByClient ? { vatNumber: buyer.vatNumber, country: buyer.address.country } : null
}
