import type { PaperImage } from './bill-paper.ts'

/**
 * A kept picture as the paper takes it: react-pdf draws PNG and JPEG, anything else the profile accepts becomes a PNG.
 */
export async function paperImage(bytes: Uint8Array, mediaType: string): Promise<PaperImage> {
  if (mediaType === 'image/png') return { data: bytes, format: 'png' }
  if (mediaType === 'image/jpeg') return { data: bytes, format: 'jpg' }
  // Loaded with the first picture that needs it: a start need not wait for a decoder.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(bytes)
  const canvas = createCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return { data: new Uint8Array(await canvas.encode('png')), format: 'png' }
}
