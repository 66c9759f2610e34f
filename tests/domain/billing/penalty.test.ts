import { describe, expect, test } from 'vitest'
import {
  LEGAL_RATES,
  missingHalfYears,
  penaltyFloor,
  proposedPenaltyRate,
} from '#domain/billing/legal-rates.ts'
import { latePenalty } from '#domain/billing/penalty.ts'
import { vatRatesOn } from '#domain/billing/vat/vat.values.ts'
import { cents, example } from '#tests/fixtures/finance-examples.ts'

describe('the late penalty', () => {
  test.each(['PEN-01', 'PEN-03', 'PEN-04', 'PEN-05'])('is exact on example %s', (id) => {
    const { input, expected } = example(id)
    const grossMinor = cents(input.totalInclTax)
    const penalty = latePenalty({
      grossMinor,
      rate: cents(input.annualRatePct),
      dueDate: input.dueDate,
      settlements: [{ day: input.paidDate, minor: grossMinor }],
      until: '2030-01-01',
      professional: input.clientIsProfessional,
    })
    expect(penalty).toMatchObject({
      daysLate: expected.daysLate,
      interestMinor: cents(expected.penalty),
      indemnityMinor: cents(expected.recoveryIndemnity),
      totalMinor: cents(expected.total),
    })
  })
  const late = { grossMinor: 120_000, rate: 1215, dueDate: '2026-12-20', professional: true }
  test('grows until today while nothing is paid', () => {
    const [nineteen, twenty] = ['2027-01-08', '2027-01-09'].map((until) =>
      latePenalty({ ...late, until, settlements: [] }),
    )
    expect(nineteen).toMatchObject({
      from: '2026-12-21',
      daysLate: 19,
      interestMinor: 759,
      baseMinor: 120_000,
    })
    expect(twenty).toMatchObject({ daysLate: 20, interestMinor: 799 })
  })
  test('runs on the rest alone after a part payment', () => {
    const penalty = latePenalty({
      ...late,
      until: '2027-01-19',
      settlements: [{ day: '2027-01-04', minor: 60_000 }],
    })
    // 15 days on 1 200 € and 15 days on 600 €: 120000×15 + 60000×15 = 2 700 000 minor-days.
    expect(penalty).toMatchObject({
      daysLate: 30,
      baseMinor: 60_000,
      interestMinor: 899,
      indemnityMinor: 4000,
    })
  })
  test('does not count what was paid before the due date', () =>
    expect(
      latePenalty({
        ...late,
        until: '2027-01-19',
        settlements: [{ day: '2026-12-01', minor: 120_000 }],
      }).totalMinor,
    ).toBe(0))
  test('is nothing for a payment on the due date, and one day for the day after', () => {
    const paidOn = (day: string) =>
      latePenalty({ ...late, until: '2027-01-19', settlements: [{ day, minor: 120_000 }] })
    expect(paidOn('2026-12-20')).toMatchObject({ daysLate: 0, baseMinor: 0, totalMinor: 0 })
    expect(paidOn('2026-12-21')).toMatchObject({ daysLate: 1, baseMinor: 120_000 })
  })
  test('ends with the payment, whatever is credited later', () =>
    expect(
      latePenalty({
        ...late,
        until: '2027-01-19',
        settlements: [
          { day: '2027-01-08', minor: 120_000 },
          { day: '2027-01-15', minor: 1_000 },
        ],
      }),
    ).toMatchObject({ daysLate: 19, baseMinor: 120_000, interestMinor: 759 }))
  test('does not count days after the day it is looked at, which a later payment has', () =>
    expect(
      latePenalty({
        ...late,
        until: '2027-01-08',
        settlements: [{ day: '2027-01-19', minor: 120_000 }],
      }),
    ).toMatchObject({ daysLate: 19, interestMinor: 759 }))
})

describe('the penalty rate', () => {
  test('has the floor of example PEN-07', () => {
    const { input, expected } = example('PEN-07')
    const floor = penaltyFloor('2026-03-01')
    expect(floor).toEqual({ rate: cents(expected.floor), halfYear: '2026-H1', isCurrent: true })
    expect(input.candidates.filter((rate: string) => cents(rate) >= (floor?.rate ?? 0))).toEqual(
      expected.accepted,
    )
  })
  test('is by default the refinancing rate and ten points', () =>
    expect(proposedPenaltyRate('2026-06-30')).toBe(1215))
  test('is, in a half-year whose rates are not known, that of the last one known', () =>
    expect(proposedPenaltyRate('2026-07-01')).toBe(1215))
  test('is another one as soon as the half-year is entered', () =>
    expect(
      proposedPenaltyRate('2026-07-01', [
        ...LEGAL_RATES,
        { halfYear: '2026-H2', legal: 250, refinancing: 200, source: 'test' },
      ]),
    ).toBe(1200))
  test('is never below the floor', () =>
    expect(
      proposedPenaltyRate('2030-01-01', [
        { halfYear: '2030-H1', legal: 500, refinancing: 400, source: '' },
      ]),
    ).toBe(1500))
  test('has no default before the first row', () =>
    expect(proposedPenaltyRate('2020-01-01')).toBe(0))
  test('keeps the last floor known, and says so', () =>
    expect(penaltyFloor('2026-11-20')).toEqual({
      rate: 786,
      halfYear: '2026-H1',
      isCurrent: false,
    }))
  test('has no floor before the first row', () => expect(penaltyFloor('2020-01-01')).toBeNull())
})

describe('VAT rates', () => {
  test('of today are those of the law, without the old ones', () =>
    expect(vatRatesOn('2026-11-20')).toEqual([2000, 1300, 1000, 850, 550, 210, 175, 105, 90]))
  test('change on the day of the law', () => {
    expect(vatRatesOn('2013-12-31')).toContain(1960)
    expect(vatRatesOn('2014-01-01')).not.toContain(1960)
  })
})

test('the half-years without rates are told from the first known one to the present one', () => {
  const entered = { halfYear: '2026-H2', legal: 262, refinancing: 215, source: 'test' }
  expect(missingHalfYears('2026-06-30', LEGAL_RATES)).toEqual([])
  expect(missingHalfYears('2026-07-01', LEGAL_RATES)).toEqual(['2026-H2'])
  expect(missingHalfYears('2026-12-31', [...LEGAL_RATES, entered])).toEqual([])
  expect(missingHalfYears('2027-01-01', LEGAL_RATES)).toEqual(['2026-H2', '2027-H1'])
})
