import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Documents } from '#commands/gateways/documents.ts'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { FrozenBill, RenderBillPdf } from '#domain/billing/frozen-bill.ts'
import type { PaperImages } from './bill-document.ts'
import type { RenderResult, RenderRequest } from './pdf-renderer-thread.ts'
import { paperImage } from './paper-image.ts'

/**
 * Draws bills on a thread of its own, so that requests are answered meanwhile. A bill takes 10 ms. One of many pages,
 * or the first one, takes 100 ms and more. The thread starts with the first bill. An idle thread does not keep the
 * process alive. Owners take turns, and a bill that is issued goes before a preview.
 */
export type PdfRenderer = { readonly render: RenderBillPdf; close(): Promise<void> }

const busyRefusal = catalogue({ PAPER_BUSY: 'too-many' })
/** Papers of one owner that wait at most. A user looks at a few at once, and issues the bills of a month together. */
const PER_OWNER = { final: 64, preview: 8 }
const WAIT_MS = 30_000
/** A drawing that takes longer has hung: its thread is ended, and the next bill starts another. */
const DRAWING_MS = 30_000
/** Previews that are remembered, by what they show. @unit bytes */
const REMEMBERED_BYTES = 16 * 1024 * 1024

type Waiter = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }

export function startPdfRenderer(documents: Pick<Documents, 'read'>, drawingMs = DRAWING_MS): PdfRenderer {
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => busyRefusal('PAPER_BUSY'),
  })
  const previews = rememberedPapers(REMEMBERED_BYTES)
  let waiting: (Waiter & { readonly id: number }) | null = null
  let thread: Worker | null = null
  let orders = 0

  const settle = (act: (waiter: Waiter) => void): void => {
    const waiter = waiting
    waiting = null
    thread?.unref()
    if (waiter) act(waiter)
  }
  /** When the thread dies, the bill it was given fails; the next bill starts another thread. */
  const lost = (error: Error): void => {
    thread = null
    settle((waiter) => waiter.reject(error))
  }
  const running = (): Worker => {
    if (thread) return thread
    const started = new Worker(new URL('pdf-renderer-thread.ts', import.meta.url))
    started.on('message', (delivery: RenderResult) => {
      if (delivery.id !== waiting?.id) return
      settle((waiter) =>
        'bytes' in delivery
          ? waiter.resolve(delivery.bytes)
          : waiter.reject(new Error(`The bill could not be drawn: ${delivery.failure}`)),
      )
    })
    started.on(
      'error',
      (error) => thread === started && lost(error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', (code) => thread === started && lost(new Error(`The drawing thread ended with ${code}`)))
    return (thread = started)
  }

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
    const id = ++orders
    const drawn = new Promise<Uint8Array>((resolve, reject) => {
      waiting = { id, resolve, reject }
      const worker = running()
      worker.ref()
      worker.postMessage({ id, bill, images } satisfies RenderRequest)
    })
    const timer = setTimeout(() => {
      const hung = thread
      lost(new Error(`The bill was not drawn within ${drawingMs} ms`))
      void hung?.terminate()
    }, drawingMs)
    return drawn.finally(() => clearTimeout(timer))
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
    async close() {
      const ending = thread
      thread = null
      await ending?.terminate()
      settle((waiter) => waiter.reject(new Error('The press is closed')))
    },
  }
}

/** Papers by their content, the ones asked for last, up to so many bytes. */
function rememberedPapers(most: number) {
  const papers = new Map<string, Uint8Array>()
  let bytes = 0
  const forget = (content: string) => {
    bytes -= papers.get(content)?.byteLength ?? 0
    papers.delete(content)
  }
  return {
    get(content: string): Uint8Array | undefined {
      const paper = papers.get(content)
      if (paper) {
        papers.delete(content)
        papers.set(content, paper)
      }
      return paper
    },
    set(content: string, paper: Uint8Array): void {
      forget(content)
      papers.set(content, paper)
      bytes += paper.byteLength
      for (const oldest of papers.keys()) {
        if (bytes <= most) return
        forget(oldest)
      }
    },
  }
}
