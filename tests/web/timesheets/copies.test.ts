import { describe, expect, test } from 'vitest'
import { copiedMonth, copiedWeek, dayBefore, latestRows } from '#web/timesheets/copies.ts'
import { cellKey, cellsOf, rowsOf, weeksOf } from '#web/timesheets/month.ts'
import type { Quantity } from '#web/timesheets/quantity.ts'
import {
  BRUMAIRE,
  brumaire,
  contracts,
  day,
  days,
  HYDRAVION,
  hydravion,
  NOVEMBER,
  november,
} from './month-specimens.ts'

const rows = rowsOf(contracts, NOVEMBER, cellsOf(november.activities), [])
const put = (...entries: [number, string, Quantity][]) =>
  new Map(entries.map(([number, line, quantity]) => [cellKey(day(number), line), quantity]))

describe('a copy', () => {
  const october = new Map([
    [cellKey(Date.UTC(2026, 9, 5), BRUMAIRE), 1 as const],
    [cellKey(Date.UTC(2026, 9, 6), HYDRAVION), 1 as const],
    [cellKey(Date.UTC(2026, 9, 14), BRUMAIRE), 1 as const],
  ]) // prettier-ignore

  test('of last month lands on the same weekday of the same rank', () => {
    expect(copiedMonth(october, days, rows, new Map())).toEqual([
      { key: cellKey(day(2), BRUMAIRE), quantity: 1 },
      { key: cellKey(day(3), HYDRAVION), quantity: 1 },
      // The second Wednesday is Armistice Day.
    ])
  })

  test('never overwrites: a day that is full keeps what it has', () => {
    expect(copiedMonth(october, days, rows, put([2, HYDRAVION, 1], [3, BRUMAIRE, 0.5]))).toEqual([])
  })

  test('of last week takes each day to its own weekday', () => {
    const week = weeksOf(days)[2] ?? []
    expect(copiedWeek(put([2, BRUMAIRE, 1], [4, BRUMAIRE, 1]), week, rows, new Map())).toEqual([
      { key: cellKey(day(9), BRUMAIRE), quantity: 1 },
    ])
  })

  test('puts nothing on closed days', () => {
    const closed = days.map((one) => ({ ...one, closed: true }))
    expect(copiedMonth(october, closed, rows, new Map())).toEqual([])
  })
})

test('an empty day can be like the last filled one: what is shut is left out', () => {
  const filled = put([3, BRUMAIRE, 0.5], [3, 'holiday', 0.5], [5, HYDRAVION, 1])
  expect(dayBefore(filled, rows, days, day(5))).toMatchObject({
    at: day(3),
    filled: [
      { row: { key: BRUMAIRE }, quantity: 0.5 },
      { row: { key: 'holiday' }, quantity: 0.5 },
    ],
  })
  expect(dayBefore(filled, rows, days, day(3))).toBeNull()
  const archived = rowsOf([brumaire, { ...hydravion, archived: true }], NOVEMBER, filled, [])
  expect(dayBefore(filled, archived, days, day(9))?.at).toBe(day(3))
})

test('the line worked on last is offered first, a shut one and one’s own never', () => {
  const filled = put([3, BRUMAIRE, 1], [4, HYDRAVION, 1])
  const keys = (of: typeof rows) => latestRows(of, days, filled).map(({ key }) => key)
  expect(keys(rows)).toEqual([HYDRAVION, BRUMAIRE])
  const archived = rowsOf([brumaire, { ...hydravion, archived: true }], NOVEMBER, filled, [])
  expect(keys(archived)).toEqual([BRUMAIRE])
})
