import { PLAIN_SCHEDULE, type ScheduleFacts } from '#domain/schedules/schedule-facts.ts'

/** 360 € of rent, VAT within, on the fifth of each month. */
export const rent: ScheduleFacts = {
  ...PLAIN_SCHEDULE,
  profileId: 'p',
  label: 'Bureau',
  kind: 'rent',
  currency: 'EUR',
  bankAccountType: 'professional',
  amountMinor: 36_000,
  vatRate: 2000,
  recurrence: { interval: 'month', count: 1, first: '2026-10-05', until: '' },
}
