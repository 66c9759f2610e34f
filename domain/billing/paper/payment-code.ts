import { minorDigits } from '#domain/kernel/money.ts'
import type { FrozenBill } from '../frozen-bill.ts'

const NAME_LETTERS = 70
const REFERENCE_LETTERS = 140
const MOST_MINOR = 99_999_999_999

/**
 * Text of a SEPA credit transfer's QR code; null for a bill that asks for none.
 *
 * @source European Payments Council, EPC069-12 version 3.0
 */
export function paymentCodeOf(bill: FrozenBill): string | null {
  const { seller, currency, dueMinor, type, ref } = bill
  if (type === 'creditNote' || ref === '' || bill.simulation) return null
  if (currency !== 'EUR' || seller.iban === '' || dueMinor <= 0 || dueMinor > MOST_MINOR)
    return null
  const cents = String(dueMinor).padStart(minorDigits('EUR') + 1, '0')
  return [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    '', // The BIC is not needed within the European Economic Area.
    seller.name.slice(0, NAME_LETTERS),
    seller.iban.replaceAll(' ', ''),
    `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`,
    '', // purpose
    '', // structured reference
    ref.slice(0, REFERENCE_LETTERS),
  ].join('\n')
}
