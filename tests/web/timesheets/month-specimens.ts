import type { Project } from '#contract/projects/projects.schemas.ts'
import type { BillableMonth, TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import { daysOf } from '#web/timesheets/month.ts'

const PROFILE = '01J00000000000000000000002'

/** Friday 20 November 2026, as the wire writes it. */
export const TODAY = Date.UTC(2026, 10, 20)
export const NOVEMBER = { year: 2026, month: 11 }
export const BRUMAIRE = '01J000000000000000000000B1'
export const HYDRAVION = '01J000000000000000000000H1'
export const INTERNAL = '01J000000000000000000000N1'
export const CLIENT = '01J000000000000000000000C1'

export const day = (number: number) => Date.UTC(2026, 10, number)

export const contract = (id: string, more: Partial<Project> = {}): Project => ({
  id,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  profileId: PROFILE,
  ref: `C-${id.slice(-2)}`,
  title: 'Refonte du portail',
  templates: [],
  isBillable: true,
  clientId: CLIENT,
  client: 'Atelier Brumaire',
  priceMode: 'day',
  priceUnit: 'day',
  hoursPerDay: 0,
  timeUnit: 'halfDay',
  buyerReference: '',
  purchaseOrder: '',
  priceHT: 650,
  soldDays: 120,
  currency: 'EUR',
  isRenewable: false,
  renewalPeriod: 0,
  startDate: Date.UTC(2026, 0, 5),
  endDate: Date.UTC(2027, 1, 26),
  paymentDeadline: 30,
  penaltyRate: 12.15,
  tva: 20,
  penaltyBasis: '',
  discountTerms: '',
  header: '',
  footer: '',
  language: '',
  archived: false,
  active: true,
  expired: false,
  nextRenewal: 0,
  endsInDays: 98,
  consumedDays: 74.5,
  billedHT: 40_000,
  leftHT: 38_000,
  ...more,
}) // prettier-ignore

export const brumaire = contract(BRUMAIRE)
export const hydravion = contract(HYDRAVION, {
  client: 'Hydravion SAS',
  title: 'Audit d’accessibilité',
  startDate: Date.UTC(2026, 2, 1),
  endDate: Date.UTC(2026, 10, 30),
  endsInDays: 10,
  consumedDays: 12,
  soldDays: 14,
})
export const internal = contract(INTERNAL, {
  isBillable: false,
  clientId: 0,
  client: '',
  title: 'Prospection, gestion',
  startDate: 0,
  endDate: 0,
  endsInDays: null,
  active: false,
  leftHT: null,
  soldDays: 0,
  consumedDays: 10.5,
  currency: '',
})
export const contracts = [hydravion, brumaire, internal]

const work = (projectId: string, number: number, quantity: number) => ({
  id: `${number}`,
  projectId,
  kind: 'work' as const,
  day: day(number),
  quantity,
})
export const november: TimesheetMonth = {
  id: `${PROFILE}.2026-11`,
  version: 3,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  activities: [work(BRUMAIRE, 2, 1), work(BRUMAIRE, 3, 0.5)],
  approvals: [],
  clientHolidays: [],
  holidays: [
    { day: day(1), name: 'allSaints' },
    { day: day(11), name: 'armistice' },
  ],
  editableFrom: Date.UTC(2026, 7, 22),
  editableTo: Date.UTC(2027, 1, 18),
} // prettier-ignore
export const days = daysOf(NOVEMBER, november, TODAY, [brumaire, hydravion])

/** A month of a contract with days left to bill. */
export const billableMonth = (more: Partial<BillableMonth> = {}): BillableMonth => ({
  projectId: '01J00000000000000000000060',
  title: 'Refonte du portail',
  client: 'Atelier Brumaire',
  year: 2026,
  month: 11,
  priceMode: 'day',
  priceUnit: 'day',
  days: 19,
  billed: 0,
  left: 19,
  leftHours: null,
  priceHT: 600,
  amountHT: 11_400,
  currency: 'EUR',
  draftId: 0,
  missing: [],
  ...more,
})
