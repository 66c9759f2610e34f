import { hash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents.ts'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { createDrawingThread, paperRefusal } from '#commands/kernel/typeset/drawing-thread.ts'
import { rememberedPapers } from '#commands/kernel/typeset/remembered-papers.ts'
import type { CvOrder } from './cv-document.ts'

/** Sets CVs on a thread of its own. Owners take turns. */
export type CvRenderer = {
  readonly render: RenderCv
  close(): Promise<void>
}
export type RenderCv = (
  order: Omit<CvOrder, 'photo'>,
  call: { readonly owner: string; readonly signal?: AbortSignal },
) => Promise<Uint8Array>

/** While a user types, each rest asks for a paper; those of before are given up. */
const PER_OWNER = { final: 8, preview: 8 }
const WAIT_MS = 30_000
/** @unit bytes */
const REMEMBERED_BYTES = 8 * 1024 * 1024
/** Side of the printed photo. @unit pixels */
const PHOTO_SIDE = 480

/**
 * A photo drawn again as a square PNG, cut at its middle: the file's metadata (place, camera) stays behind.
 *
 * @returns null when the picture can no longer be read
 */
async function printedPhoto(documents: Pick<Documents, 'read'>, sha256: string | null): Promise<Uint8Array | null> {
  const kept = sha256 === null ? null : await documents.read(sha256)
  if (kept === null) return null
  // Loaded with the first photo: a start need not wait for a decoder.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(kept.bytes)
  const side = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  const canvas = createCanvas(PHOTO_SIDE, PHOTO_SIDE)
  canvas.getContext('2d').drawImage(picture, left, top, side, side, 0, 0, PHOTO_SIDE, PHOTO_SIDE)
  return new Uint8Array(await canvas.encode('png'))
}

export function startCvRenderer(documents: Pick<Documents, 'read'>): CvRenderer {
  const thread = createDrawingThread<CvOrder>(new URL('cv-renderer-thread.ts', import.meta.url), 'CV')
  const queue = createFairQueue({ perOwner: PER_OWNER, waitMs: WAIT_MS, busy: () => paperRefusal('PAPER_BUSY') })
  const papers = rememberedPapers(REMEMBERED_BYTES)
  return {
    async render(order, { owner, signal }) {
      const content = hash('sha256', `${owner} ${JSON.stringify(order)}`, 'hex')
      const known = papers.get(content)
      if (known) return known
      const { facts, person } = order.content
      const photo = facts.withPhoto ? await printedPhoto(documents, person.photo) : null
      const drawn = await queue.run({ owner, urgency: 'preview', ...(signal && { signal }) }, () =>
        thread.draw({ ...order, photo }),
      )
      papers.set(content, drawn)
      return drawn
    },
    close: () => thread.close(),
  }
}
