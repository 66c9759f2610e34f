import { describe, expect, test } from 'vitest'
import { vatDueOf } from '#domain/billing/frozen-bill.ts'
import { seller } from './frozen-bills.ts'

describe('the VAT of a payment', () => {
  const issueDate = '2026-11-20'
  const bill = { type: 'invoice', creditNoteOf: null, issueDate } as const
  const onDebits = { ...bill, seller: { ...seller, vatOnDebits: true } }

  test('counts with the invoice from its day on, under the option for debits', () => {
    expect(vatDueOf(onDebits, '2026-11-19')).toBe('payment')
    expect(vatDueOf(onDebits, '2026-11-20')).toBe('invoice')
    expect(vatDueOf(onDebits, '2026-11-21')).toBe('invoice')
  })
  test('counts with the money without the option, and of a deposit', () => {
    expect(vatDueOf({ ...bill, seller }, '2026-11-21')).toBe('payment')
    expect(vatDueOf({ ...onDebits, type: 'deposit' }, '2026-11-21')).toBe('payment')
    const creditNoteOf = { ref: '2026-0001', issueDate, ofDeposit: true } as const
    expect(vatDueOf({ ...onDebits, type: 'creditNote', creditNoteOf }, '2026-11-21')).toBe(
      'payment',
    )
  })
  test('counts with the delivery of goods, but for their deposit and what comes before it', () => {
    const goods = { ...bill, seller, vatOnDelivery: true } as const
    expect(vatDueOf(goods, '2026-11-19')).toBe('payment')
    expect(vatDueOf(goods, '2026-11-20')).toBe('invoice')
    expect(vatDueOf({ ...goods, type: 'deposit' }, '2026-11-21')).toBe('payment')
  })
  test('never counts under the franchise', () =>
    expect(
      vatDueOf({ ...onDebits, seller: { ...seller, regime: 'franchise' } }, '2026-11-21'),
    ).toBe('never'))
})
