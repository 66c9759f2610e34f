import { parentPort } from 'node:worker_threads'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { PaperImages } from './bill-paper.ts'
import { renderBillPdf } from './bill-pdf.ts'

/** The thread of `pdf-renderer.ts`: it draws one bill after the other. */
export type RenderRequest = { readonly id: number; readonly bill: FrozenBill; readonly images: PaperImages }
export type RenderResult = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', ({ id, bill, images }: RenderRequest) => {
  last = last.then(async () => {
    const delivery: RenderResult = await renderBillPdf(bill, images).then(
      (bytes) => ({ id, bytes }),
      (error: unknown) => ({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    parentPort?.postMessage(delivery)
  })
})
