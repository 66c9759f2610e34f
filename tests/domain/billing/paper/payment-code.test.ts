import { expect, test } from 'vitest'
import { paymentCodeOf } from '#domain/billing/paper/payment-code.ts'
import { frozenBill, seller } from '../frozen-bills.ts'

test('a payment code names who is paid, what and for which bill', () => {
  expect(paymentCodeOf(frozenBill())?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Fontanel Conseil',
    'FR0000000000000000000000000',
    'EUR3120.00',
    '',
    '',
    '2026-034',
  ])
})
test('amounts below one euro keep their cents', () => {
  expect(paymentCodeOf(frozenBill({ dueMinor: 5 }))).toContain('\nEUR0.05\n')
})
test.each([
  ['a draft', { ref: '' }],
  ['a credit note', { type: 'creditNote' }],
  ['a bill that is paid', { dueMinor: 0 }],
  ['another currency', { currency: 'CHF' }],
  ['a seller without an IBAN', { seller: { ...seller, iban: '' } }],
  ['sample data', { simulation: true }],
] as const)('none for %s', (_, changes) => {
  expect(paymentCodeOf(frozenBill(changes))).toBeNull()
})
