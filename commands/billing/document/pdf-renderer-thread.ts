import { parentPort } from 'node:worker_threads'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { PaperImages } from './bill-document.ts'
import { renderBillPdf } from './bill-pdf.ts'

/** The thread of `pdf-renderer.ts`: it draws one bill after the other. */
export type RenderRequest = { readonly id: number; readonly bill: FrozenBill; readonly images: PaperImages }
export type RenderResult = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

function delivery({ id, bill, images }: RenderRequest): RenderResult {
  try {
    return { id, bytes: renderBillPdf(bill, images) }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(delivery(request)))
