import { directionOf } from '#domain/kernel/languages.values.ts'
import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import { crossIndustryInvoice } from '#domain/billing/paper/cross-industry-invoice.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { ordered, type Paper, paperOf } from '#domain/billing/paper/paper.ts'
import { figuresOf, type PaperFigures } from '#domain/billing/paper/paper-figures.ts'
import { paymentCodeOf } from '#domain/billing/paper/payment-code.ts'
import type { FrozenQuote } from '#domain/quotes/quote-content.ts'
import { type PaperAgreement, quotePaperOf } from '#domain/quotes/quote-paper.ts'
import { type Currency, minorDigits } from '#domain/kernel/money.ts'
import { FACTUR_X_NAME } from './factur-x.ts'

/** Pictures of a bill, as PNG or JPEG. */
export type PaperImages = {
  readonly logo: Uint8Array | null
  readonly signature: Uint8Array | null
}

const CODE_NAME = 'code.svg'

/** The longest texts that are kept on one page; longer ones may fit on no page. */
const LONGEST_WHOLE = { letters: 1500, lines: 30 }
const mayBreak = (text: string): boolean =>
  text.length > LONGEST_WHOLE.letters || text.split('\n').length > LONGEST_WHOLE.lines

/** An amount in three parts, since the cents are lighter: whole units, cents, currency. */
function amountOf(
  { figure, amount, point }: PaperFigures,
  minor: number,
  currency: Currency,
  symbol: 'with-currency' | 'bare',
): [string, string, string] {
  const text = symbol === 'bare' ? figure(minor, currency) : amount(minor, currency)
  const from = minorDigits(currency) === 0 ? -1 : text.lastIndexOf(point)
  const end = from + 1 + minorDigits(currency)
  return from === -1
    ? [text, '', '']
    : [text.slice(0, from), text.slice(from, end), text.slice(end)]
}

/**
 * A price in the parts of an amount: what follows the point is lighter, however many decimals there
 * are.
 */
function priceParts(
  text: string,
  { point }: PaperFigures,
  currency: Currency,
): [string, string, string] {
  const from = minorDigits(currency) === 0 ? -1 : text.lastIndexOf(point)
  return from === -1 ? [text, '', ''] : [text.slice(0, from), text.slice(from), '']
}

/** The bill as its template reads it: what the client reads. Reads nothing but its arguments. */
export function billDocument(bill: FrozenBill, images: PaperImages): Manuscript {
  // A draft is no bill: no program shall book it.
  const electronic = bill.ref === '' ? null : crossIndustryInvoice(bill)
  return manuscriptOf(paperOf(bill), {
    bill,
    images,
    electronic,
    code: paymentCodeOf(bill),
    agreement: null,
  })
}

/** A quote in the same template: nothing of it is paid or booked yet, and the client signs it. */
export function quoteDocument(quote: FrozenQuote, images: PaperImages): Manuscript {
  const { agreement, ...paper } = quotePaperOf(quote)
  return manuscriptOf(paper, { bill: quote.bill, images, electronic: null, code: null, agreement })
}

type Beside = {
  readonly bill: FrozenBill
  readonly images: PaperImages
  /** The Factur-X XML that it carries. */
  readonly electronic: string | null
  readonly code: string | null
  readonly agreement: PaperAgreement | null
}

function manuscriptOf(
  paper: Paper,
  { bill, images, electronic, code, agreement }: Beside,
): Manuscript {
  const { currency, language, words } = paper
  const figures = figuresOf(language)
  const bare = (minor: number) => amountOf(figures, minor, currency, 'bare')
  const whole = (minor: number) => amountOf(figures, minor, currency, 'with-currency')
  const title = `${paper.title} ${paper.draft ? `(${words.draft.toLocaleLowerCase(language)})` : ordered(bill.ref, language)}`
  const files = {
    ...(electronic !== null && { [FACTUR_X_NAME]: Buffer.from(electronic) }),
    ...(images.logo && { logo: images.logo }),
    ...(images.signature && { signature: images.signature }),
  }
  let carriedMinor = 0
  return {
    template: new URL('bill.typ', import.meta.url),
    day: bill.issueDate,
    files,
    codes: code === null ? {} : { [CODE_NAME]: code },
    data: {
      meta: { title, author: paper.seller.name, subject: bill.serviceName },
      language,
      rightToLeft: directionOf(language) === 'rtl',
      marks: [...(paper.draft ? [words.draft] : []), ...(paper.simulation ? ['SIMULATION'] : [])],
      words,
      electronic: electronic === null ? null : FACTUR_X_NAME,
      logo: images.logo && 'logo',
      signature: images.signature && 'signature',
      code: code && CODE_NAME,
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
          discount: line.discount,
          price: priceParts(line.unitPrice, figures, currency),
          rate: line.rate,
          amount: bare(line.netMinor),
          carried: bare(carriedMinor),
        }
      }),
      totals: paper.totals.map(({ label, minor }) => ({ label, amount: whole(minor) })),
      due: { label: paper.due.label, amount: whole(paper.due.minor) },
      payment: paper.payment,
      agreement,
      tax: paper.tax,
      terms: paper.terms,
      footer: paper.footer,
      longFooter: mayBreak(paper.footer),
      foot: `${paper.seller.name} · ${title}`,
    },
  }
}
