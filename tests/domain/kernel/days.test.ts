import { expect, test } from 'vitest'
import { startOfDay } from '#domain/kernel/time.ts'

test.each([
  ['2026-06-21', 'Pacific/Auckland', '2026-06-20T12:00:00Z'],
  ['2026-01-21', 'Pacific/Auckland', '2026-01-20T11:00:00Z'],
  ['2026-01-21', 'Pacific/Honolulu', '2026-01-21T10:00:00Z'],
  ['2026-01-21', 'Pacific/Kiritimati', '2026-01-20T10:00:00Z'],
  ['2026-01-21', 'Asia/Kathmandu', '2026-01-20T18:15:00Z'],
  // The clock goes from 0:00 to 1:00.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
  // Samoa had no such day: the next one begins.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
])('%s begins in %s at %s', (day, timeZone, instant) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(instant.replace('Z', '.000Z'))
})

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
