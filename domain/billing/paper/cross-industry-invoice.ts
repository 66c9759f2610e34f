import { minorDigits, QUANTITY_SCALE, RATE_SCALE } from '#domain/kernel/money.ts'
import { type Xml, element, elementWith } from '#domain/kernel/xml.ts'
import { isMonegasqueVatNumber } from '#domain/kernel/identifiers.ts'
import type { Day } from '#domain/kernel/time.ts'
import type {
  BillType,
  FrozenBill,
  FrozenBuyer,
  FrozenDiscount,
  FrozenLine,
  FrozenSeller,
} from '../frozen-bill.ts'
import {
  capitalOf,
  EXEMPTION_MENTIONS,
  type MentionKind,
  mentionsOf,
  sellerNameOf,
} from './mentions.ts'
import { addressNote } from './paper.ts'
import type { Operation } from '../terms.values.ts'
import { isSameKind, PRICE_DIGITS, sum } from '../amounts.values.ts'
import { isFrenchTerritory, territoryOf } from '../vat/place-of-supply.values.ts'
import { categoryOf, type VatCategory } from '../vat/vat-category.ts'

/**
 * A bill for other programs: a Cross Industry Invoice (UN/CEFACT D22B) of the profile EN 16931,
 * carried by Factur-X. The order of the elements is the schema's.
 *
 * @source EN 16931-1:2017; Factur-X 1.08; AFNOR XP Z12-012, rules BR-FR
 */

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}
const EN_16931 = 'urn:cen.eu:en16931:2017'
/** The standard knows amounts of two decimals at most. */
const MOST_DECIMALS = 2

/** @source UNTDID 1001 */
const TYPES: Readonly<Record<BillType, string>> = {
  invoice: '380',
  creditNote: '381',
  deposit: '386',
}
/**
 * The type of a credit note of a deposit. @source UNTDID 1001; BR-FR-CO-08, which names it beside
 * 386
 */
const CREDIT_OF_DEPOSIT = '503'
/**
 * Processes of bills, by what they deal in: a plain bill, or a final bill after deposits. @source
 * BR-FR-08
 */
const PROCESS = { plain: '1', afterDeposits: '4' }
const PROCESS_OF: Readonly<Record<Operation, string>> = { services: 'S', goods: 'B', mixed: 'M' }
/** @source UNECE recommendation 20 */
const UNITS: Readonly<Record<FrozenLine['unit'], string>> = {
  day: 'DAY',
  // The recommendation has no half day.
  halfDay: 'C62',
  hour: 'HUR',
  month: 'MON',
  fixed: 'LS',
  page: 'ZP',
  word: 'D68',
  km: 'KMT',
  litre: 'LTR',
  piece: 'H87',
  '': 'C62',
}
const CREDIT_TRANSFER = '30'
/** When VAT falls due: with the bill, with the delivery, or once it is paid. @source UNTDID 2475 */
const VAT_DUE = { debits: '5', delivery: '29', receipts: '72' }
const vatDueCode = ({ seller, vatOnDelivery, type, creditNoteOf }: FrozenBill): string => {
  // A deposit is due once it is paid.
  const isDeposit = type === 'deposit' || creditNoteOf?.ofDeposit === true
  if (vatOnDelivery && !isDeposit) return VAT_DUE.delivery
  return seller.vatOnDebits ? VAT_DUE.debits : VAT_DUE.receipts
}
/** @source ISO 6523; EAS for electronic addresses */
const SCHEMES = { siren: '0002', siret: '0009', frenchAddress: '0225', email: 'EM' }
/** Why something is taken off: a discount. @source UNTDID 5189 */
const DISCOUNT = '95'

const decimal = (scaled: number, digits: number, fewest: number): string => {
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0')
  let fraction = digits === 0 ? '' : text.slice(-digits)
  while (fraction.length > fewest && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  const whole = digits === 0 ? text : text.slice(0, -digits)
  return `${scaled < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
const quantityText = (quantity: number): string => decimal(quantity, Math.log10(QUANTITY_SCALE), 0)
const rateText = (rate: number): string => decimal(rate, Math.log10(RATE_SCALE), 2)

const date = (name: string, day: Day, namespace: 'udt' | 'qdt' = 'udt'): Xml =>
  element(
    name,
    elementWith(`${namespace}:DateTimeString`, { format: '102' }, day.replaceAll('-', '')),
  )
const textElement = (name: string, text: string): Xml | null =>
  text === '' ? null : element(name, text)

/**
 * Null for a currency whose amounts the standard cannot tell, or whose VAT is not told in euros.
 */
export function crossIndustryInvoice(bill: FrozenBill): string | null {
  const foreign = bill.currency !== 'EUR'
  if (
    minorDigits(bill.currency) > MOST_DECIMALS ||
    (foreign && bill.totalVatMinor !== 0 && !bill.exchange)
  )
    return null
  const content = elementWith(
    'rsm:CrossIndustryInvoice',
    NAMESPACES,
    element(
      'rsm:ExchangedDocumentContext',
      element(
        'ram:BusinessProcessSpecifiedDocumentContextParameter',
        element(
          'ram:ID',
          `${PROCESS_OF[bill.operation]}${bill.prepaidMinor > 0 ? PROCESS.afterDeposits : PROCESS.plain}`,
        ),
      ),
      element('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', EN_16931)),
    ),
    element(
      'rsm:ExchangedDocument',
      element('ram:ID', bill.ref),
      element('ram:TypeCode', bill.creditNoteOf?.ofDeposit ? CREDIT_OF_DEPOSIT : TYPES[bill.type]),
      date('ram:IssueDateTime', bill.issueDate),
      notesOf(bill),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      bill.lines.map((line, index) => lineOf(bill, line, index)),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        textElement('ram:BuyerReference', bill.buyerReference ?? ''),
        sellerParty(bill),
        buyerParty(bill),
        bill.purchaseOrder === ''
          ? null
          : element(
              'ram:BuyerOrderReferencedDocument',
              element('ram:IssuerAssignedID', bill.purchaseOrder),
            ),
      ),
      element(
        'ram:ApplicableHeaderTradeDelivery',
        shippedTo(bill),
        element(
          'ram:ActualDeliverySupplyChainEvent',
          date('ram:OccurrenceDateTime', bill.serviceEnd || bill.serviceStart || bill.issueDate),
        ),
      ),
      settlementOf(bill),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${content.markup}\n`
}

/**
 * Mentions that the French rules want on every bill, with their text for a bill without the clause.
 */
const REQUIRED_NOTES: readonly {
  readonly code: string
  readonly kind: MentionKind
  readonly without: string
}[] = [
  {
    code: 'PMT',
    kind: 'indemnity',
    without: 'Indemnité forfaitaire pour frais de recouvrement : sans objet.',
  },
  { code: 'PMD', kind: 'penalty', without: 'Pénalités de retard : sans objet.' },
  { code: 'AAB', kind: 'noDiscount', without: 'Escompte pour paiement anticipé : sans objet.' },
]
/** Mentions that a field of their own tells: the corrected bill, the reasons for no VAT. */
const TOLD_ELSEWHERE: readonly MentionKind[] = ['creditNoteOf', ...EXEMPTION_MENTIONS]

function notesOf(bill: FrozenBill): readonly Xml[] {
  const { billingAddress } = bill.buyer
  const mentions = mentionsOf(bill)
  const note = (content: string, code = ''): Xml =>
    element(
      'ram:IncludedNote',
      element('ram:Content', content),
      textElement('ram:SubjectCode', code),
    )
  const required = REQUIRED_NOTES.map(({ code, kind, without }) =>
    note(mentions.find((mention) => mention.kind === kind)?.text ?? without, code),
  )
  const others = mentions.filter(
    ({ kind }) =>
      !TOLD_ELSEWHERE.includes(kind) && !REQUIRED_NOTES.some((needed) => needed.kind === kind),
  )
  return [
    ...[bill.serviceName, bill.header].filter((text) => text !== '').map((text) => note(text)),
    // The profile EN 16931 has no party of its own for it.
    ...(billingAddress ? [note(addressNote('Facturation', billingAddress))] : []),
    ...others.map(({ text }) => note(text)),
    ...required,
    note(treatmentOf(bill.buyer), 'BAR'),
    ...(bill.footer === '' ? [] : [note(bill.footer)]),
  ]
}

/**
 * Reporting party of the tax authority. A French body without SIREN is no taxable person, and is
 * reported as a consumer is.
 *
 * @source BR-FR-20; CGI art. 290
 */
const treatmentOf = ({ professional, siren, vatNumber, address }: FrozenBuyer): string => {
  if (!professional) return 'B2C'
  if (siren !== '') return 'B2B'
  const isFrench =
    isFrenchTerritory(territoryOf(address)) &&
    address.country !== 'MC' &&
    (vatNumber === '' || (vatNumber.startsWith('FR') && !isMonegasqueVatNumber(vatNumber)))
  return isFrench ? 'B2C' : 'B2BINT'
}

function lineOf(bill: FrozenBill, line: FrozenLine, index: number): Xml {
  const [name = '', ...rest] = line.description.split('\n')
  const category = categoryIn(bill, line)
  // A price is never below zero: a line that takes off has a quantity below zero instead.
  const sign = line.unitPriceMinor < 0 ? -1 : 1
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', element('ram:LineID', String(index + 1))),
    element(
      'ram:SpecifiedTradeProduct',
      element('ram:Name', name.trim() || String(index + 1)),
      textElement('ram:Description', rest.join('\n').trim()),
    ),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        element('ram:ChargeAmount', priceText(bill, line, sign)),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      elementWith(
        'ram:BilledQuantity',
        { unitCode: UNITS[line.unit] },
        quantityText(sign * line.quantity),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', category.code),
        rateOf(category, line.rate),
      ),
      line.discount ? reductionOf(bill, line.discount) : null,
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        element('ram:LineTotalAmount', amountText(bill, line.netMinor)),
      ),
    ),
  )
}

/** The price of a line, to the decimals that it has. */
const priceText = (
  { currency }: FrozenBill,
  { unitPriceMinor, unitPriceFine }: FrozenLine,
  sign: 1 | -1,
): string =>
  unitPriceFine === undefined
    ? amountText({ currency }, sign * unitPriceMinor)
    : decimal(sign * unitPriceFine, PRICE_DIGITS, minorDigits(currency))

/** Reduction of a line, or of the lines of a rate, which then tells its category. */
function reductionOf(
  bill: FrozenBill,
  { minor, percent, reason }: FrozenDiscount,
  { baseMinor, tax = null }: { readonly baseMinor?: number; readonly tax?: Xml | null } = {},
): Xml {
  return element(
    'ram:SpecifiedTradeAllowanceCharge',
    element('ram:ChargeIndicator', element('udt:Indicator', 'false')),
    percent === 0 ? null : element('ram:CalculationPercent', rateText(percent)),
    percent === 0 || baseMinor === undefined
      ? null
      : element('ram:BasisAmount', amountText(bill, baseMinor)),
    element('ram:ActualAmount', amountText(bill, minor)),
    element('ram:ReasonCode', DISCOUNT),
    textElement('ram:Reason', reason),
    tax,
  )
}

const allowancesOf = (bill: FrozenBill): readonly Xml[] =>
  (bill.allowances ?? [])
    .filter(({ minor }) => minor !== 0)
    .map((allowance) => {
      const category = categoryIn(bill, allowance)
      const tax = element(
        'ram:CategoryTradeTax',
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', category.code),
        rateOf(category, allowance.rate),
      )
      return reductionOf(bill, allowance, { baseMinor: allowance.baseMinor, tax })
    })

/** Where goods go. @source EN 16931 BR-IC-12: goods within the Union tell the country */
function shippedTo(bill: FrozenBill): Xml | null {
  const isWithinUnion = bill.vat.some(({ exemption }) => exemption === 'intraCommunity')
  const { buyer, deliveryAddress, deliveryCountry } = bill
  if (deliveryAddress)
    return element(
      'ram:ShipToTradeParty',
      element('ram:Name', buyer.name),
      addressOf({ address: deliveryAddress }),
    )
  if (deliveryCountry === undefined && !isWithinUnion) return null
  return element(
    'ram:ShipToTradeParty',
    element(
      'ram:PostalTradeAddress',
      element('ram:CountryID', deliveryCountry ?? (buyer.address.country || 'FR')),
    ),
  )
}

/** Sales outside the scope of VAT have no rate, not even zero. */
const rateOf = ({ code }: VatCategory, rate: number): Xml | null =>
  code === 'O' ? null : element('ram:RateApplicablePercent', rateText(rate))

const amountText = ({ currency }: Pick<FrozenBill, 'currency'>, minor: number): string =>
  decimal(minor, minorDigits(currency), minorDigits(currency))

const isOutOfScope = ({ vat, seller }: Pick<FrozenBill, 'vat' | 'seller'>): boolean =>
  vat.some(({ exemption, rate }) => categoryOf(exemption, rate, seller).code === 'O')

type RowKind = Parameters<typeof isSameKind>[0]
/**
 * Category of a bill's line or row. Lines of bills from before advanced costs were told of each
 * line are found by their rate.
 */
function categoryIn(bill: FrozenBill, kind: RowKind): VatCategory {
  const { vat, seller } = bill
  const row = vat.find((one) => isSameKind(one, kind)) ?? vat.find(({ rate }) => rate === kind.rate)
  // A bill outside the scope has no other category. @source EN 16931 BR-O-11, BR-O-12
  const isBeside = row?.exemption === 'disbursement' && isOutOfScope(bill)
  return categoryOf(isBeside ? 'outOfScope' : (row?.exemption ?? null), kind.rate, seller)
}

type BreakdownRow = {
  readonly category: VatCategory
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
  /** Mentions of the reasons for no VAT; empty where VAT is charged. */
  readonly reasons: readonly string[]
}
/**
 * Rows of a category and a rate are one. The first reason gives the code, the text tells them all.
 *
 * @source EN 16931 BG-23, BR-E-01: one breakdown by category and rate
 */
function breakdownOf(bill: FrozenBill): readonly BreakdownRow[] {
  const mentions = mentionsOf(bill)
  const rows = bill.vat.map((row): BreakdownRow => {
    const mention = mentions.find(({ kind }) => kind === row.exemption)
    return {
      category: categoryIn(bill, row),
      rate: row.rate,
      baseMinor: row.baseMinor,
      amountMinor: row.amountMinor,
      reasons: mention ? [mention.text] : [],
    }
  })
  return [
    ...Map.groupBy(rows, ({ category, rate }) => `${category.code} ${rate}`).values(),
  ].flatMap(([first, ...others]) =>
    first
      ? [
          others.reduce(
            (whole, row) => ({
              ...whole,
              baseMinor: whole.baseMinor + row.baseMinor,
              amountMinor: whole.amountMinor + row.amountMinor,
              reasons: [...whole.reasons, ...row.reasons],
            }),
            first,
          ),
        ]
      : [],
  )
}

type Party = Pick<FrozenSeller, 'commercialName' | 'siren' | 'siret' | 'address'>

const partyIds = ({ siret }: Party): Xml | null =>
  siret === '' ? null : elementWith('ram:GlobalID', { schemeID: SCHEMES.siret }, siret)

const organizationOf = ({ siren, commercialName }: Party, name: string): Xml | null => {
  const trading = commercialName === name ? '' : commercialName
  return siren === '' && trading === ''
    ? null
    : element(
        'ram:SpecifiedLegalOrganization',
        siren === '' ? null : elementWith('ram:ID', { schemeID: SCHEMES.siren }, siren),
        textElement('ram:TradingBusinessName', trading),
      )
}

function addressOf({ address }: Pick<Party, 'address'>): Xml {
  const [first = '', second = '', ...others] = address.street
    .split('\n')
    .filter((line) => line.trim() !== '')
  return element(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', address.postalCode),
    textElement('ram:LineOne', first),
    textElement('ram:LineTwo', second),
    textElement('ram:LineThree', others.join(', ')),
    textElement('ram:CityName', address.city),
    element('ram:CountryID', address.country || 'FR'),
  )
}

const electronicAddress = (schemeID: string, id: string): Xml =>
  element('ram:URIUniversalCommunication', elementWith('ram:URIID', { schemeID }, id))

const taxNumber = (schemeID: 'VA' | 'FC', id: string): Xml | null =>
  id === ''
    ? null
    : element('ram:SpecifiedTaxRegistration', elementWith('ram:ID', { schemeID }, id))

function sellerParty(bill: FrozenBill): Xml {
  const { seller } = bill
  const registry = [...(seller.rcs === '' ? [] : [`RCS ${seller.rcs}`]), ...capitalOf(seller)]
  const vatNumber = isOutOfScope(bill) ? '' : seller.vatNumber
  return element(
    'ram:SellerTradeParty',
    partyIds(seller),
    element('ram:Name', sellerNameOf(seller)),
    textElement('ram:Description', registry.join(' · ')),
    organizationOf(seller, seller.name),
    addressOf(seller),
    electronicAddress(SCHEMES.frenchAddress, seller.siren),
    taxNumber('VA', vatNumber),
    // Without a VAT number the seller is known to the tax authority by its SIREN.
    vatNumber === '' ? taxNumber('FC', seller.siren) : null,
  )
}

function buyerParty(bill: FrozenBill): Xml {
  const { buyer } = bill
  const address = buyerAddressOf(buyer)
  return element(
    'ram:BuyerTradeParty',
    partyIds(buyer),
    element('ram:Name', buyer.name),
    organizationOf(buyer, buyer.name),
    addressOf(buyer),
    address && electronicAddress(address.scheme, address.id),
    taxNumber('VA', isOutOfScope(bill) ? '' : buyer.vatNumber),
  )
}

/**
 * By which scheme a VAT number of another country is an electronic address.
 *
 * @source EAS code list, version 13
 */
const VAT_ADDRESS_SCHEMES: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  FI: '0213',
  GB: '9932',
  EL: '9933',
  HR: '9934',
  IE: '9935',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
  // The digits of a number of Northern Ireland are those of its British one.
  XI: '9932',
  ES: '9920',
  HU: '9910',
  IT: '0211',
  SE: '9955',
  FR: '9957',
}
/** Numbers whose scheme takes their digits alone. @source EAS code list: ICD 0184, 0192 */
const BARE_ADDRESS_SCHEMES: Readonly<Record<string, string>> = { DK: '0184', NO: '0192' }
const MONACO_SCHEME = '9940'

/** SIREN, VAT number, or mail address: a private client has neither of the first two. */
export function buyerAddressOf({
  siren,
  vatNumber,
  email = '',
}: Pick<FrozenBuyer, 'siren' | 'vatNumber' | 'email'>): {
  readonly scheme: string
  readonly id: string
} | null {
  if (siren !== '') return { scheme: SCHEMES.frenchAddress, id: siren }
  const country = vatNumber.slice(0, 2)
  const bare = BARE_ADDRESS_SCHEMES[country]
  if (bare !== undefined) return { scheme: bare, id: vatNumber.replaceAll(/\D/g, '') }
  const scheme = isMonegasqueVatNumber(vatNumber) ? MONACO_SCHEME : VAT_ADDRESS_SCHEMES[country]
  if (scheme !== undefined) return { scheme, id: vatNumber.replace(/^XI/, 'GB') }
  return email === '' ? null : { scheme: SCHEMES.email, id: email }
}

function settlementOf(bill: FrozenBill): Xml {
  const { seller, dueMinor, type, currency } = bill
  const paid = type !== 'creditNote' && dueMinor > 0 && seller.iban !== ''
  const allowedMinor = sum((bill.allowances ?? []).map(({ minor }) => minor))
  const amount = (name: string, minor: number): Xml => element(name, amountText(bill, minor))
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    element('ram:PaymentReference', bill.ref),
    // A bill in another currency tells its VAT in euros too.
    currency === 'EUR' ? null : element('ram:TaxCurrencyCode', 'EUR'),
    element('ram:InvoiceCurrencyCode', currency),
    paid
      ? element(
          'ram:SpecifiedTradeSettlementPaymentMeans',
          element('ram:TypeCode', CREDIT_TRANSFER),
          element(
            'ram:PayeePartyCreditorFinancialAccount',
            element('ram:IBANID', seller.iban.replaceAll(' ', '')),
          ),
        )
      : null,
    breakdownOf(bill).map(({ category, rate, baseMinor, amountMinor, reasons }) =>
      element(
        'ram:ApplicableTradeTax',
        amount('ram:CalculatedAmount', amountMinor),
        element('ram:TypeCode', 'VAT'),
        textElement('ram:ExemptionReason', reasons.join('. ')),
        amount('ram:BasisAmount', baseMinor),
        element('ram:CategoryCode', category.code),
        textElement('ram:ExemptionReasonCode', category.reasonCode),
        category.code === 'S' ? element('ram:DueDateTypeCode', vatDueCode(bill)) : null,
        rateOf(category, rate),
      ),
    ),
    bill.serviceStart === '' && bill.serviceEnd === ''
      ? null
      : element(
          'ram:BillingSpecifiedPeriod',
          // one of the two is there
          date('ram:StartDateTime', (bill.serviceStart || bill.serviceEnd) as Day),
          date('ram:EndDateTime', (bill.serviceEnd || bill.serviceStart) as Day),
        ),
    allowancesOf(bill),
    element('ram:SpecifiedTradePaymentTerms', date('ram:DueDateDateTime', bill.dueDate)),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', bill.totalNetMinor + allowedMinor),
      bill.allowances ? amount('ram:AllowanceTotalAmount', allowedMinor) : null,
      amount('ram:TaxBasisTotalAmount', bill.totalNetMinor),
      elementWith(
        'ram:TaxTotalAmount',
        { currencyID: currency },
        amountText(bill, bill.totalVatMinor),
      ),
      currency === 'EUR'
        ? null
        : elementWith(
            'ram:TaxTotalAmount',
            { currencyID: 'EUR' },
            amountText({ currency: 'EUR' }, bill.exchange?.vatMinor ?? 0),
          ),
      amount('ram:GrandTotalAmount', bill.totalGrossMinor),
      bill.prepaidMinor === 0 ? null : amount('ram:TotalPrepaidAmount', bill.prepaidMinor),
      amount('ram:DuePayableAmount', dueMinor),
    ),
    [...(bill.creditNoteOf ? [bill.creditNoteOf] : []), ...(bill.deposits ?? [])].map(
      ({ ref, issueDate }) =>
        element(
          'ram:InvoiceReferencedDocument',
          element('ram:IssuerAssignedID', ref),
          date('ram:FormattedIssueDateTime', issueDate, 'qdt'),
        ),
    ),
  )
}
