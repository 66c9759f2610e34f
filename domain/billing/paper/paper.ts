import type { LineUnit } from '../terms.values.ts'
import { directionOf } from '#domain/kernel/languages.values.ts'
import { formatSiren } from '#domain/kernel/identifiers.ts'
import type { Address } from '#domain/kernel/address.ts'
import { type Currency, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import type { DeductedDeposit } from '../deposit.ts'
import { frenchIban } from './french.ts'
import type { FrozenBill, FrozenDiscount, FrozenLine } from '../frozen-bill.ts'
import { figuresOf } from './paper-figures.ts'
import type { PaperLanguage } from './paper-language.values.ts'
import { filled, isolated, PAPER_WORDS, type PaperWords } from './paper-words.ts'
import { groupedVatNumber, mentionsOf, sellerNameOf, sellerRegistrationOf } from './mentions.ts'

/** @unit minor: minor units of the paper's currency */
type PaperRow = { readonly label: string; readonly minor: number }
type PaperLine = {
  readonly description: string
  readonly quantity: string
  /** As it is written, without the currency. */
  readonly unitPrice: string
  readonly rate: string
  readonly netMinor: number
  /** Reduction and its amount; empty without one. */
  readonly discount: string
}

/**
 * Texts of a bill's paper, place by place, in the client's language. Legal mentions are in French.
 * The PDF and the screen draw the same words.
 */
export type Paper = {
  readonly language: PaperLanguage
  /** Labels of places, and words that each page carries. */
  readonly words: Pick<
    PaperWords,
    | 'draft'
    | 'billedTo'
    | 'object'
    | 'lines'
    | 'heads'
    | 'code'
    | 'signature'
    | 'page'
    | 'carriedFrom'
    | 'carriedTo'
  >
  readonly title: string
  /** Number, or the word for a draft. */
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
  /** Mentions of a tax regime: each stands on a line of its own. */
  readonly tax: readonly string[]
  /** Mentions of payment: one paragraph. */
  readonly terms: string
  readonly footer: string
}

const countryIn = (language: PaperLanguage, country: string): string =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country

/** Another address of the client, in one line. French, as all that the law wants on a bill. */
export const addressNote = (label: string, address: Address): string =>
  `${label} : ${addressLines(address, 'fr').join(', ')}`

/** Lines of an address; a country is named only when it is not France. */
function addressLines(address: Address, language: PaperLanguage): readonly string[] {
  return [
    ...address.street.split('\n'),
    `${address.postalCode} ${address.city}`.trim(),
    ...(address.country === '' || address.country === 'FR'
      ? []
      : [countryIn(language, address.country)]),
  ].filter((line) => line.trim() !== '')
}

/** Figures and hyphens keep their order among Arabic words. */
export const ordered = (ref: string, language: PaperLanguage): string =>
  directionOf(language) === 'rtl' ? `\u200E${ref}` : ref

/** Words of the units that are no days: one, and several. */
const UNIT_WORDS: Readonly<
  Record<PaperLanguage, Readonly<Record<Exclude<LineUnit, 'day' | ''>, readonly [string, string]>>>
> = {
  fr: {
    halfDay: ['demi-journée', 'demi-journées'],
    hour: ['heure', 'heures'],
    month: ['mois', 'mois'],
    fixed: ['forfait', 'forfaits'],
    page: ['page', 'pages'],
    word: ['mot', 'mots'],
    km: ['km', 'km'],
    litre: ['litre', 'litres'],
    piece: ['pièce', 'pièces'],
  },
  en: {
    halfDay: ['half day', 'half days'],
    hour: ['hour', 'hours'],
    month: ['month', 'months'],
    fixed: ['fixed price', 'fixed prices'],
    page: ['page', 'pages'],
    word: ['word', 'words'],
    km: ['km', 'km'],
    litre: ['litre', 'litres'],
    piece: ['piece', 'pieces'],
  },
  de: {
    halfDay: ['halber Tag', 'halbe Tage'],
    hour: ['Stunde', 'Stunden'],
    month: ['Monat', 'Monate'],
    fixed: ['Pauschale', 'Pauschalen'],
    page: ['Seite', 'Seiten'],
    word: ['Wort', 'Wörter'],
    km: ['km', 'km'],
    litre: ['Liter', 'Liter'],
    piece: ['Stück', 'Stück'],
  },
  es: {
    halfDay: ['media jornada', 'medias jornadas'],
    hour: ['hora', 'horas'],
    month: ['mes', 'meses'],
    fixed: ['precio cerrado', 'precios cerrados'],
    page: ['página', 'páginas'],
    word: ['palabra', 'palabras'],
    km: ['km', 'km'],
    litre: ['litro', 'litros'],
    piece: ['pieza', 'piezas'],
  },
  it: {
    halfDay: ['mezza giornata', 'mezze giornate'],
    hour: ['ora', 'ore'],
    month: ['mese', 'mesi'],
    fixed: ['a corpo', 'a corpo'],
    page: ['pagina', 'pagine'],
    word: ['parola', 'parole'],
    km: ['km', 'km'],
    litre: ['litro', 'litri'],
    piece: ['pezzo', 'pezzi'],
  },
  ar: {
    halfDay: ['نصف يوم', 'أنصاف أيام'],
    hour: ['ساعة', 'ساعات'],
    month: ['شهر', 'أشهر'],
    fixed: ['مبلغ مقطوع', 'مبالغ مقطوعة'],
    page: ['صفحة', 'صفحات'],
    word: ['كلمة', 'كلمات'],
    km: ['كم', 'كم'],
    litre: ['لتر', 'لترات'],
    piece: ['قطعة', 'قطع'],
  },
}
/** Arabic counts from eleven on in the singular. */
function unitWord(
  unit: Exclude<LineUnit, 'day' | ''>,
  quantity: number,
  language: PaperLanguage,
): string {
  const [one, several] = UNIT_WORDS[language][unit]
  const count = Math.abs(quantity)
  const isOne =
    language === 'fr'
      ? count < 2 * QUANTITY_SCALE
      : count === QUANTITY_SCALE || (language === 'ar' && count > 10 * QUANTITY_SCALE)
  return isOne ? one : several
}

/** French counts in the plural from two on, others from anything but one. */
function daysWord(quantity: number, language: PaperLanguage): string {
  const { day, days, manyDays = days } = PAPER_WORDS[language]
  if (language === 'fr' ? Math.abs(quantity) < 2 * QUANTITY_SCALE : quantity === QUANTITY_SCALE)
    return day
  return Math.abs(quantity) > 10 * QUANTITY_SCALE ? manyDays : days
}

const quantityOf = ({ quantity, unit }: FrozenLine, language: PaperLanguage): string => {
  const figure = figuresOf(language).quantity(quantity)
  if (unit === '') return figure
  const word = unit === 'day' ? daysWord(quantity, language) : unitWord(unit, quantity, language)
  return `${figure}\u00A0${word}`
}

/**
 * Nature of a bill's sales, in French in every language. @source CGI ann. II art. 242 nonies A 8°
 * bis
 */
const OPERATIONS: Readonly<Record<FrozenBill['operation'], string>> = {
  services: 'Prestation de services',
  goods: 'Livraison de biens',
  mixed: 'Livraison de biens et prestation de services',
}

function factsOf(bill: FrozenBill): readonly string[] {
  const { creditNoteOf, language } = bill
  const words = PAPER_WORDS[language]
  const { day, period } = figuresOf(language)
  const creditNote = bill.type === 'creditNote'
  const draft = bill.ref === ''
  const served = period(bill.serviceStart, bill.serviceEnd)
  return [
    filled(words.issued[bill.type], { day: draft ? '…' : day(bill.issueDate) }),
    ...(creditNote ? [] : [filled(words.dueOn, { day: draft ? '…' : day(bill.dueDate) })]),
    OPERATIONS[bill.operation],
    ...(bill.deliveryCountry === undefined
      ? []
      : [`Livraison : ${countryIn('fr', bill.deliveryCountry)}`]),
    ...(bill.deliveryAddress === undefined ? [] : [addressNote('Livraison', bill.deliveryAddress)]),
    ...(served === '' ? [] : [served]),
    ...(bill.purchaseOrder === ''
      ? []
      : [filled(words.order, { ref: ordered(bill.purchaseOrder, language) })]),
    ...(bill.buyerReference === undefined
      ? []
      : [filled(words.reference, { ref: ordered(bill.buyerReference, language) })]),
    ...(creditNote && creditNoteOf
      ? [
          filled(words.creditOf, {
            ref: ordered(creditNoteOf.ref, language),
            day: day(creditNoteOf.issueDate),
          }),
        ]
      : []),
  ]
}

const sellerLines = ({ seller, language }: FrozenBill): readonly string[] => [
  ...(seller.commercialName === '' || seller.commercialName === seller.name
    ? []
    : [seller.commercialName]),
  ...addressLines(seller.address, language),
  ...sellerRegistrationOf(seller, formatSiren),
  ...(seller.email === '' ? [] : [seller.email]),
  ...(seller.website === '' ? [] : [seller.website.replace(/^https?:\/\//, '')]),
]

const buyerLines = ({ buyer, language }: FrozenBill): readonly string[] => [
  ...(buyer.commercialName === '' || buyer.commercialName === buyer.name
    ? []
    : [buyer.commercialName]),
  ...addressLines(buyer.address, language),
  ...(buyer.billingAddress ? [addressNote('Facturation', buyer.billingAddress)] : []),
  ...(buyer.siren === '' ? [] : [`SIREN ${formatSiren(buyer.siren)}`]),
  ...(buyer.siret === '' ? [] : [`SIRET ${formatSiren(buyer.siret)}`]),
  ...(buyer.vatNumber === '' ? [] : [`TVA ${groupedVatNumber(buyer.vatNumber, formatSiren)}`]),
]

/** A deposit as the final bill names it, with the VAT that was billed then. */
function depositLabel(
  { ref, issueDate, vat }: DeductedDeposit,
  { currency, language }: Pick<FrozenBill, 'currency' | 'language'>,
): string {
  const words = PAPER_WORDS[language]
  const { amount, day } = figuresOf(language)
  const vatMinor = vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const vatText =
    vatMinor === 0
      ? ''
      : filled(words.depositVat, { amount: isolated(amount(vatMinor, currency), language) })
  return `${filled(words.deposit, { ref: ordered(ref, language), day: day(issueDate) })}${vatText}`
}

/** A reduction's name: its reason, or the word for one, and its percentage. */
function discountLabel({ reason, percent }: FrozenDiscount, language: PaperLanguage): string {
  const name = reason || PAPER_WORDS[language].discount
  if (percent === 0) return isolated(name, language)
  const label = `${isolated(name, language)} (${isolated(figuresOf(language).rate(percent), language)})`
  return isolated(label, language)
}

/** Sum of the lines, and its reductions as a whole. */
function reductionsOf({
  allowances = [],
  totalNetMinor,
  language,
}: FrozenBill): readonly PaperRow[] {
  const taken = allowances.filter(({ minor }) => minor !== 0)
  if (taken.length === 0) return []
  const words = PAPER_WORDS[language]
  const { rate } = figuresOf(language)
  const suffix = (row: (typeof taken)[number]) =>
    taken.length > 1 ? filled(words.onRate, { rate: isolated(rate(row.rate), language) }) : ''
  return [
    {
      label: words.linesTotal,
      minor: totalNetMinor + taken.reduce((sum, { minor }) => sum + minor, 0),
    },
    ...taken.map((row) => ({
      label: `${discountLabel(row, language)}${suffix(row)}`,
      minor: -row.minor,
    })),
  ]
}

function totalsOfPaper(bill: FrozenBill): readonly PaperRow[] {
  const { currency, language } = bill
  const words = PAPER_WORDS[language]
  const figures = figuresOf(language)
  const several = bill.vat.length > 1
  const charged = bill.vat.filter(
    (row) => row.exemption === null && (row.rate > 0 || row.amountMinor !== 0),
  )
  const label = (text: string, row: FrozenBill['vat'][number]): string =>
    filled(text, {
      rate: isolated(figures.rate(row.rate), language),
      amount: isolated(figures.amount(row.baseMinor, currency), language),
    })
  return [
    ...reductionsOf(bill),
    { label: words.totalNet, minor: bill.totalNetMinor },
    ...charged.map((row) => ({
      label: label(several ? words.vatOn : words.vat, row),
      minor: row.amountMinor,
    })),
    ...(several
      ? bill.vat
          .filter((row) => !charged.includes(row))
          .map((row) => ({ label: label(words.withoutVatOn, row), minor: 0 }))
      : []),
    ...(bill.prepaidMinor === 0
      ? []
      : [
          { label: words.totalGross, minor: bill.totalGrossMinor },
          ...(bill.deposits ?? []).map((deposit) => ({
            label: depositLabel(deposit, bill),
            minor: -deposit.grossMinor,
          })),
        ]),
  ]
}

function paymentOf(bill: FrozenBill): readonly string[] {
  const words = PAPER_WORDS[bill.language]
  if (bill.type === 'creditNote') return []
  if (bill.dueMinor === 0) return [words.paid]
  const { iban, bankName } = bill.seller
  return iban === ''
    ? []
    : [
        filled(words.transfer, { iban: frenchIban(iban) }),
        ...(bankName === '' ? [] : [bankName]),
        ...(bill.ref === ''
          ? []
          : [filled(words.transferReference, { ref: ordered(bill.ref, bill.language) })]),
      ]
}

/** The amount to pay is told with its day; a draft and a paid bill have none. */
function dueLabel({ type, ref, dueMinor, dueDate, language }: FrozenBill): string {
  const words = PAPER_WORDS[language]
  return type === 'creditNote' || ref === '' || dueMinor === 0
    ? words.due[type]
    : filled(words.dueBy, { day: figuresOf(language).day(dueDate) })
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

export function paperOf(bill: FrozenBill): Paper {
  const draft = bill.ref === ''
  // The reference of a credit note stands at its head.
  const mentions = mentionsOf(bill).filter((mention) => mention.kind !== 'creditNoteOf')
  const terms = mentions.filter((mention) =>
    ['penalty', 'indemnity', 'noDiscount'].includes(mention.kind),
  )
  const words = PAPER_WORDS[bill.language]
  const {
    draft: draftWord,
    billedTo,
    object,
    lines,
    heads,
    code,
    signature,
    page,
    carriedFrom,
    carriedTo,
  } = words
  const figures = figuresOf(bill.language)
  return {
    language: bill.language,
    words: {
      draft: draftWord,
      billedTo,
      object,
      lines,
      heads,
      code,
      signature,
      page,
      carriedFrom,
      carriedTo,
    },
    title: words.titles[bill.type],
    number: draft ? draftWord : bill.ref,
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
      quantity: quantityOf(line, bill.language),
      unitPrice:
        line.unitPriceFine === undefined
          ? figures.figure(line.unitPriceMinor, bill.currency)
          : figures.price(line.unitPriceFine, bill.currency),
      rate: line.rate === 0 ? '–' : figures.rate(line.rate),
      netMinor: line.netMinor,
      discount: line.discount
        ? filled(words.lineDiscount, {
            name: discountLabel(line.discount, bill.language),
            amount: isolated(figures.amount(-line.discount.minor, bill.currency), bill.language),
          })
        : '',
    })),
    totals: totalsOfPaper(bill),
    due: { label: dueLabel(bill), minor: bill.dueMinor },
    payment: paymentOf(bill),
    tax: mentions.filter((mention) => !terms.includes(mention)).map((mention) => mention.text),
    terms: terms.map((mention) => sentence(mention.text)).join(' '),
    footer: bill.footer,
  }
}

/** Letters that a file's name may not have on some system. */
const NOT_IN_FILES = /[\\/:*?"<>|]+/g

/** Name of a paper's file, as its recipient sorts it: kind, number and seller. */
export const paperFileName = (title: string, { ref, seller }: FrozenBill): string =>
  `${[title, ref, seller.name].join(' ').replaceAll(NOT_IN_FILES, ' ').slice(0, 120).trim()}.pdf`

/** Name of an issued bill's file. */
export const billFileName = (bill: FrozenBill): string =>
  paperFileName(PAPER_WORDS[bill.language].titles[bill.type], bill)
