import { expect, test } from 'vitest'
import { tenantTallies } from '#api/operations/tenant-tallies.ts'

test('the users that cost most are told, for each figure of its own', () => {
  const tallies = tenantTallies({ told: 2 })
  tallies.add('anna', { events: 1, seconds: 9 })
  tallies.add('bob', { events: 5 })
  tallies.add('carl', { events: 3, bytes: 7 })
  tallies.add('anna', { events: 1 })
  expect(tallies.largest('events')).toEqual([
    ['bob', 5],
    ['carl', 3],
  ])
  expect(tallies.largest('bytes')).toEqual([['carl', 7]])
  expect(tallies.largest('seconds')).toEqual([['anna', 9]])
})

test('ten thousand strangers leave the heaviest users counted, in bounded memory', () => {
  const tallies = tenantTallies({ told: 3, counted: 60 })
  tallies.add('heavy', { bytes: 1e9 })
  for (let n = 0; n < 10_000; n++) tallies.add(`stranger-${n}`, { events: 1 })
  expect(tallies.largest('bytes')).toEqual([['heavy', 1e9]])
  expect(tallies.largest('events', 100_000).length).toBeLessThanOrEqual(60)
})
