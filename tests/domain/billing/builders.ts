import type { BillEvent } from '#domain/billing/bill-facts.ts'
import {
  type BillContent,
  type BillLine,
  type CreditedBill,
  freeze,
  type Seller,
  totalsOfContent,
} from '#domain/billing/content.ts'
import type { BillType, FrozenBuyer } from '#domain/billing/frozen-bill.ts'

export const BILL = '01JD00000000000000000000B1'
export const PROFILE = '01JD0000000000000000000PR1'
export const CLIENT = '01JD0000000000000000000CP1'
export const PROJECT = '01JD0000000000000000000PJ1'

export const seller: Seller = {
  name: 'Atelier Exemple',
  commercialName: '',
  legalStatus: 'EI',
  siren: '732829320',
  siret: '73282932000074',
  rcs: '',
  shareCapitalMinor: 0,
  address: { street: '1 rue de l’Exemple', postalCode: '75001', city: 'Paris', country: 'FR' },
  vatNumber: 'FR44732829320',
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque Exemple',
  regime: 'normal',
  vatOnDebits: false,
  logoSha256: '',
  signatureSha256: '',
  website: '',
  email: '',
}
export const buyer: FrozenBuyer = {
  name: 'Client Exemple SAS',
  commercialName: '',
  legalStatus: 'SAS',
  siren: '404833048',
  siret: '',
  vatNumber: 'FR83404833048',
  address: { street: '2 rue du Client', postalCode: '69001', city: 'Lyon', country: 'FR' },
  professional: true,
}

export const line = (
  quantity: number,
  unitPriceMinor: number,
  rate = 2000,
  creditedLine: number | null = null,
): BillLine => ({
  description: 'Développement',
  quantity: quantity * 10_000,
  unit: 'day',
  unitPriceMinor,
  rate,
  creditedLine,
})

/** Two days at 500 €, VAT 20 %: 1 000 € without VAT, 1 200 € with it. */
export const content: BillContent = {
  profileId: PROFILE,
  projectId: '',
  clientId: CLIENT,
  clientName: buyer.name,
  serviceName: 'Développement',
  serviceStart: '2026-10-01',
  serviceEnd: '2026-10-31',
  issueDate: '',
  dueDate: '',
  paymentDays: 30,
  currency: 'EUR',
  includeVat: true,
  includePenalty: true,
  penaltyRate: 1215,
  lines: [line(2, 50_000)],
  header: '',
  footer: '',
  purchaseOrder: '',
}

export const drafted = (
  changes: Partial<BillContent> = {},
  billType: BillType = 'invoice',
  creditNoteOf: CreditedBill | null = null,
): BillEvent => ({
  type: 'BillDrafted',
  data: { billType, content: { ...content, ...changes }, creditNoteOf, source: null },
})
export const frozen = (
  changes: Partial<BillContent> = {},
  type: BillType = 'invoice',
  issueDate = '2026-11-02',
) =>
  freeze({
    type,
    content: { ...content, ...changes },
    seller,
    buyer: { ...buyer, language: 'fr' },
    issueDate,
    totals: totalsOfContent({ ...content, ...changes }),
    creditNoteOf: null,
    original: null,
    simulation: false,
  })
export const started = (
  changes: Partial<BillContent> = {},
  issuanceId = 'issuance-1',
): BillEvent => ({
  type: 'BillIssuanceStarted',
  data: {
    issuanceId,
    series: `${PROFILE}-2026-invoice`,
    frozen: frozen(changes),
    creditNoteOf: null,
  },
})
export const numbered = (number = 1, issuanceId = 'issuance-1'): BillEvent => ({
  type: 'BillIssued',
  data: { issuanceId, number, ref: `2026-000${number}`, documentSha256: 'a'.repeat(64) },
})
/** A bill of 1 200 €, issued on 2 November 2026, due on 2 December. */
export const issued = (changes: Partial<BillContent> = {}): readonly BillEvent[] => [
  drafted(changes),
  started(changes),
  numbered(),
]
export const paid = (paymentId: string, amountMinor: number, day = '2026-11-10'): BillEvent => ({
  type: 'BillPaid',
  data: {
    paymentId,
    amountMinor,
    day,
    vat: [
      {
        rate: 2000,
        baseMinor: Math.round(amountMinor / 1.2),
        amountMinor: amountMinor - Math.round(amountMinor / 1.2),
      },
    ],
  },
})
export const reserved = (
  creditNoteId: string,
  netMinor: number,
  of: number | null = 0,
): BillEvent => ({
  type: 'BillCreditReserved',
  data: {
    creditNoteId,
    lines: [{ line: of, rate: 2000, netMinor }],
    vat: [{ rate: 2000, baseMinor: netMinor, amountMinor: netMinor / 5 }],
    grossMinor: netMinor * 1.2,
  },
})
export const credited = (creditNoteId: string, netMinor: number): BillEvent => ({
  type: 'BillCredited',
  data: {
    creditNoteId,
    ref: 'AV2026-0001',
    issueDate: '2026-11-15',
    vat: [{ rate: 2000, baseMinor: netMinor, amountMinor: netMinor / 5 }],
    grossMinor: netMinor * 1.2,
  },
})
