import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/kernel/time.ts'
import { clockOf, instantOf, isTimeZone } from '#domain/planning/local-time.ts'

const HOUR = 3_600_000
const at = (day: string, hours: number, zone: string) =>
  new Date(instantOf(day, hours * HOUR, zone)).toISOString()

describe('nine o’clock', () => {
  test('stays nine before and after the clocks are changed', () => {
    expect(at('2026-03-28', 9, 'Europe/Paris')).toBe('2026-03-28T08:00:00.000Z')
    expect(at('2026-03-29', 9, 'Europe/Paris')).toBe('2026-03-29T07:00:00.000Z')
    expect(at('2026-10-24', 9, 'Europe/Paris')).toBe('2026-10-24T07:00:00.000Z')
    expect(at('2026-10-25', 9, 'Europe/Paris')).toBe('2026-10-25T08:00:00.000Z')
  })
  test('is told in zones without whole hours', () => {
    expect(at('2026-11-20', 9, 'Asia/Kolkata')).toBe('2026-11-20T03:30:00.000Z')
    expect(at('2026-11-20', 9, 'Asia/Kathmandu')).toBe('2026-11-20T03:15:00.000Z')
    expect(at('2026-11-20', 9, 'Australia/Lord_Howe')).toBe('2026-11-19T22:00:00.000Z')
  })
})

test('an hour that spring skips is told an hour later, and one that autumn repeats the first time', () => {
  expect(at('2026-03-29', 2.5, 'Europe/Paris')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-10-25', 2.5, 'Europe/Paris')).toBe('2026-10-25T00:30:00.000Z')
})

test('an instant and what a clock shows of it are the same, in every zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 0, max: 95 }),
      fc.constantFrom(
        'Europe/Paris',
        'America/New_York',
        'Asia/Kathmandu',
        'Australia/Lord_Howe',
        'Africa/Casablanca',
      ),
      (days, quarters, zone) => {
        const instant = instantOf(addDays('1990-01-01', days), quarters * 900_000, zone)
        const shown = clockOf(instant, zone)
        expect(instantOf(shown.day, shown.time, zone)).toBeLessThanOrEqual(instant)
        expect(clockOf(instantOf(shown.day, shown.time, zone), zone)).toEqual(shown)
      },
    ),
  )
})

test('a name that is no time zone is known as such', () => {
  expect(isTimeZone('Europe/Paris')).toBe(true)
  expect(isTimeZone('Europe/Nowhere')).toBe(false)
})
