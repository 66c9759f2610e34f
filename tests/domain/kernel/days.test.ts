import { expect, test } from 'vitest'
import { startOfDay } from '#domain/kernel/time.ts'

test.each([
  ['2026-01-15', '2026-01-14T23:00:00Z'],
  ['2026-07-15', '2026-07-14T22:00:00Z'],
  // The clock goes forward, then back, on these days.
  ['2026-03-29', '2026-03-28T23:00:00Z'],
  ['2026-03-30', '2026-03-29T22:00:00Z'],
  ['2026-10-25', '2026-10-24T22:00:00Z'],
  ['2026-10-26', '2026-10-25T23:00:00Z'],
])('%s begins in Paris at %s', (day, instant) => {
  expect(new Date(startOfDay(day)).toISOString()).toBe(instant.replace('Z', '.000Z'))
})
