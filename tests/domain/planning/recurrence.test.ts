import fc from 'fast-check'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayOfMonth, daysBetween, weekday } from '#domain/kernel/time.ts'
import { nextDay, type Recurrence, recurrenceDays, ruleText } from '#domain/planning/recurrence.ts'
import { FREQUENCIES } from '#domain/planning/recurrence.values.ts'

const rule = (more: Partial<Recurrence>): Recurrence => ({
  frequency: 'daily',
  interval: 1,
  weekdays: [],
  months: [],
  until: '',
  ...more,
})

/** The same days by ical.js, which walks the rule from its first day on. */
function daysByIcal(recurrence: Recurrence, first: Day, from: Day, to: Day): readonly Day[] {
  const { until } = recurrence
  const dates = ICAL.Recur.fromString(ruleText(recurrence, first)).iterator(
    ICAL.Time.fromDateString(first),
  )
  const days: Day[] = []
  const last = until !== '' && until < to ? until : to
  for (let next = dates.next(); next; next = dates.next()) {
    const day = next.toString()
    if (day > last) break
    if (day >= from) days.push(day)
  }
  return days
}

/** The same days by months that are added to the first one: a shorter month gives its last day. */
function daysByMonths(
  { interval, frequency, until }: Recurrence,
  first: Day,
  from: Day,
  to: Day,
): readonly Day[] {
  const months = frequency === 'yearly' ? interval * 12 : interval
  const begin = Temporal.PlainDate.from(first)
  return Array.from({ length: 200 }, (_, n) => begin.add({ months: n * months }).toString()).filter(
    (day) => day >= from && day <= to && (until === '' || day <= until),
  )
}

const days = (from: Day, to: Day) =>
  fc.integer({ min: 0, max: daysBetween(from, to) }).map((n) => addDays(from, n))
const weekdays = fc
  .uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 })
  .map((all) => all.sort((a, b) => a - b))
const recurrences = fc.record({
  frequency: fc.constantFrom(...FREQUENCIES),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays,
  months: fc.constant<readonly number[]>([]),
  dates: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 3 }),
  weekStart: fc.integer({ min: 1, max: 7 }),
  until: fc.option(days('2024-01-01', '2034-12-31'), { nil: '' }),
})

/** The last day from Monday to Friday of each month. */
function daysByWorkdays(
  { interval, until }: Recurrence,
  first: Day,
  from: Day,
  to: Day,
): readonly Day[] {
  const begin = Temporal.PlainDate.from(first).with({ day: 1 })
  return Array.from({ length: 200 }, (_, n) => {
    const last = begin.add({ months: n * interval + 1 }).subtract({ days: 1 })
    return last.subtract({ days: Math.max(0, last.dayOfWeek - 5) }).toString()
  }).filter((day) => day >= first && day >= from && day <= to && (until === '' || day <= until))
}

describe('a recurrence', () => {
  test('has the days that ical.js finds, wherever in ten years one looks', () => {
    fc.assert(
      fc.property(
        recurrences,
        days('2024-01-01', '2026-12-31'),
        days('2024-01-01', '2033-12-31'),
        fc.integer({ min: 0, max: 120 }),
        (asked, wanted, from, length) => {
          const recurrence =
            asked.frequency === 'weekly' || asked.frequency === 'daily'
              ? asked
              : { ...asked, weekdays: [] }
          // A series begins on a day of its rule.
          const first = nextDay({ ...recurrence, until: '' }, wanted, wanted)
          const to = addDays(from, length)
          // ical.js takes BYSETPOS=-1 of a month for its first day: days after the 28th are
          // compared with plain months.
          const isLate =
            dayOfMonth(first) > 28 && ['monthlyByDate', 'yearly'].includes(recurrence.frequency)
          const expected =
            recurrence.frequency === 'monthlyLastWorkday'
              ? daysByWorkdays
              : isLate
                ? daysByMonths
                : daysByIcal
          expect(recurrenceDays(recurrence, first, from, to)).toEqual(
            expected(recurrence, first, from, to),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    [31, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    [30, ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30']],
    [28, ['2026-01-28', '2026-02-28', '2026-03-28', '2026-04-28']],
  ])('on the %i of each month takes the last day of a shorter one', (day, expected) => {
    const first = `2026-01-${day}`
    expect(
      recurrenceDays(rule({ frequency: 'monthlyByDate' }), first, first, '2026-04-30'),
    ).toEqual(expected)
  })

  test('of a leap day comes on 28 February of other years', () => {
    const yearly = rule({ frequency: 'yearly' })
    expect(recurrenceDays(yearly, '2024-02-29', '2024-01-01', '2028-12-31')).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  test('by weekday counts the weekday within its month, and takes a fifth one as the last', () => {
    const monthly = rule({ frequency: 'monthlyByWeekday' })
    expect(recurrenceDays(monthly, '2026-11-10', '2026-11-01', '2027-01-31')).toEqual([
      '2026-11-10',
      '2026-12-08',
      '2027-01-12',
    ])
    expect(recurrenceDays(monthly, '2026-10-30', '2026-10-01', '2026-12-31')).toEqual([
      '2026-10-30',
      '2026-11-27',
      '2026-12-25',
    ])
  })

  test('every other week keeps its weeks, which begin on Monday', () => {
    const other = rule({ frequency: 'weekly', interval: 2, weekdays: [1, 7] })
    expect(recurrenceDays(other, '2026-11-15', '2026-11-01', '2026-12-13')).toEqual([
      '2026-11-15',
      '2026-11-23',
      '2026-11-29',
      '2026-12-07',
      '2026-12-13',
    ])
  })

  test('of some months leaves the others out', () => {
    const summer = rule({ frequency: 'weekly', weekdays: [1], months: [1, 7] })
    const found = recurrenceDays(summer, '2026-01-05', '2026-01-01', '2026-12-31')
    expect(new Set(found.map((day) => day.slice(5, 7)))).toEqual(new Set(['01', '07']))
    expect(found.every((day) => weekday(day) === 1)).toBe(true)
  })

  test('of a year may name several months, with their last days', () => {
    const twice = rule({ frequency: 'yearly', months: [2, 7] })
    expect(recurrenceDays(twice, '2026-07-31', '2026-01-01', '2028-12-31')).toEqual([
      '2026-07-31',
      '2027-02-28',
      '2027-07-31',
      '2028-02-29',
      '2028-07-31',
    ])
    const other = rule({ frequency: 'yearly', interval: 2, months: [1, 7] })
    expect(recurrenceDays(other, '2026-07-02', '2026-01-01', '2028-12-31')).toEqual([
      '2026-07-02',
      '2028-01-02',
      '2028-07-02',
    ])
  })

  test('without a day that its rule allows has no next day', () => {
    expect(nextDay(rule({ until: '2026-11-20' }), '2026-11-01', '2026-11-21')).toBe('')
    expect(nextDay(rule({ frequency: 'yearly', interval: 4 }), '2024-02-29', '2025-01-01')).toBe(
      '2028-02-29',
    )
  })
})
