import { expect, test } from 'vitest'
import { DEFAULT_COLUMNS } from '#domain/tasks/board.ts'
import { boardStatistics, type TaskWay } from '#domain/tasks/statistics.ts'
import { weekOfDay } from '#domain/tasks/weeks.ts'

const DAY = 86_400_000
const way = (...stays: readonly (readonly [string, number])[]): TaskWay => ({
  stays: stays.map(([columnId, day]) => ({ columnId, since: day * DAY })),
  estimatedTime: 800,
  completionEstimate: 950,
})
const told = (ways: readonly TaskWay[], from = 0, to = 100 * DAY) =>
  boardStatistics(ways, DEFAULT_COLUMNS, {
    from,
    to,
    weekOf: (at) => `week ${Math.floor(at / DAY / 7)}`,
  })

test('a task takes from its adding to its last coming to the last column', () => {
  const ways = [
    way(['todo', 1], ['doing', 2], ['done', 5]),
    way(['todo', 1], ['done', 3], ['doing', 4], ['done', 11]),
    way(['todo', 1], ['done', 3], ['doing', 4]),
    way(['todo', 20], ['done', 24]),
  ]
  expect(told(ways)).toMatchObject({
    done: 3,
    leadTime: { median: 4 * DAY, p85: 10 * DAY },
    estimatedTime: 2_400,
    completionEstimate: 2_850,
    // A week in which nothing was done is told too.
    throughput: [
      { week: 'week 0', done: 1 },
      { week: 'week 1', done: 1 },
      { week: 'week 2', done: 0 },
      { week: 'week 3', done: 1 },
    ],
  })
})

test('a stay counts once it is over, in the period in which it ended', () => {
  const ways = [way(['todo', 1], ['doing', 4]), way(['todo', 1], ['doing', 2], ['done', 3])]
  expect(told(ways).columns).toEqual([
    { id: 'todo', median: DAY },
    { id: 'doing', median: DAY },
    { id: 'done', median: 0 },
  ])
  expect(told(ways, 3.5 * DAY).columns[0]).toEqual({ id: 'todo', median: 3 * DAY })
})

test('without tasks there is nothing to tell', () =>
  expect(told([])).toMatchObject({ done: 0, leadTime: { median: 0, p85: 0 }, throughput: [] }))

test.each([
  ['2026-11-23', '2026-W48'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2028-02-29', '2028-W09'],
])('%s is in %s', (day, week) => expect(weekOfDay(day)).toBe(week))
