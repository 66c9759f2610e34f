import { z } from 'zod'
import { type Bill, BillLineInput, BillPatch } from '#contract/billing/billing.schemas.ts'
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
import type { Operation, PenaltyBasis, VatReason } from '#contract/billing/bill.values.ts'
import { termsOf } from './shared-terms.ts'

/** An empty number field counts as absent. */
const orNothing = <T extends z.ZodType<number>>(type: T) =>
  z.preprocess((value: number | null) => value ?? 0, type)

const Line = z.object({
  description: BillLineInput.shape.description,
  quantity: orNothing(BillLineInput.shape.quantity),
  unit: z.enum(['day', '']),
  unitPrice: orNothing(BillLineInput.shape.unitPrice),
  tva: orNothing(BillLineInput.shape.tva),
  creditedLine: z.number().nullable(),
  quotedLine: z.number().optional(),
  discount: orNothing(BillPatch.shape.discount.unwrap()),
  discountKind: z.enum(['percent', 'amount']),
  discountReason: BillPatch.shape.discountReason.unwrap(),
})

/** The fields of the editor, validated by the contract's rules. */
export const DraftForm = z.object({
  ...BillPatch.pick({
    clientId: true,
    projectId: true,
    serviceName: true,
    purchaseOrder: true,
    startDate: true,
    endDate: true,
    issueDate: true,
    dueDate: true,
    includePenalty: true,
    includeTva: true,
    currency: true,
    header: true,
    footer: true,
    penaltyBasis: true,
    discountTerms: true,
    language: true,
    operation: true,
    deliveryCountry: true,
    vatReason: true,
    exchangeDate: true,
    exchangeSource: true,
    pricesTTC: true,
    discountKind: true,
    discountReason: true,
  }).required().shape,
  paymentDeadline: orNothing(z.int().min(0).max(365)),
  penaltyRate: orNothing(z.number().min(0).max(100).multipleOf(0.01)),
  exchangeRate: orNothing(BillPatch.shape.exchangeRate.unwrap()),
  discount: orNothing(BillPatch.shape.discount.unwrap()),
  lines: z.array(Line).max(500),
  deposits: z.array(z.string()),
})
export type DraftForm = {
  clientId: string | 0
  projectId: string | 0
  serviceName: string
  purchaseOrder: string
  startDate: number
  endDate: number
  issueDate: number
  /** 0: the days to pay set it. */
  dueDate: number
  includePenalty: boolean
  includeTva: boolean
  currency: string
  header: string
  footer: string
  paymentDeadline: number | null
  penaltyRate: number | null
  penaltyBasis: PenaltyBasis
  discountTerms: string
  language: Bill['language']
  operation: Operation
  deliveryCountry: string
  vatReason: VatReason | ''
  exchangeRate: number | null
  exchangeDate: number
  exchangeSource: string
  pricesTTC: boolean
  discount: number | null
  discountKind: Discount['kind']
  discountReason: string
  lines: DraftLine[]
  deposits: string[]
}
export type DraftLine = {
  description: string
  quantity: number | null
  unit: 'day' | ''
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
/** The first line of a draft without lines. */
export const FIRST_LINE: DraftLine = {
  description: '',
  quantity: 1,
  unit: 'day',
  unitPrice: null,
  tva: 20,
  creditedLine: null,
  ...NO_DISCOUNT,
}
export type DraftBody = z.output<typeof DraftForm>

export const lineOf = (line: Omit<Bill['lines'][number], 'creditedLine'>): DraftLine => ({
  description: line.description,
  quantity: line.quantity,
  unit: line.unit ?? '',
  unitPrice: line.unitPrice,
  tva: line.tva,
  creditedLine: null,
  ...(line.quotedLine !== undefined && { quotedLine: line.quotedLine }),
  discount: line.discount ?? 0,
  discountKind: line.discountKind ?? 'percent',
  discountReason: line.discountReason ?? '',
})

export const formOf = (bill: Bill): DraftForm => ({
  ...termsOf(bill),
  projectId: bill.projectId,
  purchaseOrder: bill.purchaseOrder,
  startDate: bill.startDate,
  endDate: bill.endDate,
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
