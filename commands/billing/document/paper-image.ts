/**
 * A kept picture as the paper takes it: PNG and JPEG as they are. Anything else a profile accepts
 * becomes a PNG.
 */
export async function paperImage(bytes: Uint8Array, mediaType: string): Promise<Uint8Array> {
  if (mediaType === 'image/png' || mediaType === 'image/jpeg') return bytes
  // Loaded with the first picture that needs it: a start need not wait for a decoder.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(bytes)
  const canvas = createCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return new Uint8Array(await canvas.encode('png'))
}
