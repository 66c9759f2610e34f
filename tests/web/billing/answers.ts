import type { BillableMonth } from '#contract/timesheets.schemas.ts'
import type { Bill, Checklist } from '#contract/billing.schemas.ts'
import { PROFILE } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'

export const id = (n: number) => `01J000000000000000000000${String(n).padStart(2, '0')}`
export const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

/** An issued bill of 1 000,00 € and 200,00 € of VAT, to be paid by the end of next year. */
export const bill = (n: number, more: Partial<Bill> = {}): Bill => ({
  id: id(n),
  version: 3,
  creationDate: day('2026-11-02'),
  lastModificationDate: day('2026-11-02'),
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  profileId: PROFILE,
  projectId: 0,
  clientId: id(50),
  client: 'Atelier Brumaire',
  type: 'invoice',
  status: 'issued',
  state: 'issued',
  ref: `2026-00${String(n).padStart(2, '0')}`,
  serviceName: 'Conseil',
  startDate: 0,
  endDate: 0,
  issueDate: day('2026-11-02'),
  dueDate: day('2027-12-31'),
  paymentDeadline: 30,
  paimentDate: 0,
  penaltyDate: day('2028-01-01'),
  collectDate: 0,
  currency: 'EUR',
  deposits: [],
  dueDateFixed: false,
  prepaidAmount: 0,
  deductedBy: 0,
  includeTva: true,
  includePenalty: true,
  penaltyRate: 12.15,
  lines: [
    {
      description: 'Conception',
      quantity: 2,
      unit: 'day',
      unitPrice: 500,
      tva: 20,
      amountHT: 1000,
      creditedLine: null,
    },
  ],
  totalHT: 1000,
  tvaBreakdown: [{ rate: 20, base: 1000, amount: 200 }],
  totalTva: 200,
  totalTTC: 1200,
  paidAmount: 0,
  creditedAmount: 0,
  outstanding: 1200,
  payments: [],
  toRefund: 0,
  refundedAmount: 0,
  refunds: [],
  penaltyAmount: 0,
  penaltyDays: 0,
  penaltyBase: 0,
  penaltyIndemnity: 0,
  creditNoteOf: 0,
  creditNoteOfRef: '',
  cancelledBy: 0,
  creditNotes: [],
  header: '',
  footer: '',
  purchaseOrder: '',
  abandonedReason: '',
  abandonedDate: 0,
  ...more,
}) // prettier-ignore

export const draft = (n: number, more: Partial<Bill> = {}): Bill =>
  bill(n, {
    version: 1,
    status: 'draft',
    state: 'draft',
    ref: '',
    issueDate: 0,
    outstanding: 0,
    penaltyDate: 0,
    ...more,
  })

export const item = (code: string, ok: boolean, more: object = {}): Checklist['items'][number] => ({
  code,
  ok,
  asks: false,
  corrections: [],
  entity: 'bill',
  entityId: id(1),
  path: 'lines',
  details: {},
  message: `${code} manque. Corrigez.`,
  ...more,
})
export const ready: Checklist = {
  ready: true,
  issueDate: day('2026-11-20'),
  dueDate: day('2026-12-20'),
  nextRef: '2026-0042',
  items: [item('BILL_NEEDS_LINES', true), item('BILL_NEEDS_SELLER_IBAN', true)],
}
export const blocked: Checklist = {
  ...ready,
  ready: false,
  items: [
    item('BILL_NEEDS_BUYER_SIREN', false, {
      entity: 'company',
      entityId: id(50),
      path: 'siren',
      message: 'Le SIREN du client est obligatoire. Renseignez-le dans sa fiche.',
    }),
    item('BILL_NEEDS_LINE_PRICE', false, { path: 'lines.0.unitPrice', details: { line: 1 } }),
    item('BILL_NEEDS_SELLER_IBAN', true),
  ],
} // prettier-ignore

export const paper = {
  language: 'fr',
  words: {
    draft: 'Brouillon',
    billedTo: 'Facturé à',
    object: 'Objet :',
    lines: 'Lignes',
    heads: ['Désignation', 'Quantité', 'Prix HT', 'TVA', 'Montant HT'],
    code: 'Code QR du virement',
    signature: 'Signature',
    page: 'Page',
    carriedFrom: 'Report',
    carriedTo: 'À reporter',
  },
  title: 'Facture',
  number: '2026-0001',
  draft: false,
  simulation: false,
  seller: { name: 'Fontanel Conseil EURL', lines: ['SIREN 000 000 604'] },
  facts: ['Émise le 2 novembre 2026'],
  buyer: { name: 'Atelier Brumaire', lines: [] },
  object: 'Conseil',
  header: '',
  currency: 'EUR',
  lines: [{ description: 'Conception\ndu 1er au 2', quantity: '2 jours', unitPrice: 500, rate: '20 %', amount: 1000 }],
  totals: [
    { label: 'Total HT', amount: 1000 },
    { label: 'TVA 20 %', amount: 200 },
  ],
  due: { label: 'À payer', amount: 1200 },
  payment: ['Virement : IBAN'],
  tax: [],
  terms: 'Pénalités de retard : 12,15 % l’an.',
  footer: '',
  logo: null,
  signature: null,
  code: null,
  sha256: 'ab'.repeat(32),
} // prettier-ignore

export const history = toldHistory({ entity: 'bill', id: id(1), verifiedAt: day('2026-11-20') })

/** A month of a contract with days left to bill. */
export const billableMonth = (more: Partial<BillableMonth> = {}): BillableMonth => ({
  projectId: id(60),
  title: 'Refonte du portail',
  client: 'Atelier Brumaire',
  year: 2026,
  month: 11,
  priceMode: 'day',
  days: 19,
  billed: 0,
  left: 19,
  priceHT: 600,
  amountHT: 11_400,
  currency: 'EUR',
  draftId: 0,
  missing: [],
  ...more,
})
