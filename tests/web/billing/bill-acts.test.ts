import { describe, expect, test } from 'vitest'
import { MAX_TOGETHER } from '#contract/billing/bill.values.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import {
  billActs,
  chosenBillsActs,
  isMailNext,
  isPaidInFull,
  mailActOf,
  paymentAdded,
} from '#web/billing/bill-acts.ts'
import { allBut } from '../permitted.ts'
import { bill, day, draft, id } from './answers.ts'

type Act = keyof ReturnType<typeof billActs>
const payment = (name: string, amount = 600) => ({
  id: name,
  amount,
  date: day('2026-11-10'),
  method: '' as const,
  bankReference: '',
})
const PART = { paidAmount: 600, outstanding: 600, payments: [payment('p1')] }
const PAID = { paidAmount: 1200, outstanding: 0, payments: [payment('p1', 1200)] }
const COLLECTED = { ...PAID, collectDate: day('2026-11-12') }
const CREDIT_NOTE = { type: 'creditNote', outstanding: 0 } as const

describe('what may be done with a bill', () => {
  test.each<readonly [string, Act, Bill, string]>([
    ['an issued one is paid', 'pay', bill(1), 'available'],
    ['the rest of one paid in part is paid', 'pay', bill(1, PART), 'available'],
    ['one paid in full is not paid again', 'pay', bill(1, PAID), 'nothingOwed'],
    ['a draft is not paid', 'pay', draft(1, { outstanding: 1200 }), 'draft'],
    ['a credit note is not paid', 'pay', bill(1, { type: 'creditNote' }), 'creditNote'],

    ['one paid in full is collected', 'collect', bill(1, PAID), 'available'],
    ['one paid in part is not collected', 'collect', bill(1, PART), 'stillOwed'],
    [
      'one that a credit note settles has nothing to collect',
      'collect',
      bill(1, { outstanding: 0, creditedAmount: 1200 }),
      'nothingPaid',
    ],
    ['one is collected once', 'collect', bill(1, COLLECTED), 'collected'],
    ['a credit note is not collected', 'collect', bill(1, CREDIT_NOTE), 'creditNote'],

    ['what was paid too much is given back', 'refund', bill(1, { toRefund: 0.01 }), 'available'],
    ['nothing else is given back', 'refund', bill(1, PAID), 'nothingToRefund'],

    ['an issued one is credited', 'credit', bill(1), 'available'],
    ['a collected one is credited', 'credit', bill(1, COLLECTED), 'available'],
    ['what is left is credited', 'credit', bill(1, { creditedAmount: 1199.99 }), 'available'],
    ['nothing is left to credit', 'credit', bill(1, { creditedAmount: 1200 }), 'fullyCredited'],
    [
      'a deposit that its final bill deducts is not credited',
      'credit',
      bill(1, { type: 'deposit', deductedBy: id(9) }),
      'deducted',
    ],
    ['a draft is not credited', 'credit', draft(1), 'draft'],
    ['a credit note is not credited', 'credit', bill(1, CREDIT_NOTE), 'creditNote'],

    ['a deposit has a final bill', 'finish', bill(1, { type: 'deposit' }), 'available'],
    ['another bill has none', 'finish', bill(1), 'noDeposit'],
    [
      'a deposit has one final bill',
      'finish',
      bill(1, { type: 'deposit', deductedBy: id(9) }),
      'deducted',
    ],
    [
      'a credited deposit has none',
      'finish',
      bill(1, { type: 'deposit', creditedAmount: 1200 }),
      'fullyCredited',
    ],

    ['a payment is taken back', 'unpay', bill(1, PAID), 'available'],
    ['a collection is taken back first', 'unpay', bill(1, COLLECTED), 'collected'],
    [
      'a refund is taken back first',
      'unpay',
      bill(1, { ...PAID, refunds: [{ id: 'r', amount: 120, date: day('2026-11-11') }] }),
      'refunded',
    ],
    ['an ended rest is owed again', 'unsettle', bill(1, PAID), 'available'],
    ['a collected one stays ended', 'unsettle', bill(1, COLLECTED), 'collected'],
    ['a collection is taken back', 'uncollect', bill(1, COLLECTED), 'available'],
    ['no collection, nothing to take back', 'uncollect', bill(1, PAID), 'notCollected'],

    ['a draft is copied', 'duplicate', draft(1), 'available'],
    ['an issued one is copied', 'duplicate', bill(1), 'available'],
    ['a credit note is not copied', 'duplicate', bill(1, CREDIT_NOTE), 'creditNote'],
    ['a draft is issued', 'issue', draft(1), 'available'],
    ['an issued one is not issued again', 'issue', bill(1), 'issued'],
    ['a draft is removed', 'remove', draft(1), 'available'],
    ['an issued one stays', 'remove', bill(1), 'issued'],
    ['an issued one is mailed', 'mail', bill(1), 'available'],
    ['a credit note is mailed', 'mail', bill(1, CREDIT_NOTE), 'available'],
    ['a draft is not mailed', 'mail', draft(1), 'draft'],
  ])('%s', (_, act, of, standing) => {
    expect(billActs(of, allBut())[act]).toBe(standing)
  })

  test.each<readonly [string, readonly Act[]]>([
    ['perm_billing_add', ['credit', 'finish', 'duplicate']],
    ['perm_billing_delete', ['remove']],
    [
      'perm_billing_update',
      ['issue', 'mail', 'pay', 'collect', 'refund', 'unpay', 'unsettle', 'unrefund', 'uncollect'],
    ],
  ])('without %s there is none of its acts', (missing, acts) => {
    const deposit = bill(1, { type: 'deposit' })
    const standings = Object.entries(billActs(deposit, allBut(missing)))
    expect(standings.flatMap(([act, one]) => (one === 'permission' ? [act] : []))).toEqual(acts)
  })
})

describe('with chosen bills', () => {
  test('the issued ones are packed, and those that owe something are paid', () => {
    const { issued, payable, pdfs, pay } = chosenBillsActs(
      [draft(1), bill(2), bill(3, PAID), bill(4, { type: 'creditNote' })],
      allBut(),
    )
    expect(issued.map((one) => one.id)).toEqual([id(2), id(3), id(4)])
    expect(payable.map((one) => one.id)).toEqual([id(2)])
    expect([pdfs, pay]).toEqual(['available', 'available'])
  })
  test.each([
    ['drafts alone', [draft(1)], { pdfs: 'noneIssued', pay: 'noneOwed' }],
    ['paid ones alone', [bill(1, PAID)], { pdfs: 'available', pay: 'noneOwed' }],
    [
      'as many as one act takes',
      Array.from({ length: MAX_TOGETHER }, () => bill(1)),
      { pdfs: 'available', pay: 'available' },
    ],
    [
      'one more',
      Array.from({ length: MAX_TOGETHER + 1 }, () => bill(1)),
      { pdfs: 'tooMany', pay: 'tooMany' },
    ],
  ])('%s', (_, chosen, standings) => {
    expect(chosenBillsActs(chosen, allBut())).toMatchObject(standings)
  })
  test('a reader pays none', () => {
    expect(chosenBillsActs([bill(1)], allBut('perm_billing_update')).pay).toBe('permission')
  })
})

describe('the mail that a bill calls for', () => {
  test.each<readonly [string, Bill, boolean, string]>([
    ['a bill just issued is sent', bill(1), false, 'send'],
    ['a bill that was sent is reminded of', bill(1), true, 'remind'],
    ['a late bill is reminded of, sent or not', bill(1, { state: 'late' }), false, 'remind'],
    ['a bill paid in part is reminded of', bill(1, PART), true, 'remind'],
    ['a paid bill is thanked for', bill(1, PAID), true, 'thank'],
    ['a credit note is sent', bill(1, { ...CREDIT_NOTE, paidAmount: 1 }), true, 'send'],
    ['a bill that a credit note settles is sent', bill(1, { outstanding: 0 }), true, 'send'],
  ])('%s', (_, of, isSent, act) => {
    expect(mailActOf(of, isSent)).toBe(act)
  })
  test.each<readonly [string, Bill, boolean, boolean]>([
    ['a bill just issued', bill(1), false, true],
    ['a bill that was sent', bill(1), true, false],
    ['a late bill', bill(1, { state: 'late' }), true, true],
    ['a paid bill', bill(1, { state: 'paid' }), false, false],
  ])('comes first of all acts or not: %s', (_, of, isSent, isNext) => {
    expect(isMailNext(of, isSent)).toBe(isNext)
  })
})

describe('a payment', () => {
  test.each([
    [600, 600, true],
    [599.99, 600, false],
    [600.01, 600, true],
  ])('of %d on a rest of %d is in the bank at once: %s', (amount, outstanding, isFull) => {
    expect(isPaidInFull(bill(1, { outstanding }), amount)).toBe(isFull)
  })
  test('that is undone is the one just made, not the first', () => {
    const before = bill(1, PART)
    const after = bill(1, { ...PAID, payments: [payment('p1'), payment('p2')] })
    expect(paymentAdded(before, after)?.id).toBe('p2')
    expect(paymentAdded(before, before)).toBeUndefined()
  })
})
