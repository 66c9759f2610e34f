import { expect, test } from 'vitest'
import { openingBalanceEntity } from '#domain/finance/opening-balance.ts'
import { chargeEntity } from '#domain/schedules/schedule-entity.ts'
import type { ScheduleEvent } from '#domain/schedules/schedule.ts'
import {
  vatDeclarationsEntity,
  type VatDeclarationEvent,
} from '#domain/finance/vat-declarations.ts'
import { vatReturnOf } from '#domain/finance/vat-return.ts'
import { fold } from '#domain/kernel/decider.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { rent } from '#tests/domain/schedules/schedule-facts.ts'

const period = { from: '2025-10-01', to: '2025-12-31', periodicity: 'quarterly' } as const
const opened: VatDeclarationEvent = {
  type: 'VatOpeningSet',
  data: { profileId: 'p', from: '2025-10-01', credit: 120 },
}
const declared: VatDeclarationEvent = {
  type: 'VatPeriodDeclared',
  data: {
    profileId: 'p',
    period,
    figures: vatReturnOf([], { creditBefore: 120, refund: 20 }),
    lastFact: null,
  },
}

test('a history of VAT tells the last return and the credit of before, and what is taken back', () => {
  const view = (...events: VatDeclarationEvent[]) =>
    vatDeclarationsEntity.view(fold(vatDeclarationsEntity.decider, events))
  const opening = { openingFrom: epochOfDay('2025-10-01'), openingCredit: 120 }
  expect(view()).toBeNull()
  expect(view(opened)).toEqual(opening)
  expect(view(opened, declared)).toEqual({
    ...opening,
    from: epochOfDay(period.from),
    to: epochOfDay(period.to),
    collected: 0,
    deductible: 0,
    creditBefore: 120,
    due: 0,
    refund: 20,
    creditAfter: 100,
  })
  expect(
    view(opened, declared, { type: 'VatDeclarationUndone', data: { profileId: 'p', period } }),
  ).toEqual(opening)
})

test('a history of balances tells each account with its day', () => {
  const balance = {
    profileId: 'p',
    currency: 'EUR',
    day: '2026-11-20',
    amountMinor: -1_250,
  } as const
  const states = fold(openingBalanceEntity.decider, [
    { type: 'OpeningBalanceSet', data: { ...balance, account: 'professional' } },
    {
      type: 'OpeningBalanceSet',
      data: { ...balance, account: 'personal', day: '2026-11-01', amountMinor: 90_000 },
    },
  ])
  expect(openingBalanceEntity.view(states)).toEqual({
    currency: 'EUR',
    professional: -12.5,
    professionalDay: epochOfDay('2026-11-20'),
    personal: 900,
    personalDay: epochOfDay('2026-11-01'),
  })
})

test('a history of contributions tells what each declaration counted and came to', () => {
  const facts = { ...rent, amountType: 'contributions', kind: 'charge' } as const
  const run = {
    runId: 'r1',
    due: '2026-11-05',
    payOn: '2026-11-30',
    from: '2026-10-01',
    to: '2026-10-31',
    baseMinor: 1_000_020,
    receipts: 2,
    rate: 0,
    amountMinor: 280_000,
    contributions: {
      receipts: 10_000,
      contributions: 2_560,
      training: 20,
      incomeTax: 220,
      total: 2_800,
      shares: [],
    },
  }
  const events: ScheduleEvent[] = [
    { type: 'ScheduleAdded', data: { facts, on: '2026-10-01' } },
    { type: 'RunProposed', data: run },
    { type: 'RunPosted', data: { ...run, proposedMinor: 280_000, automatic: false } },
  ]
  expect(chargeEntity.view(fold(chargeEntity.decider, events))).toMatchObject({
    runFrom: epochOfDay('2026-10-01'),
    runTo: epochOfDay('2026-10-31'),
    runBase: 10_000.2,
    runAmount: 2800,
    declared: 10_000,
    contributions: 2560,
    training: 20,
    incomeTax: 220,
  })
})
