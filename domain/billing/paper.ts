import { formatSiren } from '#domain/kernel/identifiers.ts'
import type { Address } from '#domain/kernel/address.ts'
import { type Currency, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import type { BillType } from './bill-types.values.ts'
import type { DeductedDeposit } from './deposit.ts'
import { frenchAmount, frenchDay, frenchIban, frenchPeriod, frenchQuantity, frenchRate } from './french.ts'
import type { FrozenBill, FrozenLine } from './frozen-bill.ts'
import { groupedVatNumber, mentionsOf, sellerNameOf, sellerRegistrationOf } from './mentions.ts'

/** @unit minor: minor units of the paper's currency */
type PaperRow = { readonly label: string; readonly minor: number }
type PaperLine = {
  readonly description: string
  readonly quantity: string
  readonly unitPriceMinor: number
  readonly rate: string
  readonly netMinor: number
}

/** What a bill's paper says, in French, place by place. The PDF and the screen draw the same words. */
export type Paper = {
  readonly title: string
  /** Its number, or « Brouillon ». */
  readonly number: string
  readonly draft: boolean
  /** Sample data: the paper carries SIMULATION. */
  readonly simulation: boolean
  readonly seller: { readonly name: string; readonly lines: readonly string[] }
  /** Dates, nature of the operation, references. */
  readonly facts: readonly string[]
  readonly buyer: { readonly name: string; readonly lines: readonly string[] }
  readonly object: string
  readonly header: string
  readonly currency: Currency
  readonly lines: readonly PaperLine[]
  readonly totals: readonly PaperRow[]
  readonly due: PaperRow
  readonly payment: readonly string[]
  /** What names a tax regime: each stands on a line of its own. */
  readonly tax: readonly string[]
  /** What speaks of payment: one paragraph. */
  readonly terms: string
  readonly footer: string
}

const TITLES: Readonly<Record<BillType, string>> = {
  invoice: 'Facture',
  creditNote: 'Avoir',
  deposit: 'Facture d’acompte',
}
const DUE: Readonly<Record<BillType, string>> = {
  invoice: 'À payer',
  creditNote: 'Total de l’avoir',
  deposit: 'À payer',
}

/** Lines of an address; a country is named only when it is not France. */
const countries = new Intl.DisplayNames(['fr'], { type: 'region', fallback: 'code' })
const addressLines = (address: Address): readonly string[] =>
  [
    ...address.street.split('\n'),
    `${address.postalCode} ${address.city}`.trim(),
    ...(address.country === '' || address.country === 'FR' ? [] : [countries.of(address.country) ?? address.country]),
  ].filter((line) => line.trim() !== '')

const quantityOf = (line: FrozenLine): string => {
  const figure = frenchQuantity(line.quantity)
  return line.unit === 'day'
    ? `${figure}\u00A0${Math.abs(line.quantity) >= 2 * QUANTITY_SCALE ? 'jours' : 'jour'}`
    : figure
}

function factsOf(bill: FrozenBill): readonly string[] {
  const creditNote = bill.type === 'creditNote'
  const period = frenchPeriod(bill.serviceStart, bill.serviceEnd)
  const reference = mentionsOf(bill)
    .find((mention) => mention.kind === 'creditNoteOf')
    ?.text.replace(/\.$/, '')
  const dates =
    bill.ref === ''
      ? ['Émise le …', ...(creditNote ? [] : ['Échéance …'])]
      : [
          `${creditNote ? 'Émis' : 'Émise'} le ${frenchDay(bill.issueDate)}`,
          ...(creditNote ? [] : [`Échéance ${frenchDay(bill.dueDate)}`]),
        ]
  return [
    ...dates,
    'Prestation de services',
    ...(period === '' ? [] : [period]),
    ...(bill.purchaseOrder === '' ? [] : [`Votre commande ${bill.purchaseOrder}`]),
    ...(reference === undefined ? [] : [reference]),
  ]
}

const sellerLines = ({ seller }: FrozenBill): readonly string[] => [
  ...(seller.commercialName === '' || seller.commercialName === seller.name ? [] : [seller.commercialName]),
  ...addressLines(seller.address),
  ...sellerRegistrationOf(seller, formatSiren),
  ...(seller.email === '' ? [] : [seller.email]),
  ...(seller.website === '' ? [] : [seller.website.replace(/^https?:\/\//, '')]),
]

const buyerLines = ({ buyer }: FrozenBill): readonly string[] => [
  ...(buyer.commercialName === '' || buyer.commercialName === buyer.name ? [] : [buyer.commercialName]),
  ...addressLines(buyer.address),
  ...(buyer.siren === '' ? [] : [`SIREN ${formatSiren(buyer.siren)}`]),
  ...(buyer.siret === '' ? [] : [`SIRET ${formatSiren(buyer.siret)}`]),
  ...(buyer.vatNumber === '' ? [] : [`TVA ${groupedVatNumber(buyer.vatNumber, formatSiren)}`]),
]

/** A deposit as the final bill names it, with the VAT that was billed then. */
function depositLabel({ ref, issueDate, vat }: DeductedDeposit, currency: Currency): string {
  const vatMinor = vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const told = vatMinor === 0 ? '' : `, dont TVA ${frenchAmount(vatMinor, currency)}`
  return `Acompte ${ref} du ${frenchDay(issueDate)}${told}`
}

function totalsOfPaper(bill: FrozenBill): readonly PaperRow[] {
  const { currency } = bill
  const several = bill.vat.length > 1
  const charged = bill.vat.filter((row) => row.exemption === null && (row.rate > 0 || row.amountMinor !== 0))
  return [
    { label: 'Total HT', minor: bill.totalNetMinor },
    ...charged.map((row) => ({
      label: several
        ? `TVA ${frenchRate(row.rate)} sur ${frenchAmount(row.baseMinor, currency)}`
        : `TVA ${frenchRate(row.rate)}`,
      minor: row.amountMinor,
    })),
    ...(several
      ? bill.vat
          .filter((row) => !charged.includes(row))
          .map((row) => ({ label: `Sans TVA sur ${frenchAmount(row.baseMinor, currency)}`, minor: 0 }))
      : []),
    ...(bill.prepaidMinor === 0
      ? []
      : [
          { label: 'Total TTC', minor: bill.totalGrossMinor },
          ...(bill.deposits ?? []).map((deposit) => ({
            label: depositLabel(deposit, currency),
            minor: -deposit.grossMinor,
          })),
        ]),
  ]
}

function paymentOf(bill: FrozenBill): readonly string[] {
  if (bill.type === 'creditNote') return []
  if (bill.dueMinor === 0) return ['Facture acquittée.']
  const { iban, bankName } = bill.seller
  return iban === '' ? [] : [`Virement : IBAN ${frenchIban(iban)}`, ...(bankName === '' ? [] : [bankName])]
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

export function paperOf(bill: FrozenBill): Paper {
  const draft = bill.ref === ''
  // The reference of a credit note stands at its head.
  const mentions = mentionsOf(bill).filter((mention) => mention.kind !== 'creditNoteOf')
  const terms = mentions.filter((mention) => ['penalty', 'indemnity', 'noDiscount'].includes(mention.kind))
  return {
    title: TITLES[bill.type],
    number: draft ? 'Brouillon' : bill.ref,
    draft,
    simulation: bill.simulation,
    seller: { name: sellerNameOf(bill.seller), lines: sellerLines(bill) },
    facts: factsOf(bill),
    buyer: { name: bill.buyer.name, lines: buyerLines(bill) },
    object: bill.serviceName,
    header: bill.header,
    currency: bill.currency,
    lines: bill.lines.map((line) => ({
      description: line.description,
      quantity: quantityOf(line),
      unitPriceMinor: line.unitPriceMinor,
      rate: line.rate === 0 ? '–' : frenchRate(line.rate),
      netMinor: line.netMinor,
    })),
    totals: totalsOfPaper(bill),
    due: { label: DUE[bill.type], minor: bill.dueMinor },
    payment: paymentOf(bill),
    tax: mentions.filter((mention) => !terms.includes(mention)).map((mention) => mention.text),
    terms: terms.map((mention) => sentence(mention.text)).join(' '),
    footer: bill.footer,
  }
}
