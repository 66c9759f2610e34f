import { describe, expect, test } from 'vitest'
import { checkPaymentDay, type OwnTransaction } from '#domain/finance/own-transaction.ts'
import {
  type ExpectedIncome,
  transactionDecider,
  transactionEntity,
  type TransactionEvent,
} from '#domain/finance/transaction.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(transactionDecider)
const facts: OwnTransaction = {
  profileId: 'p',
  operation: 'out',
  kind: 'purchase',
  label: 'Écran',
  reference: 'F-77',
  organismId: '',
  currency: 'EUR',
  vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
  paymentDay: '',
  expectedDay: '2026-11-30',
  documentDay: '2026-11-02',
  bankAccountType: 'professional',
  attachmentIds: [],
  nature: 'goods',
  region: 'FR',
  supplierOnDebits: false,
  deductibleShare: 10_000,
}
const added: TransactionEvent = { type: 'TransactionAdded', data: { facts } }
const paid: TransactionEvent = { type: 'TransactionPaid', data: { day: '2026-11-12' } }
const removed: TransactionEvent = { type: 'TransactionRemoved', data: {} }
const add = (more: Partial<OwnTransaction>) =>
  given().when({ type: 'Add', facts: { ...facts, ...more } })

describe('a transaction by hand', () => {
  test('is added once, with one content', () => {
    given().when({ type: 'Add', facts }).yields(added)
    given(added).when({ type: 'Add', facts }).yields()
    given(added)
      .when({ type: 'Add', facts: { ...facts, label: 'Clavier' } })
      .refuses('ID_ALREADY_USED')
  })

  test('needs an amount', () => {
    add({ vat: [{ rate: 0, baseMinor: 1, amountMinor: 0 }] }).happens()
    expect(
      add({ vat: [{ rate: 0, baseMinor: 0, amountMinor: 0 }] }).refuses('TRANSACTION_NOT_VALID')
        .fields,
    ).toEqual([{ path: 'amount', code: 'TRANSACTION_AMOUNT_NEEDED' }])
  })

  test('has VAT that a supplier may round, by less than one euro', () => {
    const vat = (amountMinor: number) => [{ rate: 2000, baseMinor: 10_000, amountMinor }]
    add({ vat: vat(2_099) }).happens()
    add({ vat: vat(1_901) }).happens()
    expect(add({ vat: vat(2_100) }).refuses('TRANSACTION_NOT_VALID').fields).toEqual([
      {
        path: 'details.0.amount',
        code: 'TRANSACTION_VAT_WRONG',
        details: { rate: 20, expected: 20 },
      },
    ])
  })

  test('has rates that hold on its day, each once', () => {
    const at = (rate: number) => [{ rate, baseMinor: 10_000, amountMinor: rate }]
    add({ vat: at(1960), documentDay: '2013-12-31' }).happens()
    expect(add({ vat: at(1960) }).refuses('TRANSACTION_NOT_VALID').fields).toMatchObject([
      { path: 'details.0.rate', code: 'TRANSACTION_RATE_UNKNOWN' },
    ])
    expect(
      add({ vat: [...at(2000), ...at(2000)] }).refuses('TRANSACTION_NOT_VALID').fields,
    ).toMatchObject([{ path: 'details.1.rate', code: 'TRANSACTION_RATE_TWICE' }])
  })

  test('stands on a day of payment, or one on which it is expected', () => {
    add({ expectedDay: '', paymentDay: '2026-11-03' }).happens()
    expect(
      add({ expectedDay: '', paymentDay: '' }).refuses('TRANSACTION_NOT_VALID').fields,
    ).toMatchObject([{ path: 'expectedPaymentDate', code: 'TRANSACTION_DAY_NEEDED' }])
  })

  test('is paid today at the latest', () => {
    expect(() => checkPaymentDay('2026-11-20', '2026-11-20')).not.toThrow()
    expect(() => checkPaymentDay('', '2026-11-20')).not.toThrow()
    expect(() => checkPaymentDay('2026-11-21', '2026-11-20')).toThrow(
      expect.objectContaining({
        code: 'TRANSACTION_PAID_LATER',
        fields: [{ path: 'paymentDate', code: 'TRANSACTION_PAID_LATER' }],
      }),
    )
  })

  test('changes what differs, and stays valid', () => {
    given(added)
      .when({ type: 'Change', changes: { label: 'Écran 27 pouces', reference: 'F-77' } })
      .yields({ type: 'TransactionChanged', data: { changes: { label: 'Écran 27 pouces' } } })
    given(added)
      .when({ type: 'Change', changes: { label: 'Écran' } })
      .yields()
    given(added)
      .when({ type: 'Change', changes: { expectedDay: '' } })
      .refuses('TRANSACTION_NOT_VALID')
  })

  test('is paid on a day, and unpaid again', () => {
    given(added).when({ type: 'MarkPaid', day: '2026-11-12' }).yields(paid)
    given(added, paid).when({ type: 'MarkPaid', day: '2026-11-12' }).yields()
    given(added, paid)
      .when({ type: 'MarkPaid', day: null })
      .yields({ type: 'TransactionUnpaid', data: {} })
    given(added).when({ type: 'MarkPaid', day: null }).yields()
  })

  test('is cashed only once it is paid, and no longer once it is unpaid', () => {
    const cashed: TransactionEvent = { type: 'TransactionCashed', data: { cashed: true } }
    given(added).when({ type: 'MarkCashed', cashed: true }).refuses('TRANSACTION_NOT_PAID')
    given(added, paid).when({ type: 'MarkCashed', cashed: true }).yields(cashed)
    given(added, paid, cashed, { type: 'TransactionUnpaid', data: {} })
      .when({ type: 'MarkCashed', cashed: false })
      .yields()
  })

  test('that was paid without an expected day is waited for on the day of that payment', () => {
    const unexpected: TransactionEvent = {
      type: 'TransactionAdded',
      data: { facts: { ...facts, expectedDay: '', paymentDay: '2026-11-05' } },
    }
    const state = given(unexpected, { type: 'TransactionUnpaid', data: {} }).state()
    expect(state).toMatchObject({ facts: { paymentDay: '', expectedDay: '2026-11-05' } })
  })

  test('comes back after it was removed', () => {
    given(added).when({ type: 'Remove' }).yields(removed)
    given(added, removed).when({ type: 'Remove' }).yields()
    given(added, removed)
      .when({ type: 'Change', changes: { label: 'x' } })
      .refuses('NOT_FOUND')
    given(added, removed)
      .when({ type: 'Restore' })
      .yields({ type: 'TransactionRestored', data: { facts, cashed: false } })
    given(added).when({ type: 'Restore' }).yields()
    given().when({ type: 'Restore' }).refuses('NOT_FOUND')
  })

  test('is shown in the wire’s words', () => {
    expect(transactionEntity.view(given(added, paid).state())).toMatchObject({
      status: 'paid',
      operation: 'out',
      type: 'purchase',
      amount: 100,
      vat: 20,
      amountTTC: 120,
      deductibleShare: 100,
      cashed: false,
    })
    expect(transactionEntity.view(given(added, removed).state())).toBeNull()
  })
})

describe('what a bill waits for', () => {
  const income: ExpectedIncome = {
    profileId: 'p',
    projectId: '',
    externalId: 'b',
    reference: '2026-0001',
    client: 'Coopérative Lampadaire',
    currency: 'EUR',
    grossMinor: 12_000,
    vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
    day: '2026-12-20',
    bankAccountType: 'professional',
  }
  const expected: TransactionEvent = { type: 'IncomeExpected', data: { ...income, billVersion: 4 } }
  const over: TransactionEvent = {
    type: 'IncomeNoLongerExpected',
    data: { billId: 'b', billVersion: 5 },
  }
  const expect6 = { type: 'ExpectIncome', billId: 'b', income, billVersion: 6 } as const

  test('is expected once for each state of the bill, the later state first', () => {
    given()
      .when({ ...expect6, billVersion: 4 })
      .yields(expected)
    given(expected)
      .when({ ...expect6, billVersion: 4 })
      .yields()
    const less = {
      ...income,
      grossMinor: 6_000,
      vat: [{ rate: 2000, baseMinor: 5_000, amountMinor: 1_000 }],
    }
    given(expected)
      .when({ ...expect6, income: less, billVersion: 5 })
      .yields({ type: 'IncomeExpected', data: { ...less, billVersion: 5 } })
    given(expected)
      .when({ ...expect6, income: less, billVersion: 3 })
      .yields()
  })

  test('is over once it was paid, and expected again when the payment is taken back', () => {
    given(expected)
      .when({ ...expect6, income: null, billVersion: 5 })
      .yields(over)
    given(expected, over)
      .when({ ...expect6, income: null })
      .yields()
    given()
      .when({ ...expect6, income: null })
      .yields()
    given(expected, over)
      .when(expect6)
      .yields({ type: 'IncomeExpected', data: { ...income, billVersion: 6 } })
  })

  test('falls due once, the day after the one it was expected on', () => {
    const on = (today: string) => ({ ...context, today })
    const due: TransactionEvent = { type: 'TransactionFellDue', data: { day: '2026-12-20' } }
    given(expected).when({ type: 'FallDue' }, on('2026-12-20')).yields()
    given(expected).when({ type: 'FallDue' }, on('2026-12-21')).yields(due)
    given(expected, due).when({ type: 'FallDue' }, on('2026-12-22')).yields()
    given(expected, over).when({ type: 'FallDue' }, on('2026-12-21')).yields()
    const changed: TransactionEvent = {
      type: 'IncomeExpected',
      data: { ...income, billVersion: 6 },
    }
    given(expected, due, changed).when({ type: 'FallDue' }, on('2026-12-22')).yields()
    given(added, paid).when({ type: 'FallDue' }, on('2026-12-21')).yields()
    given(added)
      .when({ type: 'FallDue' }, on('2026-12-21'))
      .yields({ type: 'TransactionFellDue', data: { day: '2026-11-30' } })
  })

  test('is changed through its bill alone', () => {
    const details = { billId: 'b', reference: '2026-0001' }
    given(expected)
      .when({ type: 'MarkPaid', day: '2026-12-01' })
      .refuses('TRANSACTION_OF_BILL', details)
    given(expected).when({ type: 'Remove' }).refuses('TRANSACTION_OF_BILL', details)
    const payment = { ...income, paymentId: '1', operation: 'in', kind: 'invoice' } as const
    given({ type: 'TransactionBooked', data: payment })
      .when({ type: 'Change', changes: { label: 'x' } })
      .refuses('TRANSACTION_OF_BILL', details)
  })

  test('is shown as an unpaid income', () => {
    expect(transactionEntity.view(given(expected).state())).toMatchObject({
      status: 'unpaid',
      operation: 'in',
      type: 'invoice',
      amountTTC: 120,
      paymentDate: 0,
    })
  })
})

describe('money that is neither sold nor bought', () => {
  const untaxed = [{ rate: 0, baseMinor: 10_000, amountMinor: 0 }]
  test('bears no VAT', () => {
    add({ kind: 'loan', vat: untaxed }).happens()
    expect(add({ kind: 'loan' }).refuses('TRANSACTION_NOT_VALID').fields).toEqual([
      { path: 'details.0.rate', code: 'TRANSACTION_WITHOUT_VAT', details: {} },
    ])
    expect(add({ kind: 'urssaf' }).refuses('TRANSACTION_NOT_VALID').fields).toEqual([
      { path: 'details.0.rate', code: 'TRANSACTION_WITHOUT_VAT', details: {} },
    ])
  })
  test('goes one way where its name says so', () => {
    add({ kind: 'own_contribution', operation: 'in', vat: untaxed }).happens()
    expect(
      add({ kind: 'own_contribution', operation: 'out', vat: untaxed }).refuses(
        'TRANSACTION_NOT_VALID',
      ).fields,
    ).toEqual([{ path: 'type', code: 'TRANSACTION_TYPE_DIRECTION' }])
    add({ kind: 'transfer', operation: 'out', vat: untaxed }).happens()
  })
})
