import type { LineUnit } from './terms.values.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import type { Address } from '#domain/kernel/address.ts'
import { inEuros } from './amounts.values.ts'
import { billFields, type BillTerms } from './bill.fields.ts'
import { type DeductedDeposit, prepaidMinorOf } from './deposit.ts'
import { blankDraft, printedDraft } from '#domain/kernel/records/draft-fields.ts'
import type { PaperLanguage } from './paper/paper-language.values.ts'
import {
  type BillType,
  type FrozenBill,
  type FrozenBuyer,
  type FrozenSeller,
  frozenDiscount,
  type VatExemption,
} from './frozen-bill.ts'
import type { VatRegime } from '#domain/profile/vat-regime.values.ts'
import type { LegalRate } from './legal-rate.values.ts'
import { penaltyRateOf } from './legal-rates.ts'
import { type Discount, type Price, type Sheet, sheetOf, type Totals } from './totals.ts'
import {
  type Delivered,
  deliveryOf,
  oneStopCountry,
  type PlaceOfSupply,
  placeOfSupply,
} from './vat/place-of-supply.values.ts'

/**
 * Price without VAT, unless the bill's prices include it.
 *
 * @unit quantity: ten-thousandths; rate: hundredths of a percent
 */
export type BillLine = Price & {
  readonly description: string
  readonly quantity: number
  readonly unit: LineUnit
  readonly rate: number
  /** Absent when nothing is taken off. */
  readonly discount?: Discount
  /** Costs advanced in the client's name; absent for a sale. */
  readonly disbursed?: true
  /**
   * On a credit note, the original's line that is given back, from 0; null for the bill as a whole.
   */
  readonly creditedLine: number | null
  /** On a bill of a quote, the line of the quote that it takes from, from 0; absent elsewhere. */
  readonly quotedLine?: number
}

/** Content of a draft, which may still change. Ids and days are empty when there is none. */
export type BillContent = BillTerms & {
  readonly profileId: string
  readonly projectId: string
  readonly clientId: string
  /**
   * The client's name when it was last chosen, for lists. The paper takes the company's name at
   * issue.
   */
  readonly clientName: string
  /** Empty: the day it is issued. */
  readonly issueDate: DayOrNone
  /** Empty: `paymentDays` after the issue. */
  readonly dueDate: DayOrNone
  readonly lines: readonly BillLine[]
  /**
   * Deposit bills that a final bill deducts, as they stood when they were chosen; absent when none
   * ever was.
   */
  readonly deposits?: readonly DeductedDeposit[]
  /** The accepted quote that it is made from; absent for none. */
  readonly quoteId?: string
  /** On a credit note: the days that it gives back are to bill again; absent for no. */
  readonly daysAgain?: true
  /** Hours of a day, by which its hours are days of its contract; absent where none are sold. */
  readonly hoursPerDay?: number
}

/** Content of a new draft. */
export const blankContent: Omit<BillContent, 'profileId'> = {
  ...blankDraft(billFields),
  projectId: '',
  clientId: '',
  clientName: '',
  issueDate: '',
  dueDate: '',
  lines: [],
}

/** The seller as the profile describes it today. The regime is empty while none was chosen. */
export type Seller = Omit<FrozenSeller, 'regime'> & { readonly regime: VatRegime | '' }

/** The client as its company describes it today, and the language it is written to. */
export type Buyer = FrozenBuyer & {
  readonly language: PaperLanguage
  /** Citations of its bills, unless these say otherwise. */
  readonly references?: References
}
/** References of a client; an empty one is none. */
export type References = Required<Pick<BillTerms, 'buyerReference' | 'purchaseOrder'>>

/** The bill that a credit note corrects. */
export type CreditedBill = {
  readonly billId: string
  readonly ref: string
  readonly issueDate: Day
}

export const issueDateOf = (content: BillContent, today: Day): Day => content.issueDate || today
export const dueDateOf = (content: BillContent, issueDate: Day): Day =>
  content.dueDate || addDays(issueDate, content.paymentDays)

/** The bill's arithmetic. On a bill without VAT a line's own rate is ignored. */
export const sheetOfContent = ({
  lines,
  includeVat,
  discount,
  pricesWithVat,
  currency,
}: BillContent): Sheet =>
  sheetOf({
    lines: includeVat ? lines : lines.map((line) => ({ ...line, rate: 0 })),
    discount,
    pricesWithVat,
    currency,
  })

/** Lines as they were typed, with their net amounts. */
export function pricedLines(
  content: BillContent,
): readonly (BillLine & { readonly netMinor: number })[] {
  const sheet = sheetOfContent(content)
  return content.lines.map((line, index) => ({
    ...line,
    rate: content.includeVat ? line.rate : 0,
    netMinor: sheet.lines[index]?.netMinor ?? 0,
  }))
}

export const totalsOfContent = (content: BillContent): Totals => sheetOfContent(content).totals

/** Place and VAT of a bill: which rates it may charge, and why it charges none. */
export const supplyOf = (
  seller: Pick<Seller, 'regime' | 'address'>,
  buyer: Pick<FrozenBuyer, 'address' | 'professional' | 'vatNumber' | 'deliveryAddress'> | null,
  content: Delivered & Pick<BillContent, 'vatReason'>,
  day: Day,
): PlaceOfSupply => {
  const { vatReason = '', operation = 'services' } = content
  const delivery = deliveryOf(content, buyer)
  return placeOfSupply(
    seller,
    buyer,
    { reason: vatReason, operation, ...(delivery && { delivery }) },
    day,
  )
}

/** Reasons that hold for a whole bill: none of its lines may be charged. */
export const ALL_UNCHARGED: readonly VatExemption[] = [
  'franchise',
  'reverseCharge',
  'outsideEu',
  'intraCommunity',
  'export',
  'untaxedTerritory',
  'overseasExport',
  'intangible',
  'outOfScope',
]

/**
 * Terms that a credit note keeps of the bill it corrects. The bill's VAT is given back, even if
 * seller or client have changed since.
 */
export type Original = Pick<FrozenBill, 'type' | 'seller' | 'buyer' | 'issueDate' | 'vatOnDelivery'>

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
  /** The product's own where none are told. */
  legalRates?: readonly LegalRate[]
}): FrozenBill {
  const { content, totals, issueDate, type, original, deposits = [], legalRates } = input
  const { language: clients, references: _references, ...buyer } = input.buyer
  const language = content.language || clients
  const prepaidMinor = prepaidMinorOf(deposits)
  const seller = standing(input.seller, original)
  const { regime } = seller
  if (regime === '') throw new Error('A bill was frozen for a seller without a VAT regime')
  const vatDay = original?.issueDate ?? issueDate
  const supplied = original?.buyer ?? buyer
  const place = supplyOf(seller, supplied, content, vatDay)
  const sheet = sheetOfContent(content)
  const { operation = 'services', discount, discountTerms = '' } = content
  return {
    type,
    ref: '',
    issueDate,
    dueDate: type === 'creditNote' ? issueDate : dueDateOf(content, issueDate),
    ...printedDraft(billFields, content),
    operation,
    ...frozenDelivery(deliveryOf(content, supplied)),
    seller: { ...seller, regime },
    buyer,
    lines: content.lines.map((line, index) => {
      const { description, quantity, unit, rate, discount: taken, disbursed } = line
      const { netMinor, discountMinor, ...price } = sheet.lines[index] ?? NO_LINE
      return {
        description,
        quantity,
        unit,
        ...price,
        rate: content.includeVat ? rate : 0,
        netMinor,
        ...(taken && { discount: frozenDiscount(taken, discountMinor) }),
        ...(disbursed && { disbursed }),
      }
    }),
    ...(discount && {
      allowances: sheet.allowances.map(({ rate, baseMinor, amountMinor }) => ({
        ...frozenDiscount(discount, amountMinor),
        rate,
        baseMinor,
      })),
    }),
    ...frozenVat(content, totals, place, vatDay),
    // A credit note counts as its bill did.
    ...((original ? original.vatOnDelivery : operation === 'goods') && { vatOnDelivery: true }),
    ...exchangeOf(content, totals.vatMinor),
    totalNetMinor: totals.netMinor,
    totalVatMinor: totals.vatMinor,
    totalGrossMinor: totals.grossMinor,
    prepaidMinor,
    ...(deposits.length > 0 && { deposits }),
    dueMinor: totals.grossMinor - prepaidMinor,
    ...penaltyOf(type, content, issueDate, legalRates),
    ...(discountTerms !== '' && type !== 'creditNote' && { discountTerms }),
    indemnity: buyer.professional && type !== 'creditNote',
    creditNoteOf: input.creditNoteOf && {
      ref: input.creditNoteOf.ref,
      issueDate: input.creditNoteOf.issueDate,
      ...(original?.type === 'deposit' && { ofDeposit: true }),
    },
    simulation: input.simulation,
    language,
  }
}

const frozenDelivery = (
  delivery: Address | null,
): Pick<FrozenBill, 'deliveryCountry' | 'deliveryAddress'> =>
  delivery === null
    ? {}
    : delivery.street === '' && delivery.city === ''
      ? { deliveryCountry: delivery.country }
      : { deliveryAddress: delivery }

/** VAT by rate with the reasons for none, and the Member State whose VAT it is. */
function frozenVat(
  { includeVat, lines }: BillContent,
  { vat }: Totals,
  place: PlaceOfSupply,
  day: Day,
): Pick<FrozenBill, 'vat' | 'oneStop'> {
  const rates = includeVat ? lines.map(({ rate }) => rate) : []
  const oneStop = oneStopCountry(place, rates, day)
  return {
    vat: vat.map((row) => ({
      ...row,
      exemption: row.disbursed ? 'disbursement' : row.rate === 0 ? place.exemption : null,
    })),
    ...(oneStop !== '' && { oneStop }),
  }
}

const NO_LINE: Sheet['lines'][number] = { unitPriceMinor: 0, netMinor: 0, discountMinor: 0 }

/**
 * A formula's figure is frozen when the half-year of the issue has one; else the paper tells the
 * formula alone.
 */
function penaltyOf(
  type: BillType,
  { includePenalty, penaltyBasis = 'rate', penaltyRate }: BillContent,
  issueDate: Day,
  legalRates: readonly LegalRate[] | undefined,
): Pick<FrozenBill, 'penaltyRate' | 'penaltyBasis'> {
  if (!includePenalty || type === 'creditNote') return { penaltyRate: 0 }
  return penaltyBasis === 'rate'
    ? { penaltyRate }
    : { penaltyRate: penaltyRateOf(penaltyBasis, issueDate, legalRates), penaltyBasis }
}

/**
 * The VAT of a bill in another currency, in euros; nothing for a bill in euros, or without a rate.
 */
function exchangeOf(
  { currency, exchange }: BillContent,
  vatMinor: number,
): Pick<FrozenBill, 'exchange'> {
  if (currency === 'EUR' || !exchange || exchange.day === '' || exchange.rate === 0) return {}
  const { rate, day, source } = exchange
  return { exchange: { vatMinor: inEuros(vatMinor, rate, currency), rate, day, source } }
}
