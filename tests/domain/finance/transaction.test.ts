import { describe, expect, test } from 'vitest'
import {
  type BookedPayment,
  type Transaction,
  type TransactionCommand,
  transactionDecider,
  transactionEntity,
} from '#domain/finance/transaction.ts'
import { fold } from '#domain/kernel/decider.ts'

const payment: BookedPayment = {
  profileId: 'p',
  projectId: '',
  operation: 'in',
  kind: 'invoice',
  externalId: 'b',
  paymentId: '1',
  reference: '2026-001',
  client: 'Coopérative Lampadaire',
  currency: 'EUR',
  grossMinor: 12_000,
  vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
  day: '2026-11-02',
  bankAccountType: 'professional',
}
const context = { now: 0, today: '2026-11-20', actor: { kind: 'user', id: 'u' } } as const
const decide = (state: Transaction, command: TransactionCommand) =>
  transactionDecider.decide(command, state, context)
const book: TransactionCommand = { type: 'BookPayment', payment }
const reverse: TransactionCommand = { type: 'ReversePayment' }
const booked = fold(transactionDecider, [{ type: 'TransactionBooked', data: payment }])
const reversed = fold(transactionDecider, [
  { type: 'TransactionBooked', data: payment },
  { type: 'TransactionReversed', data: payment },
]) // prettier-ignore

describe('a transaction', () => {
  test('is booked once', () => {
    expect(decide({ status: 'none' }, book)).toEqual([{ type: 'TransactionBooked', data: payment }])
    expect(decide(booked, book)).toEqual([])
  })
  test('is refused when its rates do not add up to it', () => {
    expect(() =>
      decide(
        { status: 'none' },
        { type: 'BookPayment', payment: { ...payment, grossMinor: 12_001 } },
      ),
    ).toThrow('TRANSACTION_UNBALANCED')
  })
  test('is reversed once, by a fact of its own that says what it takes back', () => {
    expect(decide(booked, reverse)).toEqual([{ type: 'TransactionReversed', data: payment }])
    expect(decide(reversed, reverse)).toEqual([])
    expect(decide({ status: 'none' }, reverse)).toEqual([])
  })
  test('once reversed stays so: paying again is another payment', () =>
    expect(decide(reversed, book)).toEqual([]))
  test('is shown in the wire’s words', () => {
    expect(transactionEntity.view({ status: 'none' })).toBeNull()
    expect(transactionEntity.view(booked)).toMatchObject({
      status: 'paid',
      amount: 100,
      vat: 20,
      amountTTC: 120,
    })
    expect(transactionEntity.view(reversed)).toMatchObject({
      status: 'unpaid',
      reversed: true,
      paymentDate: 0,
    })
  })
})
