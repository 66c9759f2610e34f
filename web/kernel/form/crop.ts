import { readAsDataUrl } from './data-url.ts'

/** A part of a picture. @unit pixels of the picture */
export type Crop = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Choice of a user. `zoom`: 1 is as much as fits; `across` and `down`: 0 to 1 of the way there is.
 */
export type Framing = { readonly zoom: number; readonly across: number; readonly down: number }

type Size = { readonly width: number; readonly height: number }

/** @param ratio of the frame, width by height */
export function cropOf(picture: Size, ratio: number, { zoom, across, down }: Framing): Crop {
  const width = Math.min(picture.width, picture.height * ratio) / zoom
  const height = width / ratio
  return {
    left: (picture.width - width) * across,
    top: (picture.height - height) * down,
    width,
    height,
  }
}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** The framing after a drag. @param by pixels of the picture */
export function dragged(
  picture: Size,
  crop: Crop,
  framing: Framing,
  by: { x: number; y: number },
): Framing {
  const [wide, high] = [picture.width - crop.width, picture.height - crop.height]
  return {
    ...framing,
    across: wide <= 0 ? 0.5 : within((crop.left - by.x) / wide),
    down: high <= 0 ? 0.5 : within((crop.top - by.y) / high),
  }
}

/** Longer sides that are tried, the largest first. @unit pixels */
const SIDES = [1_600, 1_200, 900, 600, 400, 250]

/**
 * The part of a picture as a picture of its own, as large as its limit allows.
 *
 * @throws when the browser cannot draw it, or it stays too large
 */
export async function cropped(
  image: HTMLImageElement,
  crop: Crop,
  maxBytes: number,
): Promise<string> {
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(crop.width, crop.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(crop.width * scale))
    canvas.height = Math.max(1, Math.round(crop.height * scale))
    const { left, top, width, height } = crop
    canvas
      .getContext('2d')
      ?.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
    // WebP keeps what is transparent. A browser that does not write it writes PNG.
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', 0.9),
    )
    if (blob !== null && blob.size <= maxBytes) return readAsDataUrl(blob)
  }
  throw new Error('The picture cannot be drawn within its limit')
}
