import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import { crossIndustryInvoice } from '#domain/billing/cross-industry-invoice.ts'
import { frenchAmount, frenchFigure } from '#domain/billing/french.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { paperOf } from '#domain/billing/paper.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { FACTUR_X_NAME } from './factur-x.ts'
import { paymentCodePicture } from './payment-code-picture.ts'

/** Pictures of a bill, as PNG or JPEG. */
export type PaperImages = { readonly logo: Uint8Array | null; readonly signature: Uint8Array | null }

/** The longest texts that are kept on one page; longer ones may fit on no page. */
const LONGEST_WHOLE = { letters: 1500, lines: 30 }
const mayBreak = (text: string): boolean =>
  text.length > LONGEST_WHOLE.letters || text.split('\n').length > LONGEST_WHOLE.lines

/** An amount in three parts, since the cents are lighter: whole units, cents, currency. */
function amountOf(minor: number, currency: Currency, symbol: 'with-currency' | 'bare'): [string, string, string] {
  const figure = frenchFigure(minor, currency)
  const comma = figure.indexOf(',')
  const end = symbol === 'bare' ? '' : frenchAmount(minor, currency).slice(figure.length)
  return comma === -1 ? [figure, '', end] : [figure.slice(0, comma), figure.slice(comma), end]
}

/** The bill as its template reads it: what the client reads. Reads nothing but its arguments. */
export function billDocument(bill: FrozenBill, images: PaperImages): Manuscript {
  const paper = paperOf(bill)
  const { currency } = paper
  const title = `${paper.title} ${paper.draft ? '(brouillon)' : bill.ref}`
  const code = paymentCodePicture(bill)
  // A draft is no bill: no program shall book it.
  const electronic = paper.draft ? null : crossIndustryInvoice(bill)
  const files = {
    ...(electronic !== null && { [FACTUR_X_NAME]: Buffer.from(electronic) }),
    ...(images.logo && { logo: images.logo }),
    ...(images.signature && { signature: images.signature }),
    ...(code && { 'code.svg': code }),
  }
  let carriedMinor = 0
  return {
    template: new URL('bill.typ', import.meta.url),
    day: bill.issueDate,
    files,
    data: {
      meta: { title, author: paper.seller.name, subject: bill.serviceName },
      language: 'fr',
      rightToLeft: false,
      marks: [...(paper.draft ? ['Brouillon'] : []), ...(paper.simulation ? ['SIMULATION'] : [])],
      words: {
        page: 'Page',
        billedTo: 'Facturé à',
        object: 'Objet :',
        heads: ['Désignation', 'Quantité', 'Prix HT', 'TVA', 'Montant HT'],
        carriedFrom: 'Report',
        carriedTo: 'À reporter',
        code: 'Code QR du virement',
        signature: 'Signature',
      },
      electronic: electronic === null ? null : FACTUR_X_NAME,
      logo: images.logo && 'logo',
      signature: images.signature && 'signature',
      code: code && 'code.svg',
      seller: paper.seller,
      title: paper.title,
      number: paper.number,
      facts: paper.facts,
      buyer: paper.buyer,
      object: paper.object,
      header: paper.header,
      lines: paper.lines.map((line) => {
        const [first = '', ...rest] = line.description.split('\n')
        carriedMinor += line.netMinor
        return {
          first,
          rest: rest.join('\n'),
          breaks: mayBreak(line.description),
          quantity: line.quantity,
          price: amountOf(line.unitPriceMinor, currency, 'bare'),
          rate: line.rate,
          amount: amountOf(line.netMinor, currency, 'bare'),
          carried: amountOf(carriedMinor, currency, 'bare'),
        }
      }),
      totals: paper.totals.map(({ label, minor }) => ({ label, amount: amountOf(minor, currency, 'with-currency') })),
      due: { label: paper.due.label, amount: amountOf(paper.due.minor, currency, 'with-currency') },
      payment: paper.payment,
      tax: paper.tax,
      terms: paper.terms,
      footer: paper.footer,
      longFooter: mayBreak(paper.footer),
      foot: `${paper.seller.name} · ${title}`,
    },
  }
}
