import { renderToBuffer } from '@react-pdf/renderer'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { billPaper, type PaperImages } from './bill-paper.ts'
import { loadFonts } from './fonts.ts'

/**
 * The bill's PDF, its fonts embedded. The same bill and pictures give the same bytes: its dates are the day of issue.
 * Takes about 100 ms, so `pdf-renderer.ts` calls it on another thread.
 */
export async function renderBillPdf(bill: FrozenBill, images: PaperImages): Promise<Uint8Array> {
  await loadFonts()
  return new Uint8Array(await renderToBuffer(billPaper(bill, images)))
}
