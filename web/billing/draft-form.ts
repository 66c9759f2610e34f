import type { LineUnit } from '#contract/billing/bill.values.ts'
import type { z } from 'zod'
import type { AnsweredTerms, Bill, DraftContent } from '#contract/billing/billing.schemas.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import {
  type Discount,
  PRICE_DIGITS,
  priceOf,
  scaleExact,
  type Sheet,
  sheetOf,
  toMinor,
  toQuantity,
  toRate,
} from '#contract/billing/billing-amounts.ts'

type Typed = 'paymentDeadline' | 'penaltyRate' | 'exchangeRate' | 'discount'
/** `dueDate` is 0 while the days to pay set it. */
export type DraftForm = Omit<z.output<typeof DraftContent>, Typed | 'lines'> &
  Record<Typed, number | null> & { lines: DraftLine[] }
export type DraftLine = {
  description: string
  quantity: number | null
  unit: LineUnit
  /** A cost advanced in the client's name. */
  disbursement: boolean
  unitPrice: number | null
  tva: number | null
  creditedLine: number | null
  /** The line of the quote that it takes from. */
  quotedLine?: number | undefined
  discount: number | null
  discountKind: Discount['kind']
  discountReason: string
}

/** A line's reduction where there is none. */
export const NO_DISCOUNT = { discount: 0, discountKind: 'percent', discountReason: '' } as const
/** The first line of a draft without lines; its VAT rate is that of the place. */
export const FIRST_LINE: Omit<DraftLine, 'tva'> = {
  description: '',
  quantity: 1,
  unit: 'day',
  disbursement: false,
  unitPrice: null,
  creditedLine: null,
  ...NO_DISCOUNT,
}

export const lineOf = (line: Omit<Bill['lines'][number], 'creditedLine'>): DraftLine => ({
  description: line.description,
  quantity: line.quantity,
  unit: line.unit ?? '',
  disbursement: line.disbursement ?? false,
  unitPrice: line.unitPrice,
  tva: line.tva,
  creditedLine: null,
  ...(line.quotedLine !== undefined && { quotedLine: line.quotedLine }),
  discount: line.discount ?? 0,
  discountKind: line.discountKind ?? 'percent',
  discountReason: line.discountReason ?? '',
})

type Terms = z.output<typeof AnsweredTerms>
/** The names of `AnsweredTerms`, whose schema is not there when the form is filled. */
const TERMS = Object.keys({
  serviceName: true,
  startDate: true,
  endDate: true,
  paymentDeadline: true,
  currency: true,
  includeTva: true,
  includePenalty: true,
  penaltyRate: true,
  penaltyBasis: true,
  discountTerms: true,
  language: true,
  operation: true,
  deliveryCountry: true,
  deliveryAddress: true,
  vatReason: true,
  exchangeRate: true,
  exchangeDate: true,
  exchangeSource: true,
  pricesTTC: true,
  discount: true,
  discountKind: true,
  discountReason: true,
  header: true,
  numberSeries: true,
  footer: true,
  purchaseOrder: true,
  buyerReference: true,
} satisfies Record<keyof Terms, true>) as readonly (keyof Terms)[] // its own keys

/** Common parts of the forms of a bill and a quote. */
export const termsOf = (doc: Bill | Quote) => {
  const terms = TERMS.map((name) => [name, doc[name]] as const)
  const { deliveryCountry: country, deliveryAddress } = doc
  // Each name has its value of the document.
  return {
    clientId: doc.clientId,
    ...(Object.fromEntries(terms) as Terms),
    // A country alone is a part of the address that the form asks for.
    deliveryCountry: '',
    deliveryAddress: country === '' ? deliveryAddress : { ...deliveryAddress, country },
  }
}

export const formOf = (bill: Bill): DraftForm => ({
  ...termsOf(bill),
  projectId: bill.projectId,
  issueDate: bill.issueDate,
  dueDate: bill.dueDateFixed ? bill.dueDate : 0,
  lines: bill.lines.map((line) => ({ ...lineOf(line), creditedLine: line.creditedLine })),
  deposits: bill.deposits.map(({ id }) => id),
})

/** A typed price; null while it is no number, or has too many decimals. */
function typedPrice(typed: number | null, currency: string) {
  const minor = toMinor(typed ?? 0, currency)
  if (minor !== null) return { unitPriceMinor: minor }
  const fine = scaleExact(typed ?? 0, PRICE_DIGITS)
  return fine === null ? null : priceOf(BigInt(fine), currency)
}

type Reduced = { readonly discount: number | null; readonly discountKind: Discount['kind'] }
const typedDiscount = (
  { discount, discountKind }: Reduced,
  currency: string,
): Discount | undefined => {
  const value =
    discountKind === 'percent' ? toRate(discount ?? 0) : toMinor(discount ?? 0, currency)
  return value ? { kind: discountKind, value, reason: '' } : undefined
}

/**
 * The arithmetic that the server will do. On a bill without VAT a line's own rate is ignored. A
 * line counts nothing while a typed value is no number, or has too many decimals: `wrong` has those
 * lines.
 */
export function sheetOfForm(
  form: Pick<
    DraftForm,
    'lines' | 'currency' | 'includeTva' | 'pricesTTC' | 'discount' | 'discountKind'
  >,
): Sheet & { readonly wrong: ReadonlySet<number> } {
  const { lines, currency, includeTva, pricesTTC } = form
  const wrong = new Set<number>()
  const read = lines.map((line, index) => {
    const quantity = toQuantity(line.quantity ?? 0)
    const price = typedPrice(line.unitPrice, currency)
    const rate = includeTva ? (toRate(line.tva ?? 0) ?? 0) : 0
    if (quantity !== null && price !== null)
      return { ...price, quantity, rate, discount: typedDiscount(line, currency) }
    wrong.add(index)
    return { unitPriceMinor: 0, quantity: 0, rate }
  })
  const discount = typedDiscount(form, currency)
  return { ...sheetOf({ lines: read, discount, pricesWithVat: pricesTTC, currency }), wrong }
}
