import type { Day } from '#domain/kernel/time.ts'
import { frenchAmount, frenchDay, frenchExchange, frenchRate } from './french.ts'
import type { FrozenBill, FrozenSeller, VatExemption } from '../frozen-bill.ts'
import { FRANCHISE_MENTION } from '../vat/mentions.values.ts'
import { RECOVERY_INDEMNITY_MINOR } from '../penalty.ts'

/**
 * Legal mentions of a bill. French whatever the interface's language (law 94-665, art. 2). A change
 * of the law is a new, dated row. An issued bill keeps the words of its day, because its bytes are
 * kept.
 */

export const MENTION_KINDS = [
  'creditNoteOf',
  'deposit',
  'franchise',
  'reverseCharge',
  'outsideEu',
  'intraCommunity',
  'export',
  'untaxedTerritory',
  'overseasExport',
  'intangible',
  'disbursement',
  'oneStop',
  'training',
  'health',
  'construction',
  'outOfScope',
  'vatInEuros',
  'debits',
  'penalty',
  'indemnity',
  'noDiscount',
] as const
export type MentionKind = (typeof MENTION_KINDS)[number]
export type Mention = { readonly kind: MentionKind; readonly text: string }

type DatedText = {
  readonly kind: MentionKind
  readonly validFrom: Day
  readonly source: string
  readonly text: (bill: FrozenBill) => string
}

/** Sentence of a formula of the penalty's rate. @source C. com. art. L441-10 II */
const PENALTY_FORMULAS: Readonly<Record<NonNullable<FrozenBill['penaltyBasis']>, string>> = {
  ecb10: 'taux de refinancement de la Banque centrale européenne majoré de 10\u00A0points',
  legal3: 'trois fois le taux d’intérêt légal',
}

function penaltyWords({ penaltyRate, penaltyBasis }: FrozenBill): string {
  const figure = `${frenchRate(penaltyRate)} l’an`
  if (penaltyBasis === undefined) return figure
  return penaltyRate === 0
    ? PENALTY_FORMULAS[penaltyBasis]
    : `${figure} (${PENALTY_FORMULAS[penaltyBasis]})`
}

const hasReason = (bill: FrozenBill, reason: VatExemption): boolean =>
  bill.vat.some(({ exemption }) => exemption === reason)

/** Oldest first in each kind. The last one with a `validFrom` up to the day of issue is printed. */
export const MENTION_TEXTS: readonly DatedText[] = [
  {
    kind: 'creditNoteOf',
    validFrom: '2000-01-01',
    source: 'CGI art. 289 I-5; BOI-TVA-DECLA-30-20-20-10 §60',
    text: (bill) =>
      bill.creditNoteOf
        ? `Avoir sur la facture ${bill.creditNoteOf.ref} du\u00A0${frenchDay(bill.creditNoteOf.issueDate)}.`
        : '',
  },
  {
    kind: 'deposit',
    validFrom: '2000-01-01',
    source: 'CGI art. 289 I-1 c',
    text: () => 'Facture d’acompte, à déduire de la facture finale.',
  },
  {
    kind: 'franchise',
    validFrom: '2000-01-01',
    // Ordinance 2026-671 lets bills cite the CGI until 30 June 2028; the words for the CIBS are not
    // published.
    source: 'CGI art. 293 E II',
    text: () => FRANCHISE_MENTION,
  },
  {
    kind: 'reverseCharge',
    validFrom: '2013-01-01',
    source: 'CGI ann. II art. 242 nonies A I-13°; CGI art. 283-2',
    text: () => 'Autoliquidation : TVA due par le preneur, article 283-2 du CGI',
  },
  {
    kind: 'outsideEu',
    validFrom: '2010-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 259-1°',
    text: () => 'TVA non applicable – art. 259-1 du CGI',
  },
  {
    kind: 'intraCommunity',
    validFrom: '1993-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 262 ter I',
    text: () => 'Exonération de TVA, article 262 ter I du CGI',
  },
  {
    kind: 'export',
    validFrom: '1993-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 262 I',
    text: () => 'Exonération de TVA, article 262 I du CGI',
  },
  {
    kind: 'untaxedTerritory',
    validFrom: '1993-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 294-1',
    text: () => 'TVA non applicable, article 294-1 du CGI',
  },
  {
    kind: 'overseasExport',
    validFrom: '1993-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 294-2, 262 I',
    text: () => 'Exonération de TVA, articles 294-2 et 262 I du CGI',
  },
  {
    kind: 'intangible',
    validFrom: '2010-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 259 B',
    text: () => 'TVA non applicable, article 259 B du CGI',
  },
  {
    kind: 'disbursement',
    validFrom: '1993-01-01',
    source: 'CGI art. 267 II-2°',
    text: () => 'Débours au nom et pour le compte du client, article 267 II-2° du CGI',
  },
  {
    kind: 'oneStop',
    validFrom: '2021-07-01',
    source: 'CGI art. 298 sexdecies G; directive 2006/112/CE art. 369 bis',
    text: ({ oneStop = '' }) =>
      `TVA due dans un autre État membre (${oneStop}), déclarée au guichet unique, article 298 sexdecies G du CGI`,
  },
  {
    kind: 'training',
    validFrom: '1994-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 261, 4-4° a',
    text: () => 'Exonération de TVA, article 261, 4-4° a du CGI',
  },
  {
    kind: 'health',
    validFrom: '1994-01-01',
    source: 'CGI ann. II art. 242 nonies A I-12°; CGI art. 261, 4-1°',
    text: () => 'Exonération de TVA, article 261, 4-1° du CGI',
  },
  {
    kind: 'construction',
    validFrom: '2014-01-01',
    source: 'CGI ann. II art. 242 nonies A I-13°; CGI art. 283-2 nonies',
    text: () => 'Autoliquidation : TVA due par le preneur, article 283-2 nonies du CGI',
  },
  {
    kind: 'outOfScope',
    validFrom: '2000-01-01',
    source: 'CGI art. 256',
    text: () => 'Opération hors du champ d’application de la TVA, article 256 du CGI',
  },
  {
    kind: 'vatInEuros',
    validFrom: '2000-01-01',
    source: 'CGI art. 289 IV; CGI ann. II art. 242 nonies A II',
    text: ({ exchange, currency }) =>
      exchange === undefined
        ? ''
        : `TVA en euros : ${frenchAmount(exchange.vatMinor, 'EUR')} (1\u00A0${currency} = ${frenchExchange(exchange.rate)}\u00A0€ le\u00A0${frenchDay(exchange.day)}, ${exchange.source}).`,
  },
  {
    kind: 'debits',
    validFrom: '2022-10-07',
    source: 'CGI ann. II art. 242 nonies A I-11° bis (decree 2022-1299)',
    text: () => 'Option pour le paiement de la taxe d’après les débits',
  },
  {
    kind: 'penalty',
    validFrom: '2009-01-01',
    source: 'C. com. art. L441-9 I, L441-10 II',
    text: (bill) =>
      `Pénalités de retard : ${penaltyWords(bill)}, exigibles le jour suivant l’échéance.`,
  },
  {
    kind: 'indemnity',
    validFrom: '2013-01-01',
    source: 'C. com. art. L441-10 II, D441-5',
    text: () =>
      `Indemnité forfaitaire pour frais de recouvrement : ${frenchAmount(RECOVERY_INDEMNITY_MINOR, 'EUR').replace(',00', '')}.`,
  },
  {
    kind: 'noDiscount',
    validFrom: '2009-01-01',
    source: 'C. com. art. L441-9 I',
    text: (bill) => bill.discountTerms ?? 'Pas d’escompte pour paiement anticipé.',
  },
]

/** A credit note asks for no payment, so it speaks neither of lateness nor of discount. */
const wanted: Readonly<Record<MentionKind, (bill: FrozenBill) => boolean>> = {
  creditNoteOf: (bill) => bill.type === 'creditNote' && bill.creditNoteOf !== null,
  deposit: (bill) => bill.type === 'deposit',
  franchise: (bill) =>
    bill.seller.regime === 'franchise' || bill.vat.some((row) => row.exemption === 'franchise'),
  // The seller's franchise takes precedence over the client's reverse charge.
  reverseCharge: (bill) => bill.seller.regime !== 'franchise' && hasReason(bill, 'reverseCharge'),
  outsideEu: (bill) => bill.seller.regime !== 'franchise' && hasReason(bill, 'outsideEu'),
  intraCommunity: (bill) => hasReason(bill, 'intraCommunity'),
  export: (bill) => hasReason(bill, 'export'),
  untaxedTerritory: (bill) => hasReason(bill, 'untaxedTerritory'),
  overseasExport: (bill) => hasReason(bill, 'overseasExport'),
  intangible: (bill) => hasReason(bill, 'intangible'),
  disbursement: (bill) => hasReason(bill, 'disbursement'),
  oneStop: (bill) => bill.oneStop !== undefined,
  training: (bill) => hasReason(bill, 'training'),
  health: (bill) => hasReason(bill, 'health'),
  construction: (bill) => hasReason(bill, 'construction'),
  outOfScope: (bill) => hasReason(bill, 'outOfScope'),
  vatInEuros: (bill) => bill.exchange !== undefined && bill.totalVatMinor !== 0,
  debits: (bill) =>
    bill.seller.regime !== 'franchise' &&
    bill.seller.vatOnDebits &&
    bill.vat.some((row) => row.exemption === null),
  penalty: (bill) =>
    bill.type !== 'creditNote' && (bill.penaltyRate > 0 || bill.penaltyBasis !== undefined),
  indemnity: (bill) => bill.type !== 'creditNote' && bill.indemnity && bill.buyer.professional,
  noDiscount: (bill) =>
    bill.type !== 'creditNote' && (bill.buyer.professional || bill.discountTerms !== undefined),
}

/**
 * The mentions of a bill, in the order of print, in the words of its day of issue. A draft takes
 * today's.
 */
export function mentionsOf(bill: FrozenBill): readonly Mention[] {
  return MENTION_KINDS.filter((kind) => wanted[kind](bill)).flatMap((kind) => {
    const row = MENTION_TEXTS.findLast(
      (candidate) => candidate.kind === kind && candidate.validFrom <= bill.issueDate,
    )
    return row ? [{ kind, text: row.text(bill) }] : []
  })
}

const SOLE_TRADERS = ['EI', 'micro-entrepreneur']

/** Mentions that say why no VAT is owed. */
export const EXEMPTION_MENTIONS: readonly MentionKind[] = [
  'franchise',
  'reverseCharge',
  'outsideEu',
  'intraCommunity',
  'export',
  'untaxedTerritory',
  'overseasExport',
  'intangible',
  'disbursement',
  'training',
  'health',
  'construction',
  'outOfScope',
]

/**
 * A person carries « EI », a company its legal form. @source C. com. art. R526-27 (since 15 May
 * 2022), R123-238
 */
export function sellerNameOf(seller: Pick<FrozenSeller, 'name' | 'legalStatus'>): string {
  const form = SOLE_TRADERS.includes(seller.legalStatus) ? 'EI' : seller.legalStatus
  const words = seller.name.split(/\s+/)
  return form === '' || words.includes(form) || /entrepreneur individuel/i.test(seller.name)
    ? seller.name
    : `${seller.name} ${form}`
}

/**
 * A VAT number as its country writes it: `FR 78 000 000 604`, `CHE-123.456.788 TVA`, `NO 923609016
 * MVA`. Others are unchanged.
 */
export const groupedVatNumber = (vatNumber: string, group: (digits: string) => string): string =>
  vatNumber
    .replace(
      /^(FR)(\d{2})(\d{9})$/,
      (_, country: string, key: string, siren: string) => `${country} ${key} ${group(siren)}`,
    )
    .replace(/^CHE(\d{3})(\d{3})(\d{3})/, 'CHE-$1.$2.$3 ')
    .replace(/^(NO)(\d{9})(MVA)?$/, '$1 $2 $3')
    .trim()

/**
 * Lines below the seller's address: SIREN and registry, SIRET, VAT number (none under the
 * franchise), capital. @source C. com. art. R123-237, R123-238
 */
export function sellerRegistrationOf(
  seller: Pick<
    FrozenSeller,
    'siren' | 'rcs' | 'siret' | 'vatNumber' | 'regime' | 'shareCapitalMinor' | 'legalStatus'
  >,
  group: (digits: string) => string,
): readonly string[] {
  return [
    `SIREN ${group(seller.siren)}${seller.rcs === '' ? '' : ` · RCS ${seller.rcs}`}`,
    ...(seller.siret === '' ? [] : [`SIRET ${group(seller.siret)}`]),
    ...(seller.vatNumber === '' || seller.regime === 'franchise'
      ? []
      : [`TVA ${groupedVatNumber(seller.vatNumber, group)}`]),
    ...capitalOf(seller),
  ]
}

/** `EURL au capital de 1 000,00 €`; none for a sole trader. */
export const capitalOf = (
  seller: Pick<FrozenSeller, 'shareCapitalMinor' | 'legalStatus'>,
): readonly string[] =>
  seller.shareCapitalMinor > 0 && !SOLE_TRADERS.includes(seller.legalStatus)
    ? [`${seller.legalStatus} au capital de ${frenchAmount(seller.shareCapitalMinor, 'EUR')}`]
    : []
