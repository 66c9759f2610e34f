import type { ScheduleFacts } from '#domain/finance/schedule.ts'

/** 360 € of rent, VAT within, on the fifth of each month. */
export const rent: ScheduleFacts = {
  profileId: 'p',
  label: 'Bureau',
  operation: 'out',
  kind: 'rent',
  organismId: '',
  currency: 'EUR',
  bankAccountType: 'professional',
  amountType: 'fixed',
  amountMinor: 36_000,
  vatRate: 2000,
  percentage: 0,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: '',
  periodTo: '',
  lastDays: 0,
  terms: { activity: 'bncSsi', incomeTaxOption: false, reliefFrom: '' },
  recurrence: { interval: 'month', count: 1, first: '2026-10-05', until: '' },
  paymentDelay: 0,
  mode: 'automatic',
  option: 'autoInput',
}
