import type { Documents } from '#commands/gateways/documents/documents.ts'
import { checkImage } from './images.ts'

const SHA256 = /^[0-9a-f]{64}$/

/**
 * Keeps a picture (base64 or a data URL) as a document.
 *
 * @returns its SHA-256; '' when there is no picture
 * @throws IMAGE_INVALID · IMAGE_TOO_LARGE naming `path`
 */
export async function storeImage(
  documents: Documents,
  content: string,
  options: { owner: string; path: string; maxBytes: number },
): Promise<string> {
  if (content === '') return ''
  const { bytes, mediaType } = await checkImage(content, options)
  return documents.keep(bytes, mediaType)
}

/** A stored picture as a data URL; '' when there is none. */
export async function imageAsDataUrl(documents: Documents, sha256: string): Promise<string> {
  if (!SHA256.test(sha256)) return ''
  const bytes = await documents.read(sha256)
  return bytes === null
    ? ''
    : `data:${bytes.mediaType};base64,${Buffer.from(bytes.bytes).toString('base64')}`
}
