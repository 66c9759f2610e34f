import type { Currency } from '#domain/kernel/money.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import { type DeductedDeposit, prepaidMinorOf } from './deposit.ts'
import type { PaperLanguage } from './paper-language.values.ts'
import type { BillType, FrozenBill, FrozenBuyer, FrozenSeller, VatExemption } from './frozen-bill.ts'
import type { VatRegime } from '#domain/profile/vat-regime.values.ts'
import { lineNet, type Totals, totalsFor } from './totals.ts'
import { vatAreaOf } from './vat.values.ts'

/** @unit quantity: ten-thousandths; rate: hundredths of a percent */
export type BillLine = {
  readonly description: string
  readonly quantity: number
  readonly unit: 'day' | ''
  /** Without VAT. @unit minor units of the bill's currency */
  readonly unitPriceMinor: number
  readonly rate: number
  /** On a credit note, the line of the original it gives back, from 0; null when it takes off the bill as a whole. */
  readonly creditedLine: number | null
}

/** What a draft holds, and may still change. Ids and days are empty when there is none. */
export type BillContent = {
  readonly profileId: string
  readonly projectId: string
  readonly clientId: string
  /** The client's name when it was last chosen, for lists. The paper takes the company's name at issue. */
  readonly clientName: string
  readonly serviceName: string
  readonly serviceStart: DayOrNone
  readonly serviceEnd: DayOrNone
  /** Empty: the day it is issued. */
  readonly issueDate: DayOrNone
  /** Empty: `paymentDays` after the issue. */
  readonly dueDate: DayOrNone
  readonly paymentDays: number
  readonly currency: Currency
  readonly includeVat: boolean
  readonly includePenalty: boolean
  /** @unit hundredths of a percent a year */
  readonly penaltyRate: number
  readonly lines: readonly BillLine[]
  readonly header: string
  readonly footer: string
  readonly purchaseOrder: string
  /** Deposit bills that a final bill deducts, as they stood when they were chosen; absent when none ever was. */
  readonly deposits?: readonly DeductedDeposit[]
}

/** Days to pay when nothing was agreed. @source Commercial code, article L441-10 I */
const DEFAULT_PAYMENT_DAYS = 30

/** What a new draft holds. */
export const blankContent: Omit<BillContent, 'profileId'> = {
  projectId: '',
  clientId: '',
  clientName: '',
  serviceName: '',
  serviceStart: '',
  serviceEnd: '',
  issueDate: '',
  dueDate: '',
  paymentDays: DEFAULT_PAYMENT_DAYS,
  currency: 'EUR',
  includeVat: true,
  includePenalty: true,
  penaltyRate: 0,
  lines: [],
  header: '',
  footer: '',
  purchaseOrder: '',
}

/** The seller as the profile describes it today. The regime is empty while none was chosen. */
export type Seller = Omit<FrozenSeller, 'regime'> & { readonly regime: VatRegime | '' }

/** The client as its company describes it today, and the language it is written to. */
export type Buyer = FrozenBuyer & { readonly language: PaperLanguage }

/** What a credit note corrects. */
export type CreditedBill = { readonly billId: string; readonly ref: string; readonly issueDate: Day }

export const issueDateOf = (content: BillContent, today: Day): Day => content.issueDate || today
export const dueDateOf = (content: BillContent, issueDate: Day): Day =>
  content.dueDate || addDays(issueDate, content.paymentDays)

/** Lines with their net amounts. On a bill without VAT a line's own rate is ignored. */
export const pricedLines = (content: BillContent): readonly (BillLine & { netMinor: number })[] =>
  content.lines.map((line) => ({
    ...line,
    rate: content.includeVat ? line.rate : 0,
    netMinor: lineNet(line.quantity, line.unitPriceMinor),
  }))

export const totalsOfContent = (content: BillContent): Totals => totalsFor(pricedLines(content))

/**
 * Why this seller charges this client no VAT on a service; null when French VAT is due. Franchise comes before the
 * rest.
 */
export function exemptionFor(
  seller: Pick<Seller, 'regime'>,
  buyer: Pick<FrozenBuyer, 'address' | 'professional'> | null,
): VatExemption | null {
  if (seller.regime === 'franchise') return 'franchise'
  // A private client in the Union owes French VAT like a French one.
  const area = buyer ? vatAreaOf(buyer.address.country) : 'france'
  return area === 'outside' ? 'outsideEu' : area === 'union' && buyer?.professional ? 'reverseCharge' : null
}

/**
 * What a credit note keeps of the bill it corrects. It gives back that bill's VAT, even if seller or client have
 * changed since.
 */
export type Original = Pick<FrozenBill, 'type' | 'seller' | 'buyer' | 'issueDate'>

/** The seller as the VAT of this bill sees it. */
export const standing = (seller: Seller, original: Original | null): Seller =>
  original
    ? {
        ...seller,
        regime: original.seller.regime,
        vatNumber: original.seller.vatNumber,
        vatOnDebits: original.seller.vatOnDebits,
      }
    : seller

/** The bill as the paper shows it, without its number. `original`: of a credit note. */
export function freeze(input: {
  type: BillType
  content: BillContent
  seller: Seller
  buyer: Buyer
  issueDate: Day
  totals: Totals
  /** The deposits that it deducts, as they stand at the issue. */
  deposits?: readonly DeductedDeposit[]
  creditNoteOf: CreditedBill | null
  original: Original | null
  simulation: boolean
}): FrozenBill {
  const { content, totals, issueDate, type, original, deposits = [] } = input
  const { language, ...buyer } = input.buyer
  const prepaidMinor = prepaidMinorOf(deposits)
  const seller = standing(input.seller, original)
  const { regime } = seller
  if (regime === '') throw new Error('A bill was frozen for a seller without a VAT regime')
  const exemption = exemptionFor(seller, original?.buyer ?? buyer)
  return {
    type,
    ref: '',
    issueDate,
    dueDate: type === 'creditNote' ? issueDate : dueDateOf(content, issueDate),
    serviceName: content.serviceName,
    serviceStart: content.serviceStart,
    serviceEnd: content.serviceEnd,
    operation: 'services',
    seller: { ...seller, regime },
    buyer,
    lines: pricedLines(content).map(({ description, quantity, unit, unitPriceMinor, rate, netMinor }) => ({
      description,
      quantity,
      unit,
      unitPriceMinor,
      rate,
      netMinor,
    })),
    vat: totals.vat.map((row) => ({ ...row, exemption: row.rate === 0 ? exemption : null })),
    totalNetMinor: totals.netMinor,
    totalVatMinor: totals.vatMinor,
    totalGrossMinor: totals.grossMinor,
    prepaidMinor,
    ...(deposits.length > 0 && { deposits }),
    dueMinor: totals.grossMinor - prepaidMinor,
    currency: content.currency,
    header: content.header,
    footer: content.footer,
    penaltyRate: content.includePenalty && type !== 'creditNote' ? content.penaltyRate : 0,
    indemnity: buyer.professional && type !== 'creditNote',
    creditNoteOf: input.creditNoteOf && {
      ref: input.creditNoteOf.ref,
      issueDate: input.creditNoteOf.issueDate,
      ...(original?.type === 'deposit' && { ofDeposit: true }),
    },
    purchaseOrder: content.purchaseOrder,
    simulation: input.simulation,
    language,
  }
}
