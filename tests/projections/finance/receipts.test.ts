import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EuroValue, euroShares, euroValueOf } from '#domain/billing/euro-value.ts'
import type { BookedPayment } from '#domain/finance/transaction.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import { registers } from '#projections/finance/registers.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { vatMovements } from '#projections/finance/vat-movements.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

/**
 * Dashboard, follow-up, forecast and Urssaf read the transactions, the books the registers, VAT and
 * thresholds the movements.
 */

const Movement = fc.record({
  operation: fc.constantFrom('in', 'out'),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  base: fc.integer({ min: 1, max: 5_000_000 }),
  rate: fc.constantFrom(0, 550, 2000),
  disbursed: fc.integer({ min: 0, max: 10_000 }),
  /** Millionths of a euro; 0 for none. */
  billRate: fc.constantFrom(0, 6_100, 920_000),
  euroMinor: fc.option(fc.integer({ min: 1, max: 5_000_000 })),
  later: fc.option(fc.integer({ min: 1, max: 5_000_000 })),
  reversed: fc.boolean(),
})
type Movement = typeof Movement extends fc.Arbitrary<infer M> ? M : never

function eventsOf(one: Movement, id: number) {
  const amountMinor = Math.round((one.base * one.rate) / 10_000)
  const vat = [
    { rate: one.rate, baseMinor: one.base, amountMinor },
    ...(one.rate > 0 && one.disbursed > 0
      ? [{ rate: 0, baseMinor: one.disbursed, amountMinor: 0, disbursed: true as const }]
      : []),
  ]
  const { currency, operation } = one
  const euros = euroValueOf({ vat, currency }, one.euroMinor, one.billRate)
  const payment: BookedPayment = {
    profileId: 'p',
    projectId: '',
    operation,
    kind: operation === 'in' ? 'invoice' : 'refund',
    externalId: 'b',
    paymentId: String(id),
    reference: '2026-0001',
    client: 'Coopérative Lampadaire',
    currency,
    grossMinor: vat.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0),
    vat,
    day: '2026-03-02',
    bankAccountType: 'professional',
    vatDue: 'payment',
    ...(euros && { euros }),
  }
  const valued: EuroValue | null =
    one.later === null || currency === 'EUR'
      ? null
      : { vat: euroShares(vat, one.later), source: 'bank' }
  const stream = `transaction-${id}`
  return [
    recorded(stream, 'TransactionBooked', payment),
    ...(valued ? [recorded(stream, 'TransactionValued', { euros: valued })] : []),
    ...(one.reversed
      ? [recorded(stream, 'TransactionReversed', { ...payment, ...(valued && { euros: valued }) })]
      : []),
  ]
}

test('the three read models of receipts have one sum in euros, whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(Movement, { maxLength: 12 }), (movements) => {
      const events = movements.flatMap((one, id) => eventsOf(one, id))
      const listed = spec(transactions)(...events).docs()
      const ofTransactions = listed.reduce(
        (sum, doc) => sum + (doc.reversed ? 0 : turnoverSign(doc) * doc.euroNetMinor),
        0,
      )
      const ofRegisters = spec(registers)(...events)
        .docs()
        .flatMap(({ lines }) => lines)
        .reduce((sum, { entry }) => sum + (entry.currency === 'EUR' ? entry.netMinor : 0), 0)
      const ofVat = spec(vatMovements)(...events)
        .docs()
        .reduce((sum, { turnoverMinor }) => sum + turnoverMinor, 0)
      expect(ofRegisters).toBe(ofTransactions)
      expect(ofVat).toBe(ofTransactions)
      const waits = listed.filter(({ waitsForEuros }) => waitsForEuros)
      for (const doc of waits) expect(doc.euroNetMinor).toBe(0)
    }),
  )
})
