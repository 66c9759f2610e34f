import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACTIVITIES } from '#domain/finance/activities.values.ts'
import { reliefEnd, reliefShareOf } from '#domain/finance/contribution-rates.ts'
import {
  contributionDay,
  type ContributionTerms,
  contributionsOf,
} from '#domain/finance/contributions.ts'
import { addDays } from '#domain/kernel/time.ts'
import { cents, example } from '#tests/fixtures/finance-examples.ts'

const terms = (more: Partial<ContributionTerms> = {}): ContributionTerms => ({
  activity: 'bncSsi',
  incomeTaxOption: true,
  reliefFrom: '',
  ...more,
})
const received = (amount: string, day = '2026-11-15') => [{ day, netMinor: cents(amount) }]

describe('contributions of a micro-entrepreneur', () => {
  test.each([
    ['URS-01', 'bncSsi'],
    ['URS-02', 'bncCipav'],
    ['URS-04', 'sale'],
    ['URS-05', 'bncSsi'],
  ] as const)('%s, as worked out in whole euros', (id, activity) => {
    const { input, expected } = example(id)
    expect(contributionsOf(received(input.receipts), terms({ activity }))).toMatchObject({
      receipts: Number(expected.declaredTurnover),
      contributions: Number(expected.contributions),
      training: Number(expected.cfp),
      incomeTax: Number(expected.incomeTaxOption),
      total: Number(expected.total),
    })
  })

  test('each receipt counts with the rates of its own day (URS-07)', () => {
    const { input, expected } = example('URS-07')
    const receipts = input.receipts.map(({ date, amount }: { date: string; amount: string }) => ({
      day: date,
      netMinor: cents(amount),
    }))
    const found = contributionsOf(receipts, terms({ incomeTaxOption: false }))
    expect(
      found?.shares.map(({ receipts: euros, rates }) =>
        String((euros * rates.contributions) / 10_000),
      ),
    ).toEqual(expected.contributionsByReceipt)
    expect(found).toMatchObject({ contributions: 502, incomeTax: 0 })
  })

  test('nothing received is declared too', () => {
    expect(contributionsOf([], terms())).toMatchObject({ receipts: 0, total: 0 })
  })

  test('money given back is taken off', () => {
    const back = [...received('3000.00'), ...received('-1000.00', '2026-12-01')]
    expect(contributionsOf(back, terms())).toMatchObject({ receipts: 2000, contributions: 512 })
  })

  test('no rate is invented for days before the oldest known', () => {
    expect(contributionsOf(received('100.00', '2025-01-01'), terms())).not.toBeNull()
    expect(contributionsOf(received('100.00', '2024-12-31'), terms())).toBeNull()
  })

  test('the relief is half of the rate for a business of June 2026, and three quarters for one of July', () => {
    expect([reliefShareOf('2026-06-30'), reliefShareOf('2026-07-01')]).toEqual([50, 75])
    const bnc = (reliefFrom: string) =>
      contributionsOf(received('10000.00'), terms({ reliefFrom }))?.contributions
    expect([bnc('2026-06-30'), bnc('2026-07-01')]).toEqual([1280, 1920])
    const services = contributionsOf(
      received('10000.00'),
      terms({ activity: 'bicService', reliefFrom: '2026-07-01' }),
    )
    expect(services?.contributions).toBe(1590)
  })

  test('the relief ends with the third full quarter', () => {
    expect(reliefEnd('2026-01-01')).toBe('2026-12-31')
    expect(reliefEnd('2026-02-14')).toBe('2026-12-31')
    expect(reliefEnd('2026-12-31')).toBe('2027-09-30')
    const one = (day: string) =>
      contributionsOf(received('1000.00', day), terms({ reliefFrom: '2026-02-14' }))
    expect(one('2026-12-31')?.contributions).toBe(128)
    expect(one('2027-01-01')?.contributions).toBe(256)
  })

  test('the order of receipts changes nothing', () => {
    const receipt = fc.record({
      day: fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-01-01', days)),
      netMinor: fc.integer({ min: -1_000_000, max: 10_000_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(receipt),
        fc.constantFrom(...ACTIVITIES),
        fc.boolean(),
        (receipts, activity, relieved) => {
          const asked = terms({ activity, reliefFrom: relieved ? '2025-05-05' : '' })
          const { shares: _, ...sums } = contributionsOf(receipts, asked) ?? { shares: [] }
          expect(contributionsOf(receipts.toReversed(), asked)).toMatchObject(sums)
        },
      ),
    )
  })
})

describe('the last day for a declaration', () => {
  test.each([
    ['2026-10-31', 1, '', '2026-11-30'],
    ['2026-12-31', 3, '', '2027-01-31'],
    ['2027-12-31', 1, '2019-01-01', '2028-01-31'],
    ['2028-01-31', 1, '', '2028-02-29'],
    // By month: the first month and three more.
    ['2026-01-31', 1, '2026-01-05', '2026-05-31'],
    ['2026-04-30', 1, '2026-01-31', '2026-05-31'],
    ['2026-05-31', 1, '2026-01-05', '2026-06-30'],
    ['2026-11-30', 1, '2026-10-15', '2027-02-28'],
    // By quarter: the first quarter and the next.
    ['2026-03-31', 3, '2026-03-31', '2026-07-31'],
    ['2026-06-30', 3, '2026-04-01', '2026-10-31'],
    ['2026-06-30', 3, '2026-03-31', '2026-07-31'],
    ['2026-09-30', 3, '2026-03-31', '2026-10-31'],
    ['2026-12-31', 3, '2026-10-01', '2027-04-30'],
    // A period before the business began there.
    ['2025-12-31', 3, '2026-01-01', '2026-01-31'],
  ] as const)(
    'of the period to %s, %i months, begun on “%s” is %s',
    (to, count, businessFrom, day) => expect(contributionDay(to, count, businessFrom)).toBe(day),
  )
})
