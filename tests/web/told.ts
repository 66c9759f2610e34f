import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import { valuesOf } from '#web/profile/profile-form.ts'

const audit = {
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
}

/** A professional profile with VAT, as the server lists it, unless more is said. */
export const toldProfile = (more: { readonly id: string } & Readonly<Record<string, unknown>>) => ({
  ...valuesOf(null),
  ...audit,
  name: 'Fontanel Conseil',
  legalStatus: 'EURL',
  siren: '732829320',
  tvaRegime: 'normal',
  tvaRegimes: [{ regime: 'normal', from: 1 }],
  logo: null,
  signature: null,
  ...more,
})

/** A company, as the server lists it, unless more is said. */
export const toldCompany = (more: { readonly id: string; readonly name: string }) => ({
  kind: 'customer',
  nature: 'business',
  email: '',
  language: 'fr',
  commercialName: '',
  sector: '',
  status: '',
  legalStatus: 'SARL',
  siren: '732829320',
  siret: '',
  TvaNumber: '',
  address: { street: '', postalCode: '44000', city: 'Nantes', country: 'FR' },
  website: '',
  billingAddress: { street: '', postalCode: '', city: '', country: '' },
  deliveryAddress: { street: '', postalCode: '', city: '', country: '' },
  buyerReference: '',
  purchaseOrder: '',
  logo: '',
  ...audit,
  ...more,
})

/** A CV without anything of its own, as the server lists it, unless more is said. */
export const toldCv = (more: Partial<Cv> = {}): Cv => ({
  ...audit,
  id: 'main',
  name: '',
  title: '',
  summary: '',
  availableFrom: 0,
  language: 'fr',
  template: 'sober',
  accent: 1,
  withPhoto: false,
  textSize: 'usual',
  links: '',
  translations: [],
  sections: [],
  entries: [],
  versions: [],
  ...more,
})

const year = (receipts: number) => ({
  year: 2026,
  currency: 'EUR',
  receiptsHT: receipts,
  receiptsTva: receipts / 5,
  invoicedHT: 2 * receipts,
  invoicedTva: receipts / 2.5,
  months: Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    receiptsHT: index === 9 ? receipts : 0,
    receiptsTva: index === 9 ? receipts / 5 : 0,
    invoicedHT: 0,
    invoicedTva: 0,
  })),
}) // prettier-ignore
/** The dashboard of a user without anything to do, unless more is said. */
export const toldDashboard = (more: Partial<Dashboard> = {}): Dashboard => ({
  firstSteps: null,
  turnover: year(1000),
  previousTurnover: { ...year(0), year: 2025 },
  owed: { count: 0, amount: 0, lateCount: 0, lateAmount: 0, penalty: 0, indemnity: 0, bills: [] },
  exemption: null,
  month: {
    year: 2026,
    month: 11,
    billable: 12,
    nonBillable: 0.5,
    holiday: 0,
    worked: 12.5,
    unfilled: 0,
    workingDays: 20,
    exceeded: 0,
  },
  contracts: [],
  next: [],
  ...more,
})
