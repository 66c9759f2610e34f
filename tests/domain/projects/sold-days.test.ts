import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SoldContract, soldDaysByMonth } from '#domain/projects/sold-days.ts'
import { addDays } from '#domain/kernel/time.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'

const workingDays = (month: string) =>
  workingDaysOf(Number(month.slice(0, 4)), Number(month.slice(5)))
const contract: SoldContract = {
  soldDays: 400_000,
  startDate: '2026-09-01',
  endDate: '2026-10-31',
  isRenewable: false,
  renewalPeriod: 0,
}
const told = (changes: Partial<SoldContract>) =>
  Object.fromEntries(soldDaysByMonth({ ...contract, ...changes }, workingDays))

test('sold days are spread over the working days from start to end', () => {
  // September and October 2026 have 22 working days each.
  expect(told({})).toEqual({ '2026-09': 200_000, '2026-10': 200_000 })
})
test('a renewable contract sells them in its first period', () =>
  expect(Object.keys(told({ endDate: '', isRenewable: true, renewalPeriod: 90 }))).toEqual([
    '2026-09',
    '2026-10',
    '2026-11',
  ]))
test('without an end they are of the first month', () =>
  expect(told({ endDate: '' })).toEqual({ '2026-09': 400_000 }))
test('a contract of a single bank holiday sells them in its month', () =>
  expect(told({ startDate: '2026-11-11', endDate: '2026-11-11' })).toEqual({ '2026-11': 400_000 }))
test('without agreed days nothing is sold', () => expect(told({ soldDays: 0 })).toEqual({}))

test('the months add up to what was sold, whatever the contract’s length', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 0, max: 900 }),
      (soldDays, length) => {
        const months = soldDaysByMonth(
          { ...contract, soldDays, endDate: addDays(contract.startDate, length) },
          workingDays,
        )
        expect([...months.values()].reduce((sum, days) => sum + days, 0)).toBe(soldDays)
      },
    ),
  ))
