import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { Order } from '#commands/kernel/fair-queue.ts'
import type { Press } from '#commands/kernel/typeset/press.ts'
import { cvDocument, type CvOrder } from './cv-document.ts'
import { assertCvFits } from './cv-size.ts'

/** Draws a CV; whose it is decides when its turn comes. @throws PAPER_TOO_LONG naming a field */
export type DrawCv = (cv: Omit<CvOrder, 'photo'>, order: Order) => Promise<Uint8Array>

/** Side of the printed photo. @unit pixels */
const PHOTO_SIDE = 480

/**
 * A photo drawn again as a square PNG, cut at its middle: the file's metadata (place, camera) stays
 * behind.
 *
 * @returns null when the picture can no longer be read
 */
async function printedPhoto(
  documents: Pick<Documents, 'read'>,
  sha256: string | null,
): Promise<Uint8Array | null> {
  const pictureBytes = sha256 === null ? null : await documents.read(sha256)
  if (pictureBytes === null) return null
  // Loaded with the first photo: a start need not wait for a decoder.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(pictureBytes.bytes)
  const side = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  const canvas = createCanvas(PHOTO_SIDE, PHOTO_SIDE)
  canvas.getContext('2d').drawImage(picture, left, top, side, side, 0, 0, PHOTO_SIDE, PHOTO_SIDE)
  return new Uint8Array(await canvas.encode('png'))
}

/** CVs on the press, with the photo where one is wanted. */
export const cvPapers =
  (documents: Pick<Documents, 'read'>, press: Pick<Press, 'print'>): DrawCv =>
  async (cv, order) => {
    assertCvFits(cv.content, cv.language)
    return press.print(order, async () => {
      const { facts, person } = cv.content
      return cvDocument({
        ...cv,
        photo: facts.withPhoto ? await printedPhoto(documents, person.photo) : null,
      })
    })
  }
