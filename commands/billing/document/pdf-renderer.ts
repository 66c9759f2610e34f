import { undrawable } from '#commands/kernel/typeset/fonts.ts'
import { assertBillFits } from '#domain/billing/check-content.ts'
import { checklistRefusal } from '#domain/billing/checklist.ts'
import { hash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { Press } from '#commands/kernel/typeset/press.ts'
import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import type { FrozenBill, RenderBillPdf } from '#domain/billing/frozen-bill.ts'
import { type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'
import type { FrozenQuote } from '#domain/quotes/quote-content.ts'
import type { RenderQuotePdf } from '#domain/quotes/quote-paper.ts'
import { billDocument, type PaperImages, quoteDocument } from './bill-document.ts'
import { declareFacturX, FACTUR_X_NAME } from './factur-x.ts'
import { paperImage } from './paper-image.ts'

/** Previews that are remembered, by what they show. @unit bytes */
const REMEMBERED_BYTES = 16 * 1024 * 1024

/** Draws bills and quotes on the press, with the pictures that they name. */
export function pdfRenderer(
  documents: Pick<Documents, 'read'>,
  press: Pick<Press, 'print'>,
  metrics: Pick<Metrics, 'cacheOpened'> = unmeasured,
): { readonly bill: RenderBillPdf; readonly quote: RenderQuotePdf } {
  const previews = rememberedPapers(REMEMBERED_BYTES)
  metrics.cacheOpened('previews', previews.size)

  const imageOf = async (sha256: string): Promise<Uint8Array | null> => {
    if (sha256 === '') return null
    const picture = await documents.read(sha256)
    return picture ? paperImage(picture.bytes, picture.mediaType) : null
  }

  const imagesOf = async ({
    logoSha256,
    signatureSha256,
  }: FrozenBill['seller']): Promise<PaperImages> => ({
    logo: await imageOf(logoSha256),
    signature: await imageOf(signatureSha256),
  })

  async function draw(
    frozen: FrozenBill | FrozenQuote,
    order: Parameters<RenderBillPdf>[1],
    manuscriptOf: () => Promise<Manuscript>,
  ): Promise<Uint8Array> {
    const isPreview = order.urgency === 'preview'
    const content = isPreview
      ? hash('sha256', `${order.owner} ${JSON.stringify(frozen)}`, 'hex')
      : ''
    const preview = previews.get(content)
    if (preview) return preview
    // A frozen paper has its number: it is drawn however long it is.
    if (isPreview) assertBillFits('bill' in frozen ? frozen.bill : frozen)
    let isElectronic = false
    const drawn = await press.print(order, async () => {
      const drawnMeanwhile = previews.get(content)
      if (drawnMeanwhile) return drawnMeanwhile
      const manuscript = await manuscriptOf()
      isElectronic = FACTUR_X_NAME in manuscript.files
      // A frozen paper is readable, or it is not issued.
      if (!isPreview) assertDrawable(manuscript.data)
      return manuscript
    })
    const paper = isElectronic ? declareFacturX(drawn) : drawn
    if (isPreview) previews.set(content, paper)
    return paper
  }

  return {
    bill: (bill, order) =>
      draw(bill, order, async () => billDocument(bill, await imagesOf(bill.seller))),
    quote: (quote, order) =>
      draw(quote, order, async () => quoteDocument(quote, await imagesOf(quote.bill.seller))),
  }
}

/** @throws BILL_LETTERS_UNKNOWN naming letters of the paper that no font draws */
function assertDrawable(data: Manuscript['data']): void {
  const letters = undrawable(JSON.stringify(data))
  if (letters.length > 0)
    throw checklistRefusal('BILL_LETTERS_UNKNOWN', { letters: letters.slice(0, 20).join(' ') })
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
    size: () => papers.size,
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
