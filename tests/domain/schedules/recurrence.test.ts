import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INTERVALS } from '#domain/schedules/intervals.values.ts'
import { type Recurrence, runsAfter } from '#domain/schedules/recurrence.ts'
import { addDays } from '#domain/kernel/time.ts'

const every = (
  count: number,
  interval: Recurrence['interval'],
  first: string,
  until = '',
): Recurrence => ({
  interval,
  count,
  first,
  until,
})

describe('a recurrence', () => {
  test('on the 31st takes the last day of shorter months, and the 31st again after them', () => {
    expect(runsAfter(every(1, 'month', '2026-01-31'), '', 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
  })
  test('on 29 February takes 28 February in other years', () => {
    expect(runsAfter(every(1, 'year', '2024-02-29'), '2024-02-29', 4)).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })
  test('every two weeks goes on over a change of the clocks', () => {
    expect(runsAfter(every(2, 'week', '2026-03-16'), '2026-03-16', 2)).toEqual([
      '2026-03-30',
      '2026-04-13',
    ])
  })
  test('every three months from within a quarter', () => {
    expect(runsAfter(every(3, 'month', '2025-11-30'), '2026-02-28', 2)).toEqual([
      '2026-05-30',
      '2026-08-30',
    ])
  })
  test('once is once', () => {
    expect(runsAfter(every(1, 'once', '2026-05-05'), '', 5)).toEqual(['2026-05-05'])
    expect(runsAfter(every(1, 'once', '2026-05-05'), '2026-05-05', 5)).toEqual([])
  })
  test('ends on its last day', () => {
    expect(runsAfter(every(10, 'day', '2026-05-01', '2026-05-21'), '', 9)).toEqual([
      '2026-05-01',
      '2026-05-11',
      '2026-05-21',
    ])
    expect(runsAfter(every(10, 'day', '2026-05-01', '2026-05-20'), '', 9)).toHaveLength(2)
  })
  test('is looked at up to a day, that day included', () => {
    const days = every(10, 'day', '2026-05-01')
    expect(runsAfter(days, '', 9, '2026-05-21')).toEqual(['2026-05-01', '2026-05-11', '2026-05-21'])
    expect(runsAfter(days, '', 9, '2026-05-20')).toHaveLength(2)
  })
  test('has no run twice and none left out, wherever one looks from', () => {
    const any = fc.record({
      interval: fc.constantFrom(...INTERVALS),
      count: fc.integer({ min: 1, max: 400 }),
      first: fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2023-12-25', days)),
    })
    fc.assert(
      fc.property(any, fc.integer({ min: -40, max: 3_000 }), (rule, offset) => {
        const recurrence: Recurrence = { ...rule, until: '' }
        const all = runsAfter(recurrence, '', 60)
        const after = addDays(rule.first, offset)
        if ((all.at(-1) ?? '') <= after && rule.interval !== 'once') return
        expect(runsAfter(recurrence, after, 60)[0]).toBe(all.find((day) => day > after))
        expect(all).toEqual([...new Set(all)].toSorted())
      }),
    )
  })
})
