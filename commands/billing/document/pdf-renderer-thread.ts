import { answerDrawings } from '#commands/kernel/typeset/answer-drawings.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { PaperImages } from './bill-document.ts'
import { renderBillPdf } from './bill-pdf.ts'

/** What the thread of `pdf-renderer.ts` is asked for. */
export type BillOrder = { readonly bill: FrozenBill; readonly images: PaperImages }

answerDrawings<BillOrder>(({ bill, images }) => renderBillPdf(bill, images))
