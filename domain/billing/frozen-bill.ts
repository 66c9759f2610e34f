import { type Address, emptyAddress } from '#domain/kernel/address.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { VatRegime } from '#domain/profile/vat-regime.values.ts'
import type { BillFields } from './bill.fields.ts'
import type { BillType } from './bill-types.values.ts'
import type { PrintedDraft } from '#domain/kernel/records/draft-fields.ts'
import type { DeductedDeposit } from './deposit.ts'
import type { Discount, Price } from './amounts.values.ts'
import type { PaperLanguage } from './paper/paper-language.values.ts'
import type { LineUnit, Operation, PenaltyBasis, VatReason } from './terms.values.ts'

export type { BillType } from './bill-types.values.ts'

/**
 * Why a rate of 0 is owed no VAT; null when VAT is charged. `franchise`: CGI art. 293 B.
 * `reverseCharge`: the EU client owes it (autoliquidation). `outsideEu`: CGI art. 259-1, a client
 * outside the EU. `intraCommunity`: goods to a business in the EU. `export`: goods out of the EU.
 * `untaxedTerritory`: French Guiana and Mayotte. `overseasExport`: goods between mainland and
 * overseas. `disbursement`: costs advanced in the client's name. Users choose the other reasons.
 */
export type VatExemption =
  | 'franchise'
  | 'reverseCharge'
  | 'outsideEu'
  | 'intraCommunity'
  | 'export'
  | 'untaxedTerritory'
  | 'overseasExport'
  | 'disbursement'
  | VatReason

export type FrozenSeller = {
  /** The name the law knows: of the company, or of the person for EI and micro-entrepreneur. */
  readonly name: string
  readonly commercialName: string
  /** EURL, SARL, SASU, SAS, SA, SNC, SCS, SCA, EI or micro-entrepreneur. */
  readonly legalStatus: string
  /** 9 digits. */
  readonly siren: string
  /** 14 digits, or empty. */
  readonly siret: string
  /** Town of the registry, as `Paris`; empty when there is none. */
  readonly rcs: string
  /** @unit minor units of the euro; 0 when there is none */
  readonly shareCapitalMinor: number
  readonly address: Address
  readonly vatNumber: string
  readonly iban: string
  readonly bankName: string
  readonly regime: VatRegime
  /** "Option pour le paiement de la taxe d’après les débits". */
  readonly vatOnDebits: boolean
  /** Documents port keys; empty when there is none. */
  readonly logoSha256: string
  readonly signatureSha256: string
  readonly website: string
  readonly email: string
}

export type FrozenBuyer = {
  readonly name: string
  readonly commercialName: string
  readonly legalStatus: string
  readonly siren: string
  readonly siret: string
  readonly vatNumber: string
  readonly address: Address
  /** Only a professional owes the fixed indemnity of 40 €. */
  readonly professional: boolean
  /** Where it gets electronic mail; absent on bills from before it was asked. */
  readonly email?: string
  /** Where its bills go; absent for its own address. */
  readonly billingAddress?: Address
  /** Where goods go unless a bill says so itself; absent for its own address. */
  readonly deliveryAddress?: Address
}

/** Seller and buyer as readers get them once the person's key is destroyed. */
export const NO_SELLER: FrozenSeller = {
  name: '',
  commercialName: '',
  legalStatus: '',
  siren: '',
  siret: '',
  rcs: '',
  shareCapitalMinor: 0,
  address: emptyAddress,
  vatNumber: '',
  iban: '',
  bankName: '',
  regime: 'normal',
  vatOnDebits: false,
  logoSha256: '',
  signatureSha256: '',
  website: '',
  email: '',
}
export const NO_BUYER: FrozenBuyer = {
  name: '',
  commercialName: '',
  legalStatus: '',
  siren: '',
  siret: '',
  vatNumber: '',
  address: emptyAddress,
  professional: true,
}

/** Price without VAT. @unit minor units of the bill's currency */
export type FrozenLine = Price & {
  readonly description: string
  /** @unit ten-thousandths */
  readonly quantity: number
  /** `day` for days of work; empty for a plain count. */
  readonly unit: LineUnit
  /** @unit hundredths of a percent */
  readonly rate: number
  readonly netMinor: number
  /** Reduction of the line, without VAT and as it was typed; absent without one. */
  readonly discount?: FrozenDiscount
  /** Costs advanced in the client's name; absent for a sale, and on bills of before. */
  readonly disbursed?: true
}
/** @unit percent: hundredths of a percent, 0 when an amount was typed */
export type FrozenDiscount = {
  readonly minor: number
  readonly percent: number
  readonly reason: string
}

export const frozenDiscount = (
  { kind, value, reason }: Discount,
  minor: number,
): FrozenDiscount => ({
  minor,
  percent: kind === 'percent' ? value : 0,
  reason,
})

/** Reduction of a rate's lines as a whole. `baseMinor`: those lines. */
type FrozenAllowance = FrozenDiscount & { readonly rate: number; readonly baseMinor: number }

/**
 * The VAT of a bill in another currency. @unit rate: millionths of a euro for one unit of the
 * bill's currency
 */
type FrozenExchange = {
  readonly vatMinor: number
  readonly rate: number
  readonly day: Day
  readonly source: string
}

/** One row a rate: VAT is computed once on the summed base. */
type FrozenVat = {
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
  readonly exemption: VatExemption | null
  readonly disbursed?: true
}

/**
 * All that the paper shows, fixed when the bill is issued and never read from elsewhere again. A
 * credit note carries positive amounts; its type gives the sign.
 *
 * @unit money: minor units of `currency`; quantities: ten-thousandths; rates: hundredths of a
 * percent; days: YYYY-MM-DD
 */
export type FrozenBill = PrintedDraft<BillFields> & {
  readonly type: BillType
  /**
   * The number, such as `2026-0001`; empty on the preview of a draft, which the paper marks «
   * Brouillon ».
   */
  readonly ref: string
  readonly issueDate: Day
  readonly dueDate: Day
  /** Category of operation (CGI ann. II art. 242 nonies A). */
  readonly operation: Operation
  /** Where goods go, when no more of it is known and it is not the client's; absent otherwise. */
  readonly deliveryCountry?: string
  /** Where goods go, when that is not the client's address; absent otherwise. */
  readonly deliveryAddress?: Address
  readonly seller: FrozenSeller
  readonly buyer: FrozenBuyer
  readonly lines: readonly FrozenLine[]
  /** The whole bill's reduction, by rate; absent without one. */
  readonly allowances?: readonly FrozenAllowance[]
  /** By rate, highest first. */
  readonly vat: readonly FrozenVat[]
  /**
   * Goods alone, whose VAT is due with their delivery; absent for services, and on bills of before.
   */
  readonly vatOnDelivery?: true
  /** Member State whose VAT it charges, declared by the one-stop shop; absent for French VAT. */
  readonly oneStop?: string
  /** The VAT in euros of a bill in another currency; absent otherwise. */
  readonly exchange?: FrozenExchange
  readonly totalNetMinor: number
  readonly totalVatMinor: number
  readonly totalGrossMinor: number
  /** Already billed by deposits, taken off what is due. */
  readonly prepaidMinor: number
  /** The deposit bills that it deducts; absent when there is none. */
  readonly deposits?: readonly DeductedDeposit[]
  readonly dueMinor: number
  /**
   * Yearly rate of the late penalty; 0 while the figure of a formula is not known. @unit hundredths
   * of a percent
   */
  readonly penaltyRate: number
  /** The formula that the rate follows from; absent for a rate of its own. */
  readonly penaltyBasis?: Exclude<PenaltyBasis, 'rate'>
  /** Words about a discount for early payment; absent where none is given. */
  readonly discountTerms?: string
  /** The fixed 40 € is due by a late professional (C. com. D441-5). */
  readonly indemnity: boolean
  /** The bill that a credit note corrects; null on anything else. */
  readonly creditNoteOf: {
    readonly ref: string
    readonly issueDate: Day
    /** Absent where it corrects an ordinary bill. */
    readonly ofDeposit?: true
  } | null
  /** Sample data: the paper carries SIMULATION. */
  readonly simulation: boolean
  /**
   * The language of the paper's own words. Legal mentions are French in every paper (law 94-665).
   */
  readonly language: PaperLanguage
}

/**
 * Moment when a bill's VAT counts: with the money, with the invoice (« option pour les débits »),
 * or never.
 */
export type VatDue = 'payment' | 'invoice' | 'never'

/**
 * @param paid the day of the money, or of the invoice itself
 * @source CGI art. 269 2-a: goods with their delivery
 * @source CGI art. 269 2-c: deposits and money before the invoice on receipt, even with the option
 */
export function vatDueOf(
  {
    seller,
    type,
    creditNoteOf,
    issueDate,
    oneStop,
    vatOnDelivery,
  }: Pick<
    FrozenBill,
    'seller' | 'type' | 'creditNoteOf' | 'issueDate' | 'oneStop' | 'vatOnDelivery'
  >,
  paid: Day,
): VatDue {
  // The VAT of another Member State stands on no French return.
  if (seller.regime === 'franchise' || oneStop !== undefined) return 'never'
  const isDeposit = type === 'deposit' || creditNoteOf?.ofDeposit === true
  const isWithInvoice = seller.vatOnDebits || vatOnDelivery === true
  return isWithInvoice && !isDeposit && paid >= issueDate ? 'invoice' : 'payment'
}

/** Nature and region of a bill's sales, as a VAT return tells them. */
export type SoldSupply = {
  readonly nature: 'goods' | 'service'
  readonly region: 'FR' | 'EU' | 'other'
}
/** Bills of before count as services in France, as they did. */
export function soldSupplyOf({
  vatOnDelivery,
  vat,
}: Pick<FrozenBill, 'vatOnDelivery' | 'vat'>): SoldSupply {
  if (!vatOnDelivery) return { nature: 'service', region: 'FR' }
  const has = (...reasons: readonly VatExemption[]) =>
    vat.some(({ exemption }) => exemption !== null && reasons.includes(exemption))
  return {
    nature: 'goods',
    region: has('intraCommunity') ? 'EU' : has('export', 'overseasExport') ? 'other' : 'FR',
  }
}

/** The same for an event; nothing for services in France. */
export const suppliedBy = (
  bill: Parameters<typeof soldSupplyOf>[0],
): { readonly supply?: SoldSupply } => (bill.vatOnDelivery ? { supply: soldSupplyOf(bill) } : {})

/**
 * Draws the paper. The same bill gives the same bytes, so that a recovery after a crash can draw it
 * again.
 */
export type RenderBillPdf = (bill: FrozenBill, order: PaperOrder) => Promise<Uint8Array>
/** Owner and urgency of a paper: a `final` one is drawn before previews. */
export type PaperOrder = {
  readonly owner: string
  readonly urgency: 'final' | 'preview'
  /** A guest's previews are fewer. */
  readonly isGuest?: boolean | undefined
  /** Aborted when the request that wants it was closed. */
  readonly signal?: AbortSignal | undefined
}
