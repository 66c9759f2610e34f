import { describe, expect, test } from 'vitest'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { chosenTransactionsActs, transactionActs } from '#web/finance/transaction-acts.ts'
import { conditionsOf, receivedIn, shownViews } from '#web/finance/transaction-views.ts'
import { allBut } from '../permitted.ts'
import { id, transaction } from './transaction.ts'

const BY_HAND = { externalId: '', cashed: false }
const UNPAID = { ...BY_HAND, status: 'unpaid', paymentDate: 0 } as const
const available = (row: Transaction, can = allBut()) =>
  Object.entries(transactionActs(row, can)).flatMap(([act, standing]) =>
    standing === 'available' ? [act] : [],
  )

describe('what may be done with a transaction', () => {
  test.each<readonly [string, Partial<Transaction>, readonly string[]]>([
    ['a bill’s changes through its bill', {}, []],
    ['a bill’s that is unpaid too', { status: 'unpaid' }, []],
    ['an unpaid one by hand', UNPAID, ['edit', 'pay', 'remove']],
    ['a paid one by hand', BY_HAND, ['edit', 'unpay', 'collect', 'remove']],
    [
      'one whose money is in the bank',
      { ...BY_HAND, cashed: true },
      ['edit', 'unpay', 'uncollect', 'remove'],
    ],
    ['an unpaid one is not collected', { ...UNPAID, cashed: true }, ['edit', 'pay', 'remove']],
    ['a reversed one stays as it is', { ...UNPAID, reversed: true }, []],
  ])('%s', (_, more, acts) => {
    expect(available(transaction(1, more))).toEqual(acts)
  })
  test.each([
    ['perm_transaction_update', ['remove']],
    ['perm_transaction_delete', ['edit', 'pay']],
  ])('without %s', (missing, acts) => {
    expect(available(transaction(1, UNPAID), allBut(missing))).toEqual(acts)
  })
})

describe('with chosen transactions', () => {
  const owed = transaction(7, UNPAID)
  test('those by hand that are unpaid are paid', () => {
    const ofBill = transaction(5, { ...UNPAID, externalId: id(95) })
    const { payable, pay } = chosenTransactionsActs([ofBill, owed, transaction(9)], allBut())
    expect(payable).toEqual([owed])
    expect(pay).toBe('available')
  })
  test('without one there is nothing to pay', () => {
    expect(chosenTransactionsActs([transaction(9)], allBut()).pay).toBe('noneOwed')
  })
  test('a reader pays none', () => {
    expect(chosenTransactionsActs([owed], allBut('perm_transaction_update')).pay).toBe('permission')
  })
})

describe('the list', () => {
  test.each([
    ['all', '', {}],
    ['incomes', '', { operation: { operator: 'eq', value: 'in' } }],
    ['unattached', '', { attached: { operator: 'eq', value: false } }],
    ['all', '2026', { year: { operator: 'eq', value: 2026 } }],
    ['all', '1999', {}],
    ['all', '20266', {}],
  ] as const)('asks for the view %s of year "%s"', (view, year, conditions) => {
    expect(conditionsOf(view, year, {})).toEqual(conditions)
  })
  test.each([
    ['all', undefined, false, ['all', 'incomes']],
    ['all', { all: 3, incomes: 1, outcomes: 1, unattached: 1 }, false, 'every'],
    ['all', { all: 1, incomes: 1, outcomes: 0, unattached: 0 }, true, 'narrowed'],
    [
      'unattached',
      { all: 1, incomes: 1, outcomes: 0, unattached: 0 },
      false,
      ['all', 'incomes', 'unattached'],
    ],
  ] as const)('shows the tabs of %s with %j (%s)', (view, counts, isNarrowed, tabs) => {
    const named = {
      every: ['all', 'incomes', 'outcomes', 'unattached'],
      narrowed: ['all', 'incomes', 'outcomes'],
    }
    expect(shownViews(view, counts, isNarrowed)).toEqual(
      typeof tabs === 'string' ? named[tabs] : tabs,
    )
  })
  test('sums what was received in a year to the cent', () => {
    const received = [0.1, 0.2, 5].map((amountTTC, i) => ({ year: i < 2 ? 2026 : 2025, amountTTC }))
    const full = received as unknown as Parameters<typeof receivedIn>[0]
    expect([receivedIn(full, 2026), receivedIn(full, undefined)]).toEqual([0.3, 5.3])
  })
})
