import { createTypesetter, type Typesetter } from '#commands/kernel/typeset/typesetter.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { billDocument, type PaperImages } from './bill-document.ts'

let typesetter: Typesetter | null = null

/**
 * The bill's PDF. The same bill and pictures give the same bytes: its dates are the day of issue. It holds up its
 * thread, so `pdf-renderer.ts` calls it on another one.
 */
export function renderBillPdf(bill: FrozenBill, images: PaperImages): Uint8Array {
  typesetter ??= createTypesetter()
  return typesetter(billDocument(bill, images))
}
