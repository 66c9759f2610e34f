import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BillLine } from '#domain/billing/content.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import { REST_KINDS } from '#domain/billing/payment.values.ts'
import { salesOf } from '#domain/finance/transaction.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Collection, Doc } from '#domain/kernel/ports/read-store.ts'
import { bills } from '#projections/billing/bills.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import { registers } from '#projections/finance/registers.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { turnoverOf } from '#projections/finance/turnover.queries.ts'
import { exemptionGauges } from '#projections/finance/vat-exemption.queries.ts'
import { vatDeclarations, vatOpenings } from '#projections/finance/vat-declarations.ts'
import { vatMovements } from '#projections/finance/vat-movements.ts'
import { vatPeriodsOf } from '#projections/finance/vat-periods.queries.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { billId, meta, OWNER, TODAY, world, type World } from '#tests/commands/billing/fixture.ts'
import { PROFILE } from '#tests/domain/billing/builders.ts'
import { foldAll } from '../kernel/projection-spec.ts'

/** Day of all that happens, so that any order of acts is lawful. */
const YEAR = { from: '2026-01-01', to: '2026-12-31' }

const Line = fc.record({
  rate: fc.constantFrom(0, 210, 550, 2000),
  quantity: fc.integer({ min: 1, max: 40_000 }),
  priceMinor: fc.integer({ min: 1, max: 90_000 }),
})
const Act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('issue' as const),
      lines: fc.array(Line, { minLength: 1, maxLength: 3 }),
      disbursedMinor: fc.option(fc.integer({ min: 1, max: 9_999 })),
      currency: fc.constantFrom('EUR', 'EUR', 'USD', 'CHF'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      of: fc.nat(),
      share: fc.integer({ min: 1, max: 130 }),
      euros: fc.boolean(),
      rest: fc.option(fc.constantFrom(...REST_KINDS)),
    }),
  },
  fc.record({
    kind: fc.constant('credit' as const),
    of: fc.nat(),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constantFrom('refund' as const, 'partly' as const), of: fc.nat() }),
  fc.record({
    kind: fc.constantFrom('unpay' as const, 'unrefund' as const, 'unsettle' as const),
    of: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('settle' as const),
    of: fc.nat(),
    as: fc.constantFrom(...REST_KINDS),
  }),
)
type Act = typeof Act extends fc.Arbitrary<infer A> ? A : never
type Issue = Extract<Act, { kind: 'issue' }>

const EXCHANGE = { rate: 921_700, day: '2026-10-01', source: 'BCE' } as const

async function issue(its: World, n: number, { lines, disbursedMinor, currency }: Issue) {
  const line = { unit: '', creditedLine: null, description: 'Conseil' } as const
  const sold: readonly BillLine[] = lines.map(({ rate, quantity, priceMinor }) => ({
    ...line,
    rate,
    quantity,
    unitPriceMinor: priceMinor,
  }))
  const advanced: readonly BillLine[] =
    disbursedMinor === null
      ? []
      : [{ ...line, rate: 0, quantity: 10_000, unitPriceMinor: disbursedMinor, disbursed: true }]
  await its.draft(n, {
    lines: [...sold, ...advanced],
    currency,
    // A rate of 0 has its reason.
    vatReason: 'training',
    ...(currency !== 'EUR' && { exchange: EXCHANGE }),
  })
  await its.issue(billId(n))
}

async function credit(its: World, original: string, note: string, share: number) {
  const { frozen } = await its.bill(original)
  const line = Math.trunc((share / 101) * frozen.lines.length)
  const quantity = Math.max(1, Math.trunc(((frozen.lines[line]?.quantity ?? 0) * share) / 100))
  await its.commands.creditNote(
    original,
    PROFILE,
    { id: note, lines: [{ line, quantity }] },
    meta(),
  )
  await its.issue(note)
}

/** Does an act on the bill that it points at; an act that a bill refuses changes nothing. */
async function run(its: World, act: Act, n: number, issued: string[]): Promise<void> {
  if (act.kind === 'issue') {
    await issue(its, n, act)
    issued.push(billId(n))
    return
  }
  const id = issued[act.of % Math.max(1, issued.length)]
  if (id === undefined) return
  const bill = await its.bill(id)
  const { commands } = its
  switch (act.kind) {
    case 'pay': {
      const amountMinor = Math.max(1, Math.trunc((bill.frozen.dueMinor * act.share) / 100))
      const isForeign = bill.frozen.currency !== 'EUR'
      await commands.pay(id, PROFILE, amountMinor, TODAY, meta(), {
        ...(act.euros && isForeign && { euroMinor: Math.max(1, Math.trunc(amountMinor * 0.93)) }),
        ...(act.rest !== null && { rest: act.rest }),
      })
      return
    }
    case 'credit':
      return credit(its, id, billId(n), act.share)
    case 'refund':
    case 'partly':
      await commands.refund(id, PROFILE, act.kind === 'partly' ? 1 : null, TODAY, meta())
      return
    case 'unpay':
      await commands.unpay(id, PROFILE, bill.payments.at(-1)?.paymentId ?? null, meta())
      return
    case 'unrefund':
      await commands.unrefund(id, PROFILE, bill.refunds.at(-1)?.refundId ?? null, meta())
      return
    case 'settle':
      await commands.settle(id, PROFILE, act.as, TODAY, meta())
      return
    case 'unsettle': {
      const settlement = bill.settlements.at(-1)
      if (settlement) await commands.unsettle(id, PROFILE, settlement.settlementId, meta())
    }
  }
}

/** Net receipts in euros by the bills alone: payments less refunds, without advanced costs. */
function receivedBy({ frozen, payments, refunds }: IssuedBill): number {
  const net = ({ vat, euros }: (typeof payments)[number] | (typeof refunds)[number]) =>
    salesOf(frozen.currency === 'EUR' ? vat : (euros?.vat ?? [])).reduce(
      (sum, { baseMinor }) => sum + baseMinor,
      0,
    )
  const total = (some: readonly Parameters<typeof net>[0][]) =>
    some.reduce((sum, one) => sum + net(one), 0)
  return total(payments) - total(refunds)
}

async function readers(its: World) {
  const { events } = await its.store.readAll('0', { limit: 100_000 })
  const store = sqliteReadStore()
  const folded = async <D extends Doc>(projection: Projection<D>): Promise<Collection<D>> => {
    const collection = store.collection<D>(projection.name)
    await collection.ensureIndexes(projection.indexes)
    const docs = foldAll(projection, events)
    await collection.apply(
      docs.map((doc) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: '1' } })),
    )
    return collection
  }
  const read = {
    bills: await folded(bills),
    transactions: await folded(transactions),
    vatMovements: await folded(vatMovements),
    vatDeclarations: await folded(vatDeclarations),
    vatOpenings: await folded(vatOpenings),
  }
  const of = { owner: OWNER, profileId: PROFILE }
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  const terms = {
    regime: 'normal',
    number: '',
    periodicity: 'monthly',
    exigibility: 'receipts',
  } as const
  const [turnover, received, gauges, periods] = await Promise.all([
    turnoverOf(read, OWNER, PROFILE, 2026, 'EUR'),
    receivedBetween(read.transactions, { ...of, ...YEAR, currency: 'EUR' }),
    exemptionGauges(read, OWNER, PROFILE, 2026, { activity: '', startDate: '' }),
    vatPeriodsOf(read, { ...of, terms: [{ from: '2026-01-01', terms }] }, YEAR),
  ])
  const lines = foldAll(registers, events).flatMap((doc) => doc.lines.map(({ entry }) => entry))
  return {
    turnover: sum(turnover.map(({ receiptsMinor }) => receiptsMinor)),
    urssaf: sum(received.map(({ netMinor }) => netMinor)),
    vat: sum(periods.flatMap(({ figures }) => figures.collected.map(({ baseMinor }) => baseMinor))),
    books: sum(
      lines.filter(({ register }) => register === 'receipts').map(({ netMinor }) => netMinor),
    ),
    thresholds: gauges[0]?.reachedMinor,
  }
}

test('dashboard, Urssaf, VAT, books and thresholds have one sum, whatever was billed, paid and given back', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(Act, { minLength: 1, maxLength: 14 }), async (acts) => {
      const its = world()
      const issued: string[] = []
      for (const [index, act] of acts.entries())
        try {
          await run(its, act, index + 1, issued)
          done.set(act.kind, (done.get(act.kind) ?? 0) + 1)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      let expected = 0
      for (const id of issued) expected += receivedBy(await its.bill(id))
      expect(await readers(its)).toEqual({
        turnover: expected,
        urssaf: expected,
        vat: expected,
        books: expected,
        thresholds: expected,
      })
    }),
    { numRuns: 60 },
  )
  // Each kind of act was taken, not refused each time.
  for (const kind of ['issue', 'pay', 'credit', 'refund', 'unpay', 'settle'])
    expect(done.get(kind), kind).toBeGreaterThan(0)
})
