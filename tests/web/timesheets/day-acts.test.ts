import { describe, expect, test } from 'vitest'
import type { Permission } from '#web/kernel/data/ability.ts'
import {
  billedAtOnce,
  type Blocked,
  isFillable,
  monthActs,
  whyBlocked,
} from '#web/timesheets/day-acts.ts'
import { type Day, daysOf, type Row } from '#web/timesheets/month.ts'
import { billableMonth, brumaire, day, NOVEMBER, november, TODAY } from './month-specimens.ts'

/** Days of November that may be edited: from Tuesday 10 to Friday 20. */
const period = { holidays: november.holidays, editableFrom: day(10), editableTo: day(20) }
const days = daysOf(NOVEMBER, period, TODAY, [brumaire])
const dayOf = (number: number): Day => days[number - 1]!
const open: Row = {
  key: brumaire.id,
  kind: 'work',
  projectId: brumaire.id,
  contract: brumaire,
  swatch: 1,
}
const archived: Row = { ...open, contract: { ...brumaire, archived: true } }
const absence: Row = { key: 'sick', kind: 'sick', projectId: 0, contract: null, swatch: 1 }

describe('a day', () => {
  test.each<[string, number, Row | undefined, boolean, Blocked | null]>([
    ['the day before the period', 9, open, true, 'window'],
    ['its first day', 10, open, true, null],
    ['its last day', 20, open, true, null],
    ['the day after it', 21, open, true, 'window'],
    ['without a line', 10, undefined, true, null],
    ['without a line, after the period', 21, undefined, true, 'window'],
    ['without permission, whatever else', 21, archived, false, 'permission'],
    ['of an archived contract', 10, archived, true, 'shut'],
    ['of an archived contract, after the period', 21, archived, true, 'window'],
    ['of a deleted contract', 10, { ...open, contract: null }, true, 'shut'],
    ['approved by its client', 10, { ...open, approved: true }, true, 'approved'],
    ['approved, of an archived contract', 10, { ...archived, approved: true }, true, 'approved'],
    ['of an absence', 10, absence, true, null],
    ['on a week-end', 14, open, true, null],
  ])('%s', (_, number, row, mayWrite, why) =>
    expect(whyBlocked(dayOf(number), mayWrite, row)).toBe(why),
  )

  test.each<[string, number, boolean, number, boolean]>([
    ['empty and open', 20, true, 0, true],
    ['half filled', 20, true, 0.5, false],
    ['after the period', 23, true, 0, false],
    ['on a week-end', 14, true, 0, false],
    ['on a public holiday', 11, true, 0, false],
    ['without permission', 20, false, 0, false],
  ])('%s is a gap to fill: %j', (_, number, mayWrite, total, isGap) =>
    expect(isFillable(dayOf(number), mayWrite, total)).toBe(isGap),
  )
})

const all: (permission: Permission) => boolean = () => true

describe('a month', () => {
  const offer = { ...NOVEMBER, days: 19, hours: null, amountMinor: 1_140_000, currency: 'EUR' }
  const month = {
    can: all,
    isPast: false,
    at: NOVEMBER,
    offer,
    isFilled: false,
    unfilled: 0,
  }
  const only = (granted: Permission) => (permission: Permission) => permission === granted
  const october = { ...offer, month: 10 }

  test.each([
    ['without unfilled days', month, 'primary'],
    ['with unfilled days', { ...month, unfilled: 0.5 }, 'plain'],
    ['once it is filled', { ...month, isFilled: true }, 'below'],
    ['another month, from a filled one', { ...month, offer: october, isFilled: true }, 'primary'],
    ['another month, from an unfilled one', { ...month, offer: october, unfilled: 3 }, 'primary'],
    ['without days to bill', { ...month, offer: null }, null],
    ['as it was', { ...month, isPast: true, isFilled: true }, null],
    ['without permission', { ...month, can: only('perm_timesheet_add') }, null],
  ])('%s is billed: %j', (_, given, bill) => expect(monthActs(given).bill).toBe(bill))

  test.each<[string, Partial<typeof month>, boolean]>([
    ['who adds', { can: only('perm_timesheet_add') }, true],
    ['who changes', { can: only('perm_timesheet_update') }, true],
    ['who clears', { can: only('perm_timesheet_delete') }, true],
    ['who bills', { can: only('perm_billing_add') }, false],
    ['anyone, as it was', { isPast: true }, false],
  ])('is written by %s: %j', (_, given, write) =>
    expect(monthActs({ ...month, ...given }).write).toBe(write),
  )

  test('is billed at once for the only contract that has days to bill', () => {
    const own = billableMonth()
    const drafted = billableMonth({ projectId: 'drafted', draftId: 'D1' })
    const fixed = billableMonth({ projectId: 'fixed', priceMode: 'fixed' })
    const before = billableMonth({ month: 10 })
    expect(billedAtOnce([before, drafted, own, fixed], offer)).toBe(own)
    expect(billedAtOnce([own, billableMonth({ projectId: 'other' })], offer)).toBeNull()
    expect(billedAtOnce([before], offer)).toBeNull()
  })
})
