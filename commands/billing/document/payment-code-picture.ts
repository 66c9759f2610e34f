import { encode } from 'uqr'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { paymentCodeOf } from '#domain/billing/payment-code.ts'

/** The QR code by which a bill is paid, as an SVG picture; null for a bill that asks for no transfer. */
export function paymentCodePicture(bill: FrozenBill): Uint8Array | null {
  const content = paymentCodeOf(bill)
  if (content === null) return null
  const { data, size } = encode(content, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${squares.join('')}"/></svg>`,
  )
}
