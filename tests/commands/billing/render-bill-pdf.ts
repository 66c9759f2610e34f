import { createTypesetter, type Typesetter } from '#commands/kernel/typeset/typesetter.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { billDocument, type PaperImages } from '#commands/billing/document/bill-document.ts'
import { declareFacturX, FACTUR_X_NAME } from '#commands/billing/document/factur-x.ts'

let typesetter: Typesetter | null = null

/** The bill's PDF as the press makes it, on this thread. */
export function renderBillPdf(bill: FrozenBill, images: PaperImages): Uint8Array {
  typesetter ??= createTypesetter()
  const manuscript = billDocument(bill, images)
  const pdf = typesetter(manuscript)
  return FACTUR_X_NAME in manuscript.files ? declareFacturX(pdf) : pdf
}
