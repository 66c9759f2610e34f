import { encode } from 'uqr'

/** A QR code as an SVG picture, without a margin. It takes a millisecond of its thread. */
export function codePicture(content: string): Uint8Array {
  const { data, size } = encode(content, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${squares.join('')}"/></svg>`,
  )
}
