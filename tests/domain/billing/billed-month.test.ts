import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { CreditLine } from '#domain/billing/bill-facts.ts'
import {
  billedDays,
  billedMonthDecider,
  carriedBy,
  type DayBill,
  monthKey,
} from '#domain/billing/billed-month.ts'
import { specification } from '#tests/kernel/decider-spec.ts'
import { line, PROJECT } from './builders.ts'

const DAY = 10_000
const PRICE = 60_000
const october = { projectId: PROJECT, year: 2026, month: 10 }
const days = (quantity: number) => ({ ...line(quantity, PRICE), netMinor: quantity * PRICE })
const bill: DayBill = {
  billType: 'invoice',
  projectId: PROJECT,
  source: null,
  serviceStart: '2026-10-01',
  serviceEnd: '2026-10-31',
  issueDate: '2026-11-02',
  lines: [days(19)],
  credits: [],
  creditedInFull: false,
}
const carried = (changes: Partial<DayBill>) => {
  const { months, days: all } = carriedBy({ ...bill, ...changes })
  return [months.map(monthKey), all / DAY]
}
const credit = (quantity: number, price = PRICE): CreditLine => ({
  line: 0,
  rate: 2000,
  netMinor: quantity * price,
  quantity: quantity * DAY,
})

describe('a bill carries', () => {
  test('its days, of the month it was made from', () =>
    expect(carried({ source: october, serviceStart: '', serviceEnd: '' })).toEqual([
      ['2026-10'],
      19,
    ]))
  test('its days, of the months of its period', () =>
    expect(carried({ serviceStart: '2026-12-15', serviceEnd: '2027-01-10' })).toEqual([
      ['2026-12', '2027-01'],
      19,
    ]))
  test('its days, of the month of issue when no period is said', () =>
    expect(carried({ serviceStart: '', serviceEnd: '' })).toEqual([['2026-11'], 19]))
  test('lines of days alone', () =>
    expect(carried({ lines: [days(4), { ...days(2), unit: '' }, days(1)] })).toEqual([
      ['2026-10'],
      5,
    ]))
  test('half days, and the hours of a contract that sells them', () => {
    const hours = [{ ...days(21), unit: 'hour' as const }]
    expect(carried({ lines: [{ ...days(3), unit: 'halfDay' }] })).toEqual([['2026-10'], 1.5])
    expect(carried({ lines: hours, hoursPerDay: 7 })).toEqual([['2026-10'], 3])
    expect(carried({ lines: hours })).toEqual([[], 0])
  })
  test('all of a month, for a lump sum made from it', () =>
    expect(carried({ source: october, lines: [{ ...days(1), unit: '' }] })).toEqual([
      ['2026-10'],
      Number.POSITIVE_INFINITY,
    ]))
  test.each<[string, Partial<DayBill>]>([
    ['of a lump sum by hand', { lines: [{ ...days(1), unit: '' }] }],
    ['of a deposit', { billType: 'deposit' }],
    ['of a credit note', { billType: 'creditNote' }],
    ['without a contract', { projectId: '' }],
    ['given back in full', { creditedInFull: true }],
  ])('no day %s', (_, changes) => expect(carried(changes)).toEqual([[], 0]))
  test('no month of a period that is longer than a year', () => {
    expect(carried({ serviceStart: '2026-01-01', serviceEnd: '2026-12-31' })[0]).toHaveLength(12)
    expect(carried({ serviceStart: '2026-01-01', serviceEnd: '2027-01-01' })[0]).toEqual([])
  })
})

describe('a credit note gives back', () => {
  test('days at their price', () =>
    expect(carried({ credits: [[credit(2)], [credit(1)]] })[1]).toBe(16))
  test('no day for a lower price', () =>
    expect(carried({ credits: [[credit(19, 5000)]] })[1]).toBe(19))
  test('every day of a line whose whole amount it took, in as many parts as it may', () =>
    expect(carried({ credits: [[credit(19, 50_000)], [credit(19, 10_000)]] })[1]).toBe(0))
  test('a share of the days, where none were told', () => {
    const { quantity: _, ...before } = credit(2)
    expect(carried({ credits: [[before]] })[1]).toBe(17)
  })
})

describe('the days of a month', () => {
  const worked = new Map([
    ['2026-10', 19 * DAY],
    ['2026-11', 10 * DAY],
  ])
  const billed = (...bills: readonly Partial<DayBill>[]) => {
    const found = billedDays(
      worked,
      bills.map((changes) => carriedBy({ ...bill, ...changes })),
    )
    return [...worked.keys()].map((month) => (found.get(month) ?? 0) / DAY)
  }
  test('are billed by no bill', () => expect(billed()).toEqual([0, 0]))
  test('are billed by several', () =>
    expect(billed({ lines: [days(4)] }, { lines: [days(5)] })).toEqual([9, 0]))
  test('are never billed above what was worked', () => expect(billed({}, {})).toEqual([19, 0]))
  test('are billed from the oldest by a bill of several months, after those of one', () =>
    expect(billed({ serviceEnd: '2026-11-30', lines: [days(20)] }, { lines: [days(4)] })).toEqual([
      19, 5,
    ]))
})

const someBill = fc
  .record({
    from: fc.constantFrom('2026-09-03', '2026-10-01', '2026-11-05'),
    months: fc.integer({ min: 0, max: 2 }),
    days: fc.integer({ min: 1, max: 25 }),
    back: fc.integer({ min: 0, max: 25 }),
    issued: fc.boolean(),
  })
  .map(({ from, months, days: count, back, issued }) => ({
    issued,
    bill: {
      ...bill,
      serviceStart: from,
      serviceEnd: `2026-${String(Number(from.slice(5, 7)) + months).padStart(2, '0')}-28`,
      lines: [days(count)],
      credits: back === 0 ? [] : [[credit(Math.min(back, count))]],
      creditedInFull: back >= count,
    },
  }))

property.prop([fc.array(someBill, { maxLength: 8 }), fc.infiniteStream(fc.nat())], {
  numRuns: 300,
})(
  'billed and left are what was worked, whatever the order of bills, credit notes and deleted drafts',
  (bills, order) => {
    const worked = new Map([
      ['2026-09', 20 * DAY],
      ['2026-10', 15 * DAY],
      ['2026-11', 7.5 * DAY],
    ])
    const issued = bills.filter((one) => one.issued).map((one) => carriedBy(one.bill))
    const billed = billedDays(worked, issued)
    let total = 0
    for (const [month, quantity] of worked) {
      const of = billed.get(month) ?? 0
      expect(of).toBeGreaterThanOrEqual(0)
      expect(of).toBeLessThanOrEqual(quantity)
      total += of
    }
    // No day is counted that no bill carries.
    expect(total).toBeLessThanOrEqual(issued.reduce((sum, one) => sum + one.days, 0))
    const shuffled = issued
      .map((one) => ({ one, at: order.next().value ?? 0 }))
      .toSorted((a, b) => a.at - b.at)
    const again = billedDays(
      worked,
      shuffled.map(({ one }) => one),
    )
    for (const month of worked.keys()) expect(again.get(month) ?? 0).toBe(billed.get(month) ?? 0)
  },
)

describe('who holds a month', () => {
  const given = specification(billedMonthDecider)
  const [first, second] = [
    { billId: 'b1', issuanceId: 'i1' },
    { billId: 'b2', issuanceId: 'i2' },
  ]
  const held = (holder: typeof first) => ({ type: 'MonthBilled', data: holder }) as const
  const hold = (holder: typeof first, ...seen: readonly (typeof first)[]) =>
    ({ type: 'Hold', holder, seen }) as const
  test('is the first who asks', () => given().when(hold(first)).yields(held(first)))
  test('holds it once', () => given(held(first)).when(hold(first)).yields())
  test('lets one in who counted the days of those before', () =>
    given(held(first)).when(hold(second, first)).yields(held(second)))
  test('refuses one who did not', () =>
    given(held(first)).when(hold(second)).refuses('BILL_MONTH_ALREADY_BILLED'))
  test('refuses one who saw an earlier attempt', () => {
    const again = { ...first, issuanceId: 'i3' }
    given(held(first), held(again)).when(hold(second, first)).refuses('BILL_MONTH_ALREADY_BILLED')
    given(held(first), held(again)).when(hold(second, again)).yields(held(second))
  })
})
