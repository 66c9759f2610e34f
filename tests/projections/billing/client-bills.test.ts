import { describe, expect, test } from 'vitest'
import { paymentHabitOf } from '#projections/billing/client-bills.queries.ts'

const bill = (
  issueDate: string,
  paymentDay: string,
  type: 'invoice' | 'creditNote' = 'invoice',
) => ({
  type,
  issueDate,
  paymentDay,
})

describe('how a client pays', () => {
  test('is the mean of the days from the issue to the payment that settled the bill', () =>
    expect(
      paymentHabitOf([bill('2026-01-01', '2026-01-31'), bill('2026-02-01', '2026-02-12')]),
    ).toEqual({
      averageDays: 21,
      paidBills: 2,
    }))
  test('counts neither what is not paid nor credit notes', () =>
    expect(
      paymentHabitOf([
        bill('2026-01-01', '2026-01-31'),
        bill('2026-02-01', ''),
        bill('2026-03-01', '2026-03-01', 'creditNote'),
      ]),
    ).toEqual({ averageDays: 30, paidBills: 1 }))
  test('is not known before the first payment', () =>
    expect(paymentHabitOf([bill('2026-01-01', '')])).toEqual({ averageDays: null, paidBills: 0 }))
})
