import { describe, expect, test } from 'vitest'
import { isShut } from '#web/timesheets/day-acts.ts'
import { parseMonth } from '#web/kernel/words/year-month.ts'
import { weekNumber } from '#web/kernel/words/weeks.ts'
import {
  activityOf,
  cellKey,
  cellsOf,
  changesBetween,
  dayOff,
  daysOf,
  linesBeside,
  otherLines,
  pressed,
  rowsOf,
  sumsOf,
  weeksOf,
  worth,
} from '#web/timesheets/month.ts'
import type { Quantity } from '#web/timesheets/quantity.ts'
import {
  BRUMAIRE,
  brumaire,
  contract,
  contracts,
  day,
  days,
  HYDRAVION,
  hydravion,
  INTERNAL,
  internal,
  NOVEMBER,
  november,
  TODAY,
} from './month-specimens.ts'

const cells = cellsOf(november.activities)
const rows = rowsOf(contracts, NOVEMBER, cells, [])
const rowAt = (line: string) => {
  const row = rows.find(({ key }) => key === line)
  if (row === undefined) throw new Error(`no row ${line}`)
  return row
}
const put = (...entries: [number, string, Quantity][]) =>
  new Map(entries.map(([number, line, quantity]) => [cellKey(day(number), line), quantity]))

describe('the days', () => {
  test('tell working days from week-ends and public holidays', () => {
    expect(days.filter((one) => one.working)).toHaveLength(20)
    expect(days[10]).toMatchObject({ number: 11, holiday: 'armistice', working: false })
    expect(days[19]).toMatchObject({ isToday: true, working: true, past: false })
  })

  test('outside the sliding period are closed, its last day is not', () => {
    const edge = daysOf({ year: 2026, month: 8 }, november, TODAY, contracts)
    expect(edge[20]).toMatchObject({ number: 21, closed: true })
    expect(edge[21]).toMatchObject({ number: 22, closed: false })
    const end = daysOf({ year: 2027, month: 2 }, november, TODAY, contracts)
    expect(end[17]).toMatchObject({ number: 18, closed: false })
    expect(end[18]).toMatchObject({ number: 19, closed: true })
  })

  test('make weeks that begin on Monday, with their ISO number', () => {
    expect(weeksOf(days).map((week) => week.length)).toEqual([1, 7, 7, 7, 7, 1])
    expect(weekNumber(TODAY)).toBe(47)
    expect(weekNumber(Date.UTC(2027, 0, 1))).toBe(53)
    expect(weekNumber(Date.UTC(2027, 0, 4))).toBe(1)
  })

  test.each(['2026-13', '1999-01', 'november', ''])('%j names no month', (text) =>
    expect(parseMonth(text)).toBeNull(),
  )
})

describe('the rows', () => {
  test('are the contracts under way by their start, one’s own, and days off', () =>
    expect(rows.map(({ key }) => key)).toEqual([BRUMAIRE, HYDRAVION, INTERNAL, 'holiday']))

  test('leave out a contract that is over, unless it holds a day', () => {
    const over = contract('01J000000000000000000000X1', { endDate: Date.UTC(2026, 9, 31) })
    expect(rowsOf([over], NOVEMBER, new Map(), []).map(({ key }) => key)).toEqual(['holiday'])
    expect(rowsOf([over], NOVEMBER, put([2, over.id, 1]), []).map(({ key }) => key)).toEqual([
      over.id,
      'holiday',
    ])
  })

  test('keep the days of an archived contract and of one that is gone, closed to typing', () => {
    const archived = rowsOf(
      [{ ...brumaire, archived: true }],
      NOVEMBER,
      put([2, BRUMAIRE, 1], [3, HYDRAVION, 1]),
      [],
    )
    expect(archived.map((row) => [row.key, isShut(row)])).toEqual([
      [BRUMAIRE, true],
      [HYDRAVION, true],
      ['holiday', false],
    ]) // prettier-ignore
  })

  test('ask for the contracts of their days and added lines that do not run in the month', () => {
    const over = '01J000000000000000000000X1'
    expect(linesBeside([brumaire], [over, over, BRUMAIRE, 'sick', HYDRAVION, '', 'no id'])).toEqual(
      [HYDRAVION, over],
    )
  })

  test('have one colour for a contract in each month, and no two alike', () => {
    const others = ['X1', 'X2', 'X3', 'X4'].map((end) => contract(`01J000000000000000000000${end}`))
    const swatches = (of: typeof others) =>
      rowsOf(of, NOVEMBER, new Map(), []).map(({ swatch }) => swatch)
    expect(swatches([brumaire])[0]).toBe(swatches([brumaire, hydravion])[0])
    expect(new Set(swatches([...others, brumaire, hydravion])).size).toBe(7)
  })

  test('take lines added by hand, and then no longer offer them', () => {
    const more = rowsOf(contracts, NOVEMBER, cells, ['sick'])
    expect(more.at(-1)?.key).toBe('sick')
    expect(otherLines(contracts, more).kinds).toEqual(['training', 'other'])
  })

  test('are worth their days, but for a fixed price and for oneself', () => {
    const [first] = rows
    expect(first && worth(first, 8)).toBe(5200)
    expect(
      worth(
        {
          key: BRUMAIRE,
          kind: 'work',
          projectId: BRUMAIRE,
          contract: { ...brumaire, priceMode: 'fixed' },
          swatch: 1,
        },
        8,
      ),
    ).toBeNull()
    expect(
      worth({ key: INTERNAL, kind: 'work', projectId: INTERNAL, contract: internal, swatch: 1 }, 8),
    ).toBeNull()
  })
})

test('the sums count as the server does: what working days up to today lack, and what goes beyond', () => {
  const sums = sumsOf(
    rows,
    days,
    put([2, BRUMAIRE, 1], [3, BRUMAIRE, 0.5], [4, INTERNAL, 1], [5, 'holiday', 1]),
  )
  expect(sums).toMatchObject({
    recorded: 3.5,
    billable: 1.5,
    nonBillable: 1,
    holiday: 1,
    workingDays: 20,
    unfilled: 10.5,
    exceeded: 0,
  })
  const all = new Map(
    days.flatMap((one) => (one.number <= 22 ? [[cellKey(one.at, BRUMAIRE), 1 as const]] : [])),
  )
  expect(sumsOf(rows, days, all).exceeded).toBe(2)
})

test('the sums name the days of more than one, and those on which their contract does not run', () => {
  const ended = contract(HYDRAVION, { client: 'Hydravion SAS', endDate: day(16) })
  const own = { ...internal, endDate: day(1) }
  const lines = rowsOf([brumaire, ended, own], NOVEMBER, cells, [])
  const { over, beside } = sumsOf(
    lines,
    days,
    put(
      [3, BRUMAIRE, 1],
      [3, 'holiday', 0.5],
      [4, BRUMAIRE, 1],
      [16, HYDRAVION, 1],
      [17, HYDRAVION, 1],
      [18, INTERNAL, 1],
    ),
  )
  expect(over.map(({ number }) => number)).toEqual([3])
  expect(beside.map(({ row, days: some }) => [row.key, some.map(({ number }) => number)])).toEqual([
    [HYDRAVION, [17]],
  ])
})

describe('an act', () => {
  const brumaireRow = rowAt(BRUMAIRE)
  test('of the mouse gives the room that the day has, then the other, then nothing', () => {
    expect(pressed(new Map(), rows, brumaireRow, day(4))).toBe(1)
    expect(pressed(put([4, BRUMAIRE, 1]), rows, brumaireRow, day(4))).toBe(0.5)
    expect(pressed(put([4, BRUMAIRE, 0.5]), rows, brumaireRow, day(4))).toBe(0)
    expect(pressed(put([4, HYDRAVION, 0.5]), rows, brumaireRow, day(4))).toBe(0.5)
  })

  test('H empties the cell and takes what room is left', () => {
    expect(dayOff(put([4, BRUMAIRE, 1]), rows, BRUMAIRE, day(4))).toEqual([
      { key: cellKey(day(4), BRUMAIRE), quantity: 0 },
      { key: cellKey(day(4), 'holiday'), quantity: 1 },
    ]) // prettier-ignore
    expect(dayOff(put([4, HYDRAVION, 0.5]), rows, BRUMAIRE, day(4)).at(-1)).toEqual({
      key: cellKey(day(4), 'holiday'),
      quantity: 0.5,
    })
  })

  test('names a contract or a reason on the wire', () => {
    expect(activityOf(cellKey(day(4), HYDRAVION), 0.5)).toEqual({
      projectId: HYDRAVION,
      kind: 'work',
      day: day(4),
      quantity: 0.5,
    })
    expect(activityOf(cellKey(day(4), 'sick'), 1)).toEqual({
      projectId: 0,
      kind: 'sick',
      day: day(4),
      quantity: 1,
    })
  })
})

test('the history tells a line’s days together, by what they went from and to', () => {
  expect(
    changesBetween(
      put([2, BRUMAIRE, 1], [3, BRUMAIRE, 1]),
      put([3, BRUMAIRE, 0.5], [5, HYDRAVION, 1], [4, HYDRAVION, 1]),
    ),
  ).toEqual([
    { line: BRUMAIRE, from: 1, to: 0, days: [day(2)] },
    { line: BRUMAIRE, from: 1, to: 0.5, days: [day(3)] },
    { line: HYDRAVION, from: 0, to: 1, days: [day(4), day(5)] },
  ])
})

test('a long day of one contract in hours is no more than a day, and more with any other', () => {
  const long = { hours: 7.5, hoursPerDay: 7 }
  const over = (...entries: [number, string, Quantity][]) =>
    sumsOf(rows, days, put(...entries)).over.map(({ number }) => number)
  expect(over([3, BRUMAIRE, long])).toEqual([])
  expect(over([3, BRUMAIRE, long], [3, 'holiday', 0.5])).toEqual([3])
  expect(over([3, BRUMAIRE, { hours: 3.5, hoursPerDay: 7 }], [3, HYDRAVION, 0.5])).toEqual([])
  expect(over([3, BRUMAIRE, { hours: 3.75, hoursPerDay: 7 }], [3, HYDRAVION, 0.5])).toEqual([3])
})
