import { expect, test } from 'vitest'
import type { BookedPayment } from '#domain/finance/transaction.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import {
  TRANSACTION_ORDER,
  type TransactionDoc,
  transactions,
} from '#projections/finance/transactions.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const payment = (day: string): BookedPayment => ({
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
  day,
  bankAccountType: 'professional',
})
const booked = (id: string, day: string) =>
  recorded(`transaction-${id}`, 'TransactionBooked', payment(day))
const reversed = (id: string, day: string) =>
  recorded(`transaction-${id}`, 'TransactionReversed', payment(day))

test('a booked payment is paid on its day, and a reversed one is not, but stays', () => {
  spec(transactions)(
    booked('a', '2026-11-02'),
    booked('b', '2026-11-03'),
    reversed('b', '2026-11-03'),
  ).gives(
    {
      _id: 'a',
      status: 'paid',
      reversed: false,
      paymentDay: '2026-11-02',
      netMinor: 10_000,
      vatMinor: 2_000,
      groupRank: 1,
    },
    {
      _id: 'b',
      status: 'unpaid',
      reversed: true,
      paymentDay: '',
      expectedDay: '2026-11-03',
      groupRank: 2,
      version: 2,
    },
  )
})

test('the list shows what is not paid first, then what is, the latest day first in each', async () => {
  const docs = spec(transactions)(
    booked('a', '2026-01-01'),
    booked('b', '2026-03-01'),
    booked('c', '2026-02-01'),
    booked('d', '2026-04-01'),
    reversed('a', '2026-01-01'),
    reversed('c', '2026-02-01'),
  ).docs()
  const collection = sqliteReadStore().collection<TransactionDoc>('rows')
  await collection.ensureIndexes(transactions.indexes)
  await collection.apply(
    docs.map((doc, i) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(i + 1) } })),
  )
  const page = await collection.find({
    filter: { where: { owner: 'user-1', profileId: 'p' } },
    sort: TRANSACTION_ORDER,
  })
  expect(page.items.map((doc) => doc._id)).toEqual(['c', 'a', 'd', 'b'])
})
