import { crc32 } from 'node:zlib'
import { catalogue } from '#domain/kernel/errors.ts'
import {
  type DrawnPicture,
  type ImageMediaType,
  PRINT_PIXELS,
  type SentMediaType,
} from './pictures.ts'
import { drawnAnew } from './picture-drawer.ts'

const imageRefusal = catalogue({
  IMAGE_INVALID: 'invalid',
  IMAGE_HEIC: 'invalid',
  IMAGE_TOO_LARGE: 'too-large',
  IMAGE_TOO_MANY_PIXELS: 'too-large',
})

export type ImageLimits = {
  /** Owner of the picture: owners take turns. */
  readonly owner: string
  readonly maxBytes: number
  /**
   * Width × height; 16 million when absent. A small file may decode to gigabytes, so the size is
   * read from its header before decoding.
   */
  readonly maxPixels?: number
  /** The wire's field, named in the refusal. */
  readonly path?: string
}

const MAX_PIXELS = 16_000_000
const DATA_URL = /^data:[\w.+/-]*(?:;[\w=.-]+)*;base64,/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export const dataUrl = (image: {
  readonly bytes: Uint8Array
  readonly mediaType: string
}): string => `data:${image.mediaType};base64,${Buffer.from(image.bytes).toString('base64')}`

/**
 * Checks a PNG, JPEG or WebP picture by decoding it once, and encodes it again at print size
 * without metadata. Its bytes decide its type; the name and media type of the request are ignored.
 *
 * @param content base64, or a data URL
 * @throws IMAGE_INVALID · IMAGE_HEIC · IMAGE_TOO_LARGE · IMAGE_TOO_MANY_PIXELS, each naming the
 * limit
 */
export async function checkImage(content: string, limits: ImageLimits): Promise<DrawnPicture> {
  const { maxBytes, maxPixels = MAX_PIXELS } = limits
  const details = {
    maxMegabytes: Number((maxBytes / 1_000_000).toFixed(1)),
    maxMegapixels: Math.round(maxPixels / 1_000_000),
  }
  const refuse = (code: Parameters<typeof imageRefusal>[0]) =>
    imageRefusal(
      code,
      details,
      limits.path === undefined ? [] : [{ path: limits.path, code, details }],
    )

  const base64 = content.replace(DATA_URL, '').replaceAll(/\s/g, '')
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw refuse('IMAGE_TOO_LARGE')
  if (base64 === '' || !BASE64.test(base64)) throw refuse('IMAGE_INVALID')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxBytes) throw refuse('IMAGE_TOO_LARGE')

  if (isHeif(bytes)) throw refuse('IMAGE_HEIC')
  const head = headOf(bytes)
  if (head === null || head.width === 0 || head.height === 0) throw refuse('IMAGE_INVALID')
  if (head.width * head.height > maxPixels) throw refuse('IMAGE_TOO_MANY_PIXELS')
  if (!isWhole(bytes, head.mediaType)) throw refuse('IMAGE_INVALID')
  const { mediaType, width, height } = head
  const drawn = await drawnAnew(limits.owner, { bytes, mediaType })
  if (drawn === null) throw refuse('IMAGE_INVALID')
  return mediaType !== 'image/webp' && isPlain(bytes, mediaType, head)
    ? { bytes, mediaType, width, height }
    : drawn
}

/** Chunks of a PNG that draw: what else there is, tells. */
const DRAWS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'sRGB',
  'gAMA',
  'sBIT',
  'pHYs',
  'IDAT',
  'IEND',
])

/**
 * Whether a picture is at print size, holds no metadata and hides nothing. The picture is then kept
 * as it was sent. A picture that was read here and is sent back stays the same.
 */
function isPlain(
  bytes: Buffer,
  mediaType: ImageMediaType,
  { width, height }: Pick<Head, 'width' | 'height'>,
): boolean {
  if (Math.max(width, height) > PRINT_PIXELS || bytes.length > width * height * 4 + 1_024)
    return false
  return mediaType === 'image/png' ? isPlainPng(bytes) : isPlainJpeg(bytes)
}

function isPlainPng(bytes: Buffer): boolean {
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!DRAWS.has(name)) return false
    if (name === 'IEND') return at + 12 === bytes.length
  }
  return false
}

/**
 * A colour profile as @napi-rs/canvas 1.1.1 writes it has 472 bytes; a longer one may hold a text.
 */
const PROFILE_BYTES = 500

/**
 * Segments up to the scan: of applications only JFIF and a short colour profile. @source ITU-T
 * T.81, annex B
 */
function isPlainJpeg(bytes: Buffer): boolean {
  for (
    let at = 2;
    at + 4 < bytes.length && bytes[at] === 0xff;
    at += 2 + bytes.readUInt16BE(at + 2)
  ) {
    const marker = bytes[at + 1] ?? 0
    const isProfile =
      bytes.toString('latin1', at + 4, at + 15) === 'ICC_PROFILE' &&
      bytes.readUInt16BE(at + 2) <= PROFILE_BYTES
    if ((marker > 0xe0 && marker <= 0xef && !isProfile) || marker === 0xfe) return false
    if (marker === 0xda) return bytes.indexOf(Buffer.from([0xff, 0xd9]), at) === bytes.length - 2
  }
  return false
}

type Head = { mediaType: SentMediaType; width: number; height: number }

function headOf(bytes: Buffer): Head | null {
  if (bytes.length < 30) return null
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE))
    return bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : null
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegHead(bytes)
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return webpHead(bytes)
  return null
}

/**
 * Whether a picture is an iPhone's. It holds HEVC, whose decoders are bound by patents.
 *
 * @source ISO/IEC 23008-12, annex B: the brands of HEIF
 */
const isHeif = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' &&
  /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(bytes.toString('latin1', 8, 12))

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Walks the segments up to the frame header. @source ITU-T T.81, annex B */
function jpegHead(bytes: Buffer): Head | null {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** @source RFC 9649, sections 2.5 to 2.7 */
function webpHead(bytes: Buffer): Head | null {
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        mediaType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/**
 * @napi-rs/canvas 1.1.1 draws a cut or altered file with the missing part grey, so such files are
 * detected here.
 */
function isWhole(bytes: Buffer, mediaType: SentMediaType): boolean {
  if (mediaType === 'image/png') return isWholePng(bytes)
  if (mediaType === 'image/jpeg')
    return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > bytes.indexOf(Buffer.from([0xff, 0xda]))
  return bytes.readUInt32LE(4) + 8 <= bytes.length
}

/**
 * Walks the chunks to the last; each has its own checksum. @source PNG specification, third
 * edition, section 5
 */
function isWholePng(bytes: Buffer): boolean {
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      return false
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = end + 4
  }
  return false
}
