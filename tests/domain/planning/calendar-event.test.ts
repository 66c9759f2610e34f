import { describe, expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import {
  type CalendarEvent,
  calendarEventDecider,
  type CalendarEventEvent,
  remindsAt,
} from '#domain/planning/calendar-event.ts'
import {
  type EventFacts,
  firstOccurrence,
  nextOccurrence,
  occurrencesBetween,
  type Series,
  spanOf,
  timingOf,
} from '#domain/planning/series.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'
import { fridays, paris, review, weekly } from './event-facts.ts'

const given = specification(calendarEventDecider)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const added = (facts: EventFacts): CalendarEventEvent => ({
  type: 'CalendarEventAdded',
  data: { facts },
})
const start = (day: string, hours = 11) => spanOf(paris(day, hours)).start
const seriesOf = (state: CalendarEvent): Series => {
  if (state.status !== 'live') throw new Error('The event is not live')
  return state.series
}
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** Start and title of each occurrence in November and December, in UTC. */
const shown = (...events: readonly CalendarEventEvent[]) =>
  occurrencesBetween(
    seriesOf(fold(calendarEventDecider, events)),
    utc('2026-11-01'),
    utc('2027-01-01'),
  )
    .filter(({ dismissed }) => !dismissed)
    .map((one) => `${new Date(one.start).toISOString().slice(0, 16)} ${one.facts.title}`)
const starts = (...events: readonly CalendarEventEvent[]) =>
  shown(...events).map((one) => one.slice(5, 10))

describe('an event', () => {
  test('is added, once', () => {
    given().when({ type: 'Add', facts: review }).yields(added(review))
    given(added(review)).when({ type: 'Add', facts: review }).yields()
  })
  test.each([
    ['without a title', { title: ' ' }, 'title', 'EVENT_TITLE_NEEDED'],
    [
      'that ends an hour before it begins',
      { timing: paris('2026-11-06', 11, -1) },
      'end',
      'EVENT_TIME_NOT_AFTER_START',
    ],
    ['of no length', { timing: paris('2026-11-06', 11, 0) }, 'end', 'EVENT_TIME_NOT_AFTER_START'],
    [
      'that ends days before it begins',
      { timing: paris('2026-11-06', 11, -48) },
      'end',
      'EVENT_DATE_NOT_AFTER_START',
    ],
    [
      'that comes back until before it begins',
      { recurrence: { ...fridays, until: '2026-11-05' } },
      'schedulerEndDate',
      'EVENT_RECURRENCE_ENDS_BEFORE_START',
    ],
    [
      'in an unknown zone',
      { timing: { ...paris('2026-11-06', 11), timeZone: 'Moon' } },
      'timeZone',
      'EVENT_DATE_NOT_VALID',
    ],
    [
      'longer than 366 days',
      { timing: paris('2026-11-06', 11, 366 * 24 + 1) },
      'end',
      'EVENT_DATE_NOT_VALID',
    ],
  ])('%s is refused', (_, facts, path, code) => {
    const refused = given()
      .when({ type: 'Add', facts: { ...review, ...facts } })
      .refuses('EVENT_NOT_VALID')
    expect(refused.fields).toEqual([{ path, code }])
  })
  test('that begins beside its rule begins on the first day of it', () => {
    const facts = { ...weekly, timing: paris('2026-11-04', 11) }
    given().when({ type: 'Add', facts }).yields(added(weekly))
  })
  test('of a whole number of days, or a second less, is all-day, whatever the zone', () => {
    expect(timingOf(utc('2026-11-20'), utc('2026-11-22'), 'America/New_York')).toEqual({
      allDay: true,
      day: '2026-11-20',
      days: 2,
    })
    const evening = Date.UTC(2026, 10, 19, 23) // midnight in Paris
    expect(timingOf(evening, evening + DAY - 1000, 'Europe/Paris')).toEqual({
      allDay: true,
      day: '2026-11-20',
      days: 1,
    })
    expect(timingOf(evening, evening + DAY - 2000, 'Europe/Paris').allDay).toBe(false)
    expect(timingOf(evening, evening, 'Europe/Paris').allDay).toBe(false)
  })
})

describe('a series', () => {
  test('keeps its hour when the clocks are changed', () => {
    const facts = { ...weekly, timing: paris('2026-10-16', 9) }
    const series = seriesOf(given(added(facts)).state())
    const found = occurrencesBetween(series, utc('2026-10-20'), utc('2026-11-01')).map(
      (one) => one.start,
    )
    expect(found).toEqual([Date.UTC(2026, 9, 23, 7), Date.UTC(2026, 9, 30, 8)])
  })

  test('has one occurrence changed, and the others stay', () => {
    const changes = { title: 'Atelier', timing: paris('2026-11-19', 14) }
    const events = given(added(weekly))
      .when({ type: 'Change', scope: 'this', occurrence: start('2026-11-20'), changes })
      .happens()
    const after = shown(added(weekly), ...events)
    expect(after.slice(0, 4)).toEqual([
      '2026-11-06T10:00 Restitution',
      '2026-11-13T10:00 Restitution',
      '2026-11-19T13:00 Atelier',
      '2026-11-27T10:00 Restitution',
    ])
  })

  test('has the following changed: a weekday moves along', () => {
    const changes = { timing: paris('2026-11-19', 9) }
    const events = given(added(weekly))
      .when({ type: 'Change', scope: 'following', occurrence: start('2026-11-20'), changes })
      .happens()
    expect(starts(added(weekly), ...events)).toEqual([
      '11-06',
      '11-13',
      '11-19',
      '11-26',
      '12-03',
      '12-10',
      '12-17',
      '12-24',
      '12-31',
    ])
  })

  test('has all changed, by as much as the one that the user moved', () => {
    const changes = { title: 'Point', timing: paris('2026-11-21', 10) }
    const events = given(added(weekly))
      .when({ type: 'Change', scope: 'all', occurrence: start('2026-11-20'), changes })
      .happens()
    expect(shown(added(weekly), ...events).slice(0, 3)).toEqual([
      '2026-11-07T09:00 Point',
      '2026-11-14T09:00 Point',
      '2026-11-21T09:00 Point',
    ])
  })

  test('changed as before changes nothing', () => {
    given(added(weekly))
      .when({
        type: 'Change',
        scope: 'all',
        occurrence: start('2026-11-20'),
        changes: { title: 'Restitution' },
      })
      .yields()
  })

  test('loses one occurrence, the following, or all', () => {
    const remove = (scope: 'this' | 'following' | 'all') =>
      given(added(weekly))
        .when({ type: 'Remove', scope, occurrence: start('2026-11-20') })
        .happens()
    expect(starts(added(weekly), ...remove('this')).slice(0, 4)).toEqual([
      '11-06',
      '11-13',
      '11-27',
      '12-04',
    ])
    expect(starts(added(weekly), ...remove('following'))).toEqual(['11-06', '11-13'])
    expect(remove('all')).toEqual([{ type: 'CalendarEventRemoved', data: {} }])
  })

  test('is gone with its last occurrence', () => {
    const twice = { ...weekly, recurrence: { ...fridays, until: '2026-11-13' } }
    const one: CalendarEventEvent = {
      type: 'CalendarEventOccurrenceRemoved',
      data: { key: '0/2026-11-06' },
    }
    given(added(twice), one)
      .when({ type: 'Remove', scope: 'this', occurrence: start('2026-11-13') })
      .yields({ type: 'CalendarEventRemoved', data: {} })
  })

  test('hides one occurrence, and tells which', () => {
    const [at, end] = [start('2026-11-13'), start('2026-11-13') + HOUR]
    given(added(weekly))
      .when({ type: 'Dismiss', starts: [at] })
      .yields({
        type: 'CalendarEventDismissed',
        data: { dismissed: [{ key: '0/2026-11-13', start: at, end }] },
      })
    given(added(weekly))
      .when({ type: 'Dismiss', starts: [at + 1] })
      .refuses('EVENT_OCCURRENCE_UNKNOWN')
  })

  test('takes a removal back', () => {
    const { series } = given(added(weekly)).state() as { series: Series }
    given(added(weekly), { type: 'CalendarEventRemoved', data: {} })
      .when({ type: 'Restore', series })
      .yields({ type: 'CalendarEventRestored', data: { series } })
    given().when({ type: 'Restore', series }).refuses('NOT_FOUND')
  })

  test('of ten years is looked at where one asks, and has a first and a next occurrence', () => {
    const series = seriesOf(given(added({ ...weekly, timing: paris('2016-11-04', 11) })).state())
    expect(firstOccurrence(series)?.start).toBe(start('2016-11-04'))
    expect(nextOccurrence(series, start('2026-11-20') + 1)?.start).toBe(start('2026-11-27'))
  })
})

describe('a reminder', () => {
  const at = (day: string, hours: number, minutes = 0) => ({
    ...context,
    now: start(day, hours) + minutes * 60_000,
  })
  const reminded = (day: string): CalendarEventEvent => ({
    type: 'CalendarEventReminded',
    data: {
      key: `0/${day}`,
      start: start(day),
      end: start(day) + HOUR,
      title: 'Restitution',
      allDay: false,
      until: start(day) - 600_000,
    },
  })

  test('comes at its minute, not before, and once', () => {
    given(added(weekly))
      .when({ type: 'Remind' }, at('2026-11-06', 10, 49))
      .yields()
    given(added(weekly))
      .when({ type: 'Remind' }, at('2026-11-06', 10, 50))
      .yields(reminded('2026-11-06'))
    given(added(weekly), reminded('2026-11-06'))
      .when({ type: 'Remind' }, at('2026-11-06', 10, 51))
      .yields()
  })
  test('is waited for from the one that was told on', () => {
    const state = given(added(weekly), reminded('2026-11-06')).state()
    expect(state.status === 'live' && remindsAt(state)).toBe(start('2026-11-13') - 600_000)
    const silent = given(added({ ...weekly, reminder: 0 })).state()
    expect(silent.status === 'live' && remindsAt(silent)).toBe(null)
  })
  test('of what is over is not told; the next one is', () => {
    const passed = given(added(weekly))
      .when({ type: 'Remind' }, at('2026-11-20', 10, 55))
      .happens()
    expect(passed.map(({ type }) => type)).toEqual(['CalendarEventRemindersPassed'])
    given(added(weekly), ...passed)
      .when({ type: 'Remind' }, at('2026-11-20', 10, 55))
      .yields(reminded('2026-11-20'))
  })
  test('is told again after a pause that the user asked for', () => {
    const until = start('2026-11-06') - 300_000
    const snoozed = given(added(weekly), reminded('2026-11-06'))
      .when({ type: 'Snooze', start: start('2026-11-06'), until })
      .happens()
    given(added(weekly), reminded('2026-11-06'), ...snoozed)
      .when({ type: 'Remind' }, at('2026-11-06', 10, 54))
      .yields()
    given(added(weekly), reminded('2026-11-06'), ...snoozed)
      .when({ type: 'Remind' }, at('2026-11-06', 10, 55))
      .yields(reminded('2026-11-06'))
  })
  test('is not told of an occurrence that is hidden', () => {
    const hidden = given(added(weekly))
      .when({ type: 'Dismiss', starts: [start('2026-11-06')] })
      .happens()
    given(added(weekly), ...hidden)
      .when({ type: 'Remind' }, at('2026-11-06', 10, 50))
      .yields()
  })
})
