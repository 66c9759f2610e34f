import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type DrawnPicture, PRINT_PIXELS, type SentPicture } from './pictures.ts'

const JPEG_QUALITY = 88

/**
 * Draws a picture at print size. Its file's hidden data, camera and place are left behind.
 *
 * @returns null for what is no picture
 */
export async function drawPicture({
  bytes: file,
  mediaType: sent,
}: SentPicture): Promise<DrawnPicture | null> {
  const picture = await loadImage(file).catch(() => null)
  if (picture === null || picture.width === 0 || picture.height === 0) return null
  const scale = Math.min(1, PRINT_PIXELS / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  // A photograph stays one; what has sharp edges or lets the paper through keeps both.
  const isPhoto =
    sent === 'image/jpeg' ||
    (sent === 'image/webp' && isOpaque(context.getImageData(0, 0, width, height)))
  const mediaType = isPhoto ? 'image/jpeg' : 'image/png'
  const bytes = isPhoto ? await canvas.encode('jpeg', JPEG_QUALITY) : await canvas.encode('png')
  return { bytes, mediaType, width, height }
}

const isOpaque = ({ data }: { readonly data: Uint8ClampedArray }): boolean => {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false
  return true
}
