import { describe, expect, test } from 'vitest'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { scheduleActs } from '#web/schedules/schedule-acts.ts'
import { allBut } from '../permitted.ts'

const DUE = Date.UTC(2026, 11, 20)
const run = {} as Schedule['toValidate'][number]
/** The fields that decide, of a fixed charge that runs. */
const schedule = (more: Partial<Schedule> = {}) =>
  ({
    active: true,
    amountType: 'fixed',
    state: 'pending',
    nextRuns: [DUE],
    toValidate: [],
    ...more,
  }) as unknown as Schedule
const acts = (more: Partial<Schedule>, can = allBut()) =>
  scheduleActs('charge', schedule(more), can)
const available = (more: Partial<Schedule>, can = allBut()) =>
  Object.entries(acts(more, can)).flatMap(([act, one]) => (one === 'available' ? [act] : []))

describe('what may be done with a schedule', () => {
  test.each<readonly [string, Partial<Schedule>, readonly string[]]>([
    ['one that runs', {}, ['runNow', 'edit', 'deactivate', 'remove']],
    [
      'one with a run that waits',
      { toValidate: [run] },
      ['validate', 'skip', 'edit', 'deactivate', 'remove'],
    ],
    ['one that is stopped', { active: false }, ['edit', 'activate', 'remove']],
    ['one that has ended', { nextRuns: [] }, ['edit', 'deactivate', 'remove']],
    [
      'one whose run is late',
      { state: 'overdue' },
      ['runNow', 'runDue', 'edit', 'deactivate', 'remove'],
    ],
    [
      'one that is stopped and late',
      { active: false, state: 'overdue' },
      ['edit', 'activate', 'remove'],
    ],
  ])('%s', (_, more, names) => {
    expect(available(more)).toEqual(names)
  })
  test('a counted amount runs when its receipts are complete', () => {
    expect(acts({ amountType: 'calculated' }).runNow).toBe('receiptsOpen')
    expect(acts({ amountType: 'calculated', state: 'overdue' }).runNow).toBe('available')
  })
  test.each([
    ['perm_charge_update', ['remove']],
    ['perm_charge_delete', ['runNow', 'edit', 'deactivate']],
    ['perm_transaction_update', ['runNow', 'edit', 'deactivate', 'remove']],
  ])('a charge without %s', (missing, names) => {
    expect(available({}, allBut(missing))).toEqual(names)
  })
})
