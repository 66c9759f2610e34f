import { createTypesetter, type Typesetter } from '#commands/kernel/typeset/typesetter.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { billDocument, type PaperImages } from './bill-document.ts'
import { declareFacturX, FACTUR_X_NAME } from './factur-x.ts'

let typesetter: Typesetter | null = null

/**
 * The bill's PDF; once it has a number, a Factur-X file. The same bill and pictures give the same bytes: its dates are
 * the day of issue. It holds up its thread, so `pdf-renderer.ts` calls it on another one.
 */
export function renderBillPdf(bill: FrozenBill, images: PaperImages): Uint8Array {
  typesetter ??= createTypesetter()
  const manuscript = billDocument(bill, images)
  const pdf = typesetter(manuscript)
  return FACTUR_X_NAME in manuscript.files ? declareFacturX(pdf) : pdf
}
