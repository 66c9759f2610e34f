import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { PROFILE } from '../ids.ts'

export const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
export const RUN = '01J0000000000000000000000R'
export const OTHER_RUN = '01J0000000000000000000000S'

export const inputs = {
  due: day('2026-11-20'),
  payOn: day('2026-12-05'),
  from: day('2026-10-20'),
  to: day('2026-11-19'),
  base: 14_300,
  receipts: 3,
  rate: 8.5,
  amount: 1_215.5,
  contributions: null,
}
export const waiting: Schedule['toValidate'][number] = {
  executionId: RUN,
  ...inputs,
  proposed: 1_200.5,
  failed: '',
}
/** A charge with a run that waits. */
export const charge = (more: Partial<Schedule> = {}): Schedule => ({
  id: '01J00000000000000000000001',
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Anna',
  modifiedBy: 'Anna',
  profileId: PROFILE,
  label: 'Cotisations',
  operation: 'out',
  type: 'urssaf',
  organismId: 0,
  organism: 'Urssaf',
  currency: 'EUR',
  bankAccountType: 'professional',
  amountType: 'calculated',
  amount: 0,
  rate: 0,
  percentage: 8.5,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: 0,
  periodTo: 0,
  lastDays: 0,
  interval: 'month',
  intervalCount: 1,
  startDate: day('2026-10-20'),
  expiryDate: 0,
  paymentDelay: 15,
  mode: 'validation',
  option: 'autoInput',
  activity: 'bncSsi',
  incomeTaxOption: false,
  acreFrom: 0,
  active: true,
  state: 'pending',
  lastRun: day('2026-11-20'),
  lastAmount: 1_215.5,
  nextRuns: [day('2026-12-20'), day('2027-01-20')],
  toValidate: [waiting],
  ...more,
})
