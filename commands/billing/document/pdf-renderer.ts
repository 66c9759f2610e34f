import { Worker } from 'node:worker_threads'
import type { Documents } from '#commands/gateways/documents.ts'
import type { FrozenBill, RenderBillPdf } from '#domain/billing/frozen-bill.ts'
import type { PaperImage, PaperImages } from './bill-paper.ts'
import type { RenderResult, RenderRequest } from './pdf-renderer-thread.ts'
import { paperImage } from './paper-image.ts'

/**
 * Draws bills on a thread of its own, since a bill takes 100 to 400 ms in which no request would be answered. The
 * thread starts with the first bill. An idle thread does not keep the process alive.
 */
export type PdfRenderer = { readonly render: RenderBillPdf; close(): Promise<void> }

type Waiting = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }

export function startPdfRenderer(documents: Pick<Documents, 'read'>): PdfRenderer {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let orders = 0

  const settle = (id: number, act: (waiter: Waiting) => void): void => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) thread?.unref()
    if (waiter) act(waiter)
  }
  /** When the thread dies, the bills it was given fail; the next bill starts another thread. */
  const lost = (error: Error): void => {
    thread = null
    for (const id of waiting.keys()) settle(id, (waiter) => waiter.reject(error))
  }
  const running = (): Worker => {
    if (thread) return thread
    const started = new Worker(new URL('pdf-renderer-thread.ts', import.meta.url))
    started.on('message', (delivery: RenderResult) =>
      settle(delivery.id, (waiter) =>
        'bytes' in delivery
          ? waiter.resolve(delivery.bytes)
          : waiter.reject(new Error(`The bill could not be drawn: ${delivery.failure}`)),
      ),
    )
    started.on(
      'error',
      (error) => thread === started && lost(error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', (code) => thread === started && lost(new Error(`The drawing thread ended with ${code}`)))
    return (thread = started)
  }

  const imageOf = async (sha256: string): Promise<PaperImage | null> => {
    if (sha256 === '') return null
    const kept = await documents.read(sha256)
    return kept ? paperImage(kept.bytes, kept.mediaType) : null
  }

  return {
    async render(bill: FrozenBill) {
      const images: PaperImages = {
        logo: await imageOf(bill.seller.logoSha256),
        signature: await imageOf(bill.seller.signatureSha256),
      }
      const id = ++orders
      return new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        const worker = running()
        worker.ref()
        worker.postMessage({ id, bill, images } satisfies RenderRequest)
      })
    },
    async close() {
      const ending = thread
      thread = null
      await ending?.terminate()
      for (const id of waiting.keys()) settle(id, (waiter) => waiter.reject(new Error('The press is closed')))
    },
  }
}
