import { expect, test } from 'vitest'
import { inEuros } from '#domain/billing/amounts.values.ts'
import { LEGAL_RATES } from '#domain/billing/legal-rates.ts'
import { latePenalty } from '#domain/billing/penalty.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { addDays } from '#domain/kernel/time.ts'
import { type BillDoc, bills, NEVER } from '#projections/billing/bills.ts'
import { owedBills } from '#projections/finance/owed-bills.queries.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

const TODAY = '2026-12-15'
const PROFILE = 'profile-1'

/** A bill with the fields that the question looks at. */
const bill = (n: number, due: string, more: Partial<BillDoc> = {}) =>
  ({
    _id: `bill-${String(n).padStart(4, '0')}`,
    owner: 'user-1',
    profileId: PROFILE,
    currency: 'EUR',
    grossMinor: 100_000 + n,
    outstandingMinor: 100_000 + n,
    euroOutstandingMinor: 100_000 + n,
    dueDate: due,
    lateFrom: addDays(due, 1),
    includePenalty: true,
    penaltyRate: 1_215,
    professional: true,
    payments: [],
    credits: [],
    settlements: [],
    ...more,
  }) as unknown as BillDoc // the query reads no other field

async function owed(docs: readonly BillDoc[], shown = 50) {
  const collection = sqliteReadStore().collection<BillDoc>('bills')
  await collection.ensureIndexes(bills.indexes)
  await collection.apply(
    docs.map((doc, n) => ({
      id: doc._id,
      ifPos: null,
      doc: { ...doc, _pos: positionOf(n + 1) },
    })),
  )
  return owedBills(
    collection,
    { owner: 'user-1', profileId: PROFILE, today: TODAY, rates: LEGAL_RATES },
    shown,
  )
}

test('sums cover all, whatever is shown, and each currency has its own', async () => {
  const late = Array.from({ length: 120 }, (_, n) => bill(n, addDays('2026-10-01', n % 40)))
  const open = Array.from({ length: 70 }, (_, n) => bill(200 + n, addDays(TODAY, n)))
  const foreign = bill(300, '2026-11-01', {
    currency: 'USD',
    euroOutstandingMinor: 90_270,
    exchange: { rate: 900_000, source: 'bce', day: '2026-11-01' },
  })
  const settled = bill(301, '2026-11-01', { lateFrom: NEVER, outstandingMinor: 0 })
  const { bills: shown, sums } = await owed([...open, ...late, foreign, settled])
  expect(shown).toHaveLength(50)
  expect(shown.map(({ bill: { dueDate } }) => dueDate)).toEqual(
    late
      .map(({ dueDate }) => dueDate)
      .toSorted()
      .slice(0, 50),
  )
  const penalties = late.map(({ grossMinor, dueDate }) =>
    latePenalty({
      grossMinor,
      rate: 1_215,
      dueDate,
      settlements: [],
      until: TODAY,
      professional: true,
    }),
  )
  const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)
  expect(sums.get('EUR')).toEqual({
    count: 190,
    outstandingMinor: total([...open, ...late].map((one) => one.outstandingMinor)),
    lateCount: 120,
    lateMinor: total(late.map((one) => one.outstandingMinor)),
    interestMinor: total(penalties.map((one) => one.interestMinor)),
    indemnityMinor: 120 * 4_000,
    euroOutstandingMinor: total([...open, ...late].map((one) => one.outstandingMinor)),
    euroLateMinor: total(late.map((one) => one.outstandingMinor)),
    euroInterestMinor: total(penalties.map((one) => one.interestMinor)),
  })
  const dollars = sums.get('USD')
  expect(dollars).toMatchObject({
    count: 1,
    lateCount: 1,
    indemnityMinor: 0,
    lateMinor: 100_300,
    euroLateMinor: 90_270,
  })
  // Interest of a late bill counts in euros at the bill's rate.
  const [interest, euros] = [dollars?.interestMinor ?? 0, dollars?.euroInterestMinor ?? 0]
  expect(euros).toBe(inEuros(interest, 900_000, 'USD'))
  expect(euros).toBeLessThan(interest)
})

test('a bill is late from the day after its due day', async () => {
  const { bills: shown, sums } = await owed([bill(1, '2026-12-14'), bill(2, TODAY)])
  expect(shown.map(({ late }) => late)).toEqual([true, false])
  expect(sums.get('EUR')).toMatchObject({ count: 2, lateCount: 1, lateMinor: 100_001 })
})

test('a formula without a frozen figure bears the interest of the last known half-year', async () => {
  const formula = { penaltyRate: 0, penaltyBasis: 'ecb10', issueDate: '2026-09-01' } as const
  const { bills: shown } = await owed([
    bill(1, '2026-10-01', formula),
    bill(2, '2026-10-02', { ...formula, penaltyBasis: 'rate' }),
  ])
  // 2.15 % and ten points over 75 days.
  expect(shown.map(({ penalty }) => penalty?.interestMinor)).toEqual([
    Math.round((100_001 * 1_215 * 75) / (10_000 * 365)),
    0,
  ])
})
