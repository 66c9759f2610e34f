import { hash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents.ts'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { createDrawingThread, paperRefusal } from '#commands/kernel/typeset/drawing-thread.ts'
import { rememberedPapers } from '#commands/kernel/typeset/remembered-papers.ts'
import type { FrozenBill, RenderBillPdf } from '#domain/billing/frozen-bill.ts'
import type { PaperImages } from './bill-document.ts'
import type { BillOrder } from './pdf-renderer-thread.ts'
import { paperImage } from './paper-image.ts'

/**
 * Draws bills on a thread of its own, so that requests are answered meanwhile. A bill takes 10 ms. One of many pages,
 * or the first one, takes 100 ms and more. The thread starts with the first bill. An idle thread does not keep the
 * process alive. Owners take turns, and a bill that is issued goes before a preview.
 */
export type PdfRenderer = { readonly render: RenderBillPdf; close(): Promise<void> }

/** Papers of one owner that wait at most. A user looks at a few at once, and issues the bills of a month together. */
const PER_OWNER = { final: 64, preview: 8 }
const WAIT_MS = 30_000
/** Previews that are remembered, by what they show. @unit bytes */
const REMEMBERED_BYTES = 16 * 1024 * 1024

export function startPdfRenderer(documents: Pick<Documents, 'read'>, drawingMs?: number): PdfRenderer {
  const module = new URL('pdf-renderer-thread.ts', import.meta.url)
  const thread = createDrawingThread<BillOrder>(module, 'bill', drawingMs)
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => paperRefusal('PAPER_BUSY'),
  })
  const previews = rememberedPapers(REMEMBERED_BYTES)

  const imageOf = async (sha256: string): Promise<Uint8Array | null> => {
    if (sha256 === '') return null
    const kept = await documents.read(sha256)
    return kept ? paperImage(kept.bytes, kept.mediaType) : null
  }

  async function draw(bill: FrozenBill): Promise<Uint8Array> {
    const images: PaperImages = {
      logo: await imageOf(bill.seller.logoSha256),
      signature: await imageOf(bill.seller.signatureSha256),
    }
    return thread.draw({ bill, images })
  }

  return {
    async render(bill, order) {
      if (order.urgency === 'final') return queue.run(order, () => draw(bill))
      const content = hash('sha256', `${order.owner} ${JSON.stringify(bill)}`, 'hex')
      const known = previews.get(content)
      if (known) return known
      const drawn = await queue.run(order, async () => previews.get(content) ?? draw(bill))
      previews.set(content, drawn)
      return drawn
    },
    close: () => thread.close(),
  }
}
