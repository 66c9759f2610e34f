import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import {
  calendarEventDecider,
  type CalendarEventCommand,
  type CalendarEventEvent,
} from '#domain/planning/calendar-event.ts'
import { icalendarOf } from '#domain/planning/icalendar.ts'
import {
  type EventFacts,
  occurrencesBetween,
  type Series,
  spanOf,
  type Timing,
} from '#domain/planning/series.ts'
import { context } from '#tests/kernel/decider-spec.ts'
import { fridays, paris, review, weekly } from './event-facts.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The series after commands. */
function seriesOf(facts: EventFacts, ...commands: readonly CalendarEventCommand[]): Series {
  const added: CalendarEventEvent = { type: 'CalendarEventAdded', data: { facts } }
  let events: readonly CalendarEventEvent[] = [added]
  for (const command of commands)
    events = [
      ...events,
      ...calendarEventDecider.decide(command, fold(calendarEventDecider, events), context),
    ]
  const state = fold(calendarEventDecider, events)
  if (state.status !== 'live') throw new Error('The event is not live')
  return state.series
}
const feedOf = (...series: readonly Series[]): string =>
  icalendarOf(
    series.map((one, n) => ({ id: `01JD000000000000000000000${n}`, series: one, changedAt: NOW })),
    'Carnet',
    NOW,
  )

type Told = { readonly title: string; readonly start: string; readonly minutes: number }
const inOrder = (all: readonly Told[]) =>
  all.toSorted((a, b) => (a.start < b.start ? -1 : 1) || (a.title < b.title ? -1 : 1))

/** Occurrences as ical.js reads them from a feed, in a period. */
function readBack(text: string, from: string, to: string): readonly Told[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const all = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component, { exceptions: [] }))
  const told: Told[] = []
  for (const event of all.filter((one) => !one.isRecurrenceException())) {
    for (const other of all)
      if (other.uid === event.uid && other.isRecurrenceException()) event.relateException(other)
    const tell = (title: string, start: ICAL.Time, end: ICAL.Time) => {
      const at = start.isDate ? utc(start.toString()) : start.toUnixTime() * 1000
      const until = end.isDate ? utc(end.toString()) : end.toUnixTime() * 1000
      if (at >= utc(from) && at < utc(to))
        told.push({ title, start: new Date(at).toISOString(), minutes: (until - at) / 60_000 })
    }
    if (!event.isRecurring()) {
      tell(event.summary, event.startDate, event.endDate)
      continue
    }
    const dates = event.iterator()
    for (
      let next = dates.next();
      next && next.toJSDate().getTime() < utc(to) + 864e5;
      next = dates.next()
    ) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      tell(item.summary, startDate, endDate)
    }
  }
  return inOrder(told)
}
const own = (series: readonly Series[], from: string, to: string): readonly Told[] =>
  inOrder(
    series
      .flatMap((one) => occurrencesBetween(one, utc(from), utc(to)))
      .filter(({ dismissed, start }) => !dismissed && start >= utc(from) && start < utc(to))
      .map(({ facts, start, end }) => ({
        title: facts.title,
        start: new Date(start).toISOString(),
        minutes: (end - start) / 60_000,
      })),
  )

const at = (day: string, hours = 11) => spanOf(paris(day, hours)).start
const zoned = (day: string, hours: number, timeZone: string): Timing =>
  ({ ...paris(day, hours), timeZone }) as Timing
const SERIES: Readonly<Record<string, Series>> = {
  'one event': seriesOf(review),
  'a series through both changes of the clocks': seriesOf(weekly),
  'a series that ends': seriesOf({ ...weekly, recurrence: { ...fridays, until: '2026-12-04' } }),
  'days that end on a leap day, each year': seriesOf({
    ...review,
    title: 'Anniversaire',
    timing: { allDay: true, day: '2024-02-28', days: 2 },
    recurrence: { ...fridays, frequency: 'yearly', weekdays: [] },
  }),
  ...Object.fromEntries(
    ['2027-01-29', '2026-11-30', '2026-10-31'].map((day) => [
      `a month’s day ${day.slice(-2)}, which February lacks`,
      seriesOf(
        {
          ...review,
          timing: paris(day, 8),
          recurrence: { ...fridays, frequency: 'monthlyByDate', weekdays: [] },
        },
        { type: 'Remove', scope: 'this', occurrence: at('2027-02-28', 8) },
        {
          type: 'Dismiss',
          starts: [at(day === '2026-10-31' ? '2027-03-31' : `2027-03-${day.slice(-2)}`, 8)],
        },
      ),
    ]),
  ),
  'every third month, on the last days of two of them': seriesOf({
    ...review,
    timing: paris('2026-11-30', 8),
    recurrence: { ...fridays, frequency: 'monthlyByDate', interval: 3, weekdays: [] },
  }),
  'a leap day, each year': seriesOf({
    ...review,
    timing: { allDay: true, day: '2024-02-29', days: 1 },
    recurrence: { ...fridays, frequency: 'yearly', weekdays: [] },
  }),
  'two dates a year': seriesOf({
    ...review,
    timing: { allDay: true, day: '2026-07-30', days: 1 },
    recurrence: { ...fridays, frequency: 'yearly', weekdays: [], months: [2, 7] },
  }),
  'a zone without whole hours': seriesOf({
    ...weekly,
    timing: zoned('2026-11-06', 9, 'Asia/Kathmandu'),
  }),
  'a zone south of the equator': seriesOf({
    ...weekly,
    timing: zoned('2026-11-06', 9, 'Australia/Lord_Howe'),
  }),
  'a removed and a dismissed occurrence': seriesOf(
    weekly,
    { type: 'Remove', scope: 'this', occurrence: at('2026-11-13') },
    { type: 'Dismiss', starts: [at('2026-11-20')] },
  ),
  'a moved occurrence': seriesOf(weekly, {
    type: 'Change',
    scope: 'this',
    occurrence: at('2026-11-13'),
    changes: { title: 'Déplacée', timing: paris('2026-11-14', 15, 2) },
  }),
  'a series whose later part is another': seriesOf(weekly, {
    type: 'Change',
    scope: 'following',
    occurrence: at('2026-12-04'),
    changes: { title: 'Plus tard', timing: paris('2026-12-04', 16) },
  }),
  'the second Tuesday': seriesOf({
    ...review,
    timing: paris('2026-11-10', 8),
    recurrence: { ...fridays, frequency: 'monthlyByWeekday', weekdays: [] },
  }),
}

describe('a feed, as another reader understands it', () => {
  test.each(Object.keys(SERIES))('%s', (name) => {
    const series = SERIES[name] as Series // one of the keys
    const expected = own([series], '2026-10-01', '2028-04-01')
    expect(expected.length).toBeGreaterThan(0)
    expect(readBack(feedOf(series), '2026-10-01', '2028-04-01')).toEqual(expected)
  })

  test('all of them in one document', () => {
    const all = Object.values(SERIES)
    expect(readBack(feedOf(...all), '2026-10-01', '2027-06-01')).toEqual(
      own(all, '2026-10-01', '2027-06-01'),
    )
  })

  test('texts of any kind are read back as they were, in lines of 75 octets at most', () => {
    const title = `Café ; « à côté », \\ ${'é'.repeat(80)} 🗓`
    const description = 'Une ligne\nune autre\r\net la dernière'
    const text = feedOf(seriesOf({ ...review, title, description }))
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    expect(event?.getFirstPropertyValue('summary')).toBe(title)
    expect(event?.getFirstPropertyValue('description')).toBe('Une ligne\nune autre\net la dernière')
  })

  test('a title cannot add lines of its own', () => {
    const text = feedOf(seriesOf({ ...review, title: 'x\r\nBEGIN:VEVENT\r\nSUMMARY:y' }))
    expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')).toHaveLength(1)
  })
})
