import { UNION_RATES } from '#domain/billing/vat/union-rates.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { type Currency, isCurrency } from '#domain/kernel/money.ts'
import { type DayOrNone, isDay } from '#domain/kernel/time.ts'
import type { XmlNode } from '#domain/kernel/xml-node.ts'
import type { Region } from '../transaction.values.ts'
import { writtenMinor } from './written-amounts.ts'

/** An invoice or credit note that a supplier sent. @unit minor units of `currency` */
export type ReceivedInvoice = {
  readonly isCredit: boolean
  readonly supplier: string
  readonly number: string
  readonly day: DayOrNone
  readonly dueDay: DayOrNone
  readonly currency: Currency
  readonly region: Region
  /** The supplier charged the VAT of its own country. */
  readonly foreignVat: boolean
  readonly vat: readonly VatRow[]
  /** The total that it tells, VAT included. */
  readonly grossMinor: number
}

/** A document that is no invoice, or one whose rows do not make its total. */
export type UnreadableInvoice = 'form' | 'sums'

/** Rounding of totals that invoices are allowed. @unit minor units */
const TOLERANCE = 2

const children = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []
const at = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((found, name) => children(found, name)[0], node)
const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string =>
  at(node, ...path)?.text.trim() ?? ''

/** Days of both syntaxes: 2026-09-01, and 20260901 with its format 102. */
function dayOf(text: string): DayOrNone {
  const day = text.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/, '$1-$2-$3')
  return isDay(day) ? day : ''
}

const MEMBERS: ReadonlySet<string> = new Set(UNION_RATES.map(({ country }) => country))
function regionOf(country: string): Region {
  if (country === '' || country === 'FR' || country === 'MC') return 'FR'
  return MEMBERS.has(country) ? 'EU' : 'other'
}

type Written = { readonly rate: string; readonly base: string; readonly tax: string }
type Parts = Pick<ReceivedInvoice, 'isCredit' | 'supplier' | 'number' | 'day' | 'dueDay'> & {
  readonly currency: string
  readonly country: string
  readonly rows: readonly Written[]
  readonly gross: string
}

/** @source EN 16931-3-2, UBL 2.1 */
function ublParts(root: XmlNode): Parts {
  const party = at(root, 'AccountingSupplierParty', 'Party')
  const credited = root.name === 'CreditNote'
  return {
    isCredit: credited || textAt(root, 'InvoiceTypeCode') === '381',
    supplier:
      textAt(party, 'PartyLegalEntity', 'RegistrationName') || textAt(party, 'PartyName', 'Name'),
    number: textAt(root, 'ID'),
    day: dayOf(textAt(root, 'IssueDate')),
    dueDay: dayOf(textAt(root, 'DueDate') || textAt(root, 'PaymentMeans', 'PaymentDueDate')),
    currency: textAt(root, 'DocumentCurrencyCode'),
    country: textAt(party, 'PostalAddress', 'Country', 'IdentificationCode'),
    rows: children(
      children(root, 'TaxTotal').find((total) => children(total, 'TaxSubtotal').length > 0),
      'TaxSubtotal',
    ).map((subtotal) => ({
      rate: textAt(subtotal, 'TaxCategory', 'Percent'),
      base: textAt(subtotal, 'TaxableAmount'),
      tax: textAt(subtotal, 'TaxAmount'),
    })),
    gross: textAt(root, 'LegalMonetaryTotal', 'TaxInclusiveAmount'),
  }
}

/** @source EN 16931-3-3, UN/CEFACT Cross Industry Invoice D16B */
function ciiParts(root: XmlNode): Parts {
  const document = at(root, 'ExchangedDocument')
  const trade = at(root, 'SupplyChainTradeTransaction')
  const seller = at(trade, 'ApplicableHeaderTradeAgreement', 'SellerTradeParty')
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')
  const sums = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  return {
    isCredit: textAt(document, 'TypeCode') === '381',
    supplier: textAt(seller, 'Name'),
    number: textAt(document, 'ID'),
    day: dayOf(textAt(document, 'IssueDateTime', 'DateTimeString')),
    dueDay: dayOf(
      textAt(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString'),
    ),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    country: textAt(seller, 'PostalTradeAddress', 'CountryID'),
    rows: children(settlement, 'ApplicableTradeTax').map((tax) => ({
      rate: textAt(tax, 'RateApplicablePercent'),
      base: textAt(tax, 'BasisAmount'),
      tax: textAt(tax, 'CalculatedAmount'),
    })),
    gross: textAt(sums, 'GrandTotalAmount'),
  }
}

/** Rows of one rate are one. A rate without VAT has none. */
function byRate(rows: readonly VatRow[]): readonly VatRow[] {
  const sums = new Map<number, VatRow>()
  for (const row of rows) {
    const { baseMinor = 0, amountMinor = 0 } = sums.get(row.rate) ?? {}
    sums.set(row.rate, {
      rate: row.rate,
      baseMinor: baseMinor + row.baseMinor,
      amountMinor: amountMinor + row.amountMinor,
    })
  }
  return [...sums.values()]
}

/**
 * The parts of an electronic invoice, its VAT by rate. They come from its breakdown, never from its
 * lines: the breakdown holds their discounts.
 */
export function receivedInvoice(root: XmlNode): ReceivedInvoice | UnreadableInvoice {
  const isUbl = root.name === 'Invoice' || root.name === 'CreditNote'
  if (!isUbl && root.name !== 'CrossIndustryInvoice') return 'form'
  const parts = isUbl ? ublParts(root) : ciiParts(root)
  const { currency, country, rows, gross, ...told } = parts
  const minor = (text: string) => writtenMinor(text, '.', currency)
  const grossMinor = minor(gross)
  if (!isCurrency(currency) || grossMinor === null || grossMinor === 0 || told.number === '')
    return 'form'
  const read = rows.map(({ rate, base, tax }) => ({
    rate: Math.round(Number(rate || '0') * 100),
    baseMinor: minor(base),
    amountMinor: minor(tax || '0'),
  }))
  const vat = read.flatMap(({ rate, baseMinor, amountMinor }): readonly VatRow[] =>
    baseMinor === null || amountMinor === null ? [] : [{ rate, baseMinor, amountMinor }],
  )
  if (vat.length !== read.length || vat.some(({ rate }) => Number.isNaN(rate))) return 'form'
  const whole = vat.length > 0 ? vat : [{ rate: 0, baseMinor: grossMinor, amountMinor: 0 }]
  const sum = whole.reduce((all, row) => all + row.baseMinor + row.amountMinor, 0)
  if (Math.abs(sum - grossMinor) > TOLERANCE) return 'sums'
  const region = regionOf(country)
  const foreignVat = region !== 'FR' && whole.some(({ amountMinor }) => amountMinor !== 0)
  return {
    ...told,
    currency,
    region,
    foreignVat,
    vat: byRate(whole),
    grossMinor,
  }
}
