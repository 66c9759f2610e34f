import { turnoverSign } from '#domain/finance/transaction.values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import { positionOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Collection, Doc } from '#domain/kernel/ports/read-store.ts'
import { billedByProject } from '#projections/billing/billed.queries.ts'
import { type BillDoc, bills, billTotals, isIssued } from '#projections/billing/bills.ts'
import { transactionStatistics } from '#projections/finance/statistics.queries.ts'
import { type TransactionDoc, transactions } from '#projections/finance/transactions.ts'
import { turnoverOf } from '#projections/finance/turnover.queries.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import {
  CLIENT,
  drafted,
  frozen,
  line,
  numbered,
  paid,
  PROFILE,
  PROJECT,
} from '#tests/domain/billing/builders.ts'
import { recorded } from '#tests/kernel/events.ts'

const OWNER = 'user-1'
const TODAY = '2026-12-15'
const YEAR = 2026
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const collected = (day: string): BillEvent => ({ type: 'BillCollected', data: { day } })
const cancelled: BillEvent = {
  type: 'BillPaymentReversed',
  data: { paymentId: 'p1', amountMinor: 0 },
}
const uncollected: BillEvent = { type: 'BillCollectionReversed', data: { day: '2026-12-01' } }

const day = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
  .map((d) => `${YEAR}-${String(d.month).padStart(2, '0')}-${String(d.day).padStart(2, '0')}`)

/**
 * A bill's life, of any length: drafted, issued on some day, paid, in the bank, and each step taken
 * back.
 */
const life = fc
  .record({
    price: fc.integer({ min: 1, max: 99_999 }),
    currency: fc.constantFrom('EUR', 'USD'),
    projectId: fc.constantFrom('', PROJECT),
    clientId: fc.constantFrom(CLIENT, ''),
    issuedOn: day,
    paidOn: day,
    inBankOn: day,
    length: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ price, length, issuedOn, paidOn, inBankOn, ...content }): readonly BillEvent[] => {
    const changes = { ...content, lines: [line(1, price)] }
    const gross = frozen(changes, 'invoice', issuedOn).totalGrossMinor
    return [
      drafted({ ...content, lines: [line(1, 100)] }),
      { type: 'BillDraftChanged' as const, data: { changes: { lines: changes.lines } } },
      {
        type: 'BillIssuanceStarted' as const,
        data: {
          issuanceId: 'issuance-1',
          series: 'series',
          frozen: frozen(changes, 'invoice', issuedOn),
          creditNoteOf: null,
        },
      },
      numbered(),
      paid('p1', gross, paidOn),
      collected(inBankOn),
      uncollected,
      cancelled,
      paid('p2', gross, inBankOn),
    ].slice(0, length)
  })

const lives = fc.array(life, { minLength: 1, maxLength: 8 })

const bookings = fc.array(
  fc.record({
    day,
    gross: fc.integer({ min: 6, max: 99_999 }),
    refund: fc.boolean(),
    reversed: fc.boolean(),
  }),
  { maxLength: 10 },
)

/** Every document after each event, written where the one before it was. */
async function fold<D extends Doc>(
  projection: Projection<D>,
  events: readonly RecordedEvent[],
  into: Collection<D>,
  meanwhile: () => Promise<unknown>,
) {
  const docs = new Map<string, D>()
  for (const [i, event] of events.entries()) {
    const key = String(projection.keyOf(event))
    const before = await into.load([key])
    const doc = projection.evolve(docs.get(key) ?? null, event, key)
    if (doc === null) continue
    docs.set(key, doc)
    const write = {
      id: key,
      ifPos: before.get(key)?._pos ?? null,
      doc: { ...doc, _pos: positionOf(i + 1) },
    }
    expect((await into.apply([write])).conflicts).toEqual([])
    await meanwhile()
  }
  return [...docs.values()]
}

const memory = <D extends Doc>() => sqliteReadStore().collection<D>('rows')

async function rebuilt<D extends Doc>(docs: readonly D[]): Promise<Collection<D>> {
  const collection = memory<D>()
  await collection.apply(
    docs.map((doc) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(1) } })),
  )
  return collection
}

test('sums follow every event of the bills and payments, and are the same after a rebuild', async () => {
  await fc.assert(
    fc.asyncProperty(lives, bookings, fc.integer(), async (all, payments, seed) => {
      // The bills' events mixed, each bill's own in their order.
      const queues = all.map((events, n) =>
        events.map((event) => recorded(`bill-${n}`, event.type, event.data)),
      )
      const mixed: RecordedEvent[] = []
      for (
        let turn = Math.abs(seed);
        queues.some((queue) => queue.length > 0);
        turn = (turn * 31 + 7) % 1_009
      ) {
        const next =
          queues[turn % queues.length]?.shift() ?? queues.find((queue) => queue.length > 0)?.shift()
        if (next) mixed.push(next)
      }
      const booked = payments.flatMap(({ day: on, gross, refund, reversed }, n) => {
        const vatMinor = Math.floor(gross / 6)
        const data = {
          profileId: PROFILE,
          projectId: '',
          operation: refund ? 'out' : 'in',
          kind: refund ? 'refund' : 'invoice',
          client: 'Client Exemple SAS',
          currency: 'EUR',
          grossMinor: gross,
          vat: [{ rate: 2000, baseMinor: gross - vatMinor, amountMinor: vatMinor }],
          day: on,
        }
        const stream = `transaction-${n}`
        return [
          recorded(stream, 'TransactionBooked', data),
          ...(reversed ? [recorded(stream, 'TransactionReversed', data)] : []),
        ]
      })
      const kept = { bills: memory<BillDoc>(), transactions: memory<TransactionDoc>() }
      const asked = async (read: typeof kept) => ({
        totals: await billTotals(read.bills, OWNER, { profileId: PROFILE }, TODAY),
        ofYear: await billTotals(
          read.bills,
          OWNER,
          { profileId: PROFILE, year: YEAR, status: 'issued' },
          TODAY,
        ),
        ofClient: await billTotals(
          read.bills,
          OWNER,
          { profileId: PROFILE, clientId: CLIENT },
          TODAY,
        ),
        billed: await billedByProject(read.bills, OWNER, PROFILE),
        turnover: await turnoverOf(read, OWNER, PROFILE, YEAR, 'EUR'),
        statistics: await transactionStatistics(read.transactions, OWNER, PROFILE, 'EUR'),
      })
      const docs = await fold(bills, mixed, kept.bills, () => asked(kept))
      const entries = await fold(transactions, booked, kept.transactions, () => asked(kept))

      const now = await asked(kept)
      const again = { bills: await rebuilt(docs), transactions: await rebuilt(entries) }
      expect(now).toEqual(await asked(again as typeof kept))

      // The slow way.
      const euros = docs.filter(({ currency }) => currency === 'EUR')
      const issued = euros.filter(({ state }) => isIssued(state))
      expect(now.totals.get('EUR')?.count ?? 0).toBe(euros.length)
      expect(now.ofYear.get('EUR')?.grossMinor ?? 0).toBe(
        sum(issued.map(({ grossMinor }) => grossMinor)),
      )
      expect(now.ofYear.get('EUR')?.lateMinor ?? 0).toBe(
        sum(
          issued
            .filter(({ lateFrom }) => lateFrom <= TODAY)
            .map(({ outstandingMinor }) => outstandingMinor),
        ),
      )
      const ofProject = docs.filter(
        ({ state, projectId }) => isIssued(state) && projectId === PROJECT,
      )
      expect(now.billed.get(PROJECT) ?? 0).toBe(sum(ofProject.map(({ netMinor }) => netMinor)))
      const receipts = entries.filter(({ reversed, paymentDay }) => !reversed && paymentDay !== '')
      expect(sum(now.turnover.map(({ receiptsMinor }) => receiptsMinor))).toBe(
        sum(receipts.map((t) => turnoverSign(t) * t.netMinor)),
      )
      const left = entries.filter(({ reversed }) => !reversed)
      const year = now.statistics.get(YEAR)?.year
      expect((year?.in.count ?? 0) + (year?.out.count ?? 0)).toBe(left.length)
      expect((year?.in.vatMinor ?? 0) + (year?.out.vatMinor ?? 0)).toBe(
        sum(left.map(({ vatMinor }) => vatMinor)),
      )
    }),
    { numRuns: 60 },
  )
})
