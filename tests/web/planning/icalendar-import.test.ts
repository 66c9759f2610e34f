import { describe, expect, test } from 'vitest'
import { icalendarOf } from '#domain/planning/icalendar.ts'
import { type EventFacts, seriesOf, timingOf } from '#domain/planning/series.ts'
import { eventsIn, UnreadableCalendar } from '#web/planning/icalendar-import.ts'

const NOW = Date.UTC(2026, 10, 20)
const utc = (text: string) => Date.parse(`${text}Z`)
const file = (...lines: readonly string[]) =>
  new Blob([['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')])
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT']
const read = async (...lines: readonly string[]) =>
  (await eventsIn(file(...event(...lines)), NOW))[0]
const MONDAY = 'DTSTART:20270201T090000Z'

describe('times', () => {
  test('of a zone that the file does not describe are those of its name', async () => {
    const found = await read('DTSTART;TZID=America/New_York:20270131T200000', 'DURATION:PT1H')
    expect(found).toMatchObject({ start: utc('2027-02-01T01:00'), timeZone: 'America/New_York' })
  })

  test('of a zone under a name of the file’s own are those that it describes', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Bureau', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const ends = ['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE']
    const [found] = await eventsIn(
      file(...zone, ...ends, ...event('DTSTART;TZID=Bureau:20270131T200000')),
      NOW,
    )
    expect(found?.start).toBe(utc('2027-01-31T14:30'))
    expect(found?.timeZone).toBeUndefined()
  })

  test('outside the product’s years are left out, but for a birthday, which comes back in them', async () => {
    expect(await read('DTSTART:19640229T090000Z')).toBeUndefined()
    expect(await read('DTSTART:99990101T090000Z')).toBeUndefined()
    expect(await read(MONDAY, 'DURATION:P99999999999D')).toBeUndefined()
    expect(
      await read('DTSTART;VALUE=DATE:19640229', 'DTEND;VALUE=DATE:19640301', 'RRULE:FREQ=YEARLY'),
    ).toMatchObject({
      start: utc('1972-02-29T00:00'),
      end: utc('1972-03-01T00:00'),
      frequency: 'yearly',
    })
  })
})

describe('a rule', () => {
  test('ends on the day that the event’s clock shows, though its end is told in UTC', async () => {
    const lines = [
      'DTSTART;TZID=America/New_York:20270131T200000',
      'RRULE:FREQ=DAILY;UNTIL=20270203T010000Z',
    ]
    expect((await read(...lines))?.schedulerEndDate).toBe(utc('2027-02-02T00:00'))
  })

  test('ends with its last counted day', async () => {
    const found = await read(MONDAY, 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3')
    expect(found).toMatchObject({
      frequency: 'weekly',
      days: '1;3',
      schedulerEndDate: utc('2027-02-08T00:00'),
    })
  })

  test('of the last day of each month, or of a weekday each year, is the product’s own', async () => {
    const last = 'RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'
    expect(await read('DTSTART;VALUE=DATE:20270131', last)).toMatchObject({
      frequency: 'monthlyByDate',
    })
    const mothers = 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=2SU'
    expect(await read('DTSTART;VALUE=DATE:20270509', mothers)).toMatchObject({
      frequency: 'monthlyByWeekday',
      months: '5',
    })
  })

  test.each([
    'RRULE:FREQ=DAILY;INTERVAL=99999999999;COUNT=5',
    'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU;COUNT=5',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2;COUNT=3',
    'RRULE:FREQ=DAILY;COUNT=500000000',
    'RRULE:FREQ=DAILY;UNTIL=20200101T000000Z',
    'RRULE:FREQ=SECONDLY',
    'RRULE:FREQ=YEARLY;BYWEEKNO=20',
  ])('that the product does not follow leaves its first day, and says so: %s', async (rule) => {
    expect(await read(MONDAY, rule)).toMatchObject({ recurring: false, note: 'rule' })
  })
})

test('texts come without the characters that the product refuses', async () => {
  const found = await read(
    MONDAY,
    'SUMMARY:\u202EComité \u0007 du\\nlundi',
    'DESCRIPTION:Salle\\n2\u0000',
  )
  expect(found).toMatchObject({ title: 'Comité du lundi', description: 'Salle\n2' })
})

test('zones whose clocks change each hour are not walked', async () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Paris', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
  const ends = [
    'TZOFFSETFROM:+0900',
    'TZOFFSETTO:+0900',
    'RRULE:FREQ=HOURLY',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const [found] = await eventsIn(
    file(...zone, ...ends, ...event('DTSTART;TZID=Europe/Paris:20270131T200000')),
    NOW,
  )
  expect(found?.start).toBe(utc('2027-01-31T19:00'))
})

test.each([
  ['form', new Blob(['Bonjour'])],
  ['form', new Blob(['BEGIN:VCARD\r\nEND:VCARD\r\n'])],
  ['form', new Blob([`BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(30_000)}`])],
  ['count', file(...Array.from({ length: 1_001 }, () => event(MONDAY)).flat())],
  ['size', new Blob(['x'.repeat(1_000_001)])],
])('a file is refused for its %s', async (reason, blob) => {
  await expect(eventsIn(blob, NOW)).rejects.toEqual(new UnreadableCalendar(reason as 'form'))
})

test('the product’s own feed is read back as it was written', async () => {
  const plain = { description: '', reminder: 15, color: 2 }
  const rule = { interval: 1, weekdays: [], months: [], until: '' } as const
  const at = (day: string, zone = 'Europe/Paris') =>
    timingOf(utc(`${day}T20:00`), utc(`${day}T21:00`), zone)
  const all: readonly EventFacts[] = [
    { ...plain, title: 'Une fois', timing: at('2027-01-11'), recurrence: null },
    {
      ...plain,
      title: 'Soir',
      timing: at('2027-01-12', 'America/New_York'),
      recurrence: { ...rule, frequency: 'weekly', weekdays: [2, 4], until: '2027-03-02' },
    },
    {
      ...plain,
      title: '31',
      timing: at('2027-01-31'),
      recurrence: { ...rule, frequency: 'monthlyByDate' },
    },
    {
      ...plain,
      title: 'Bissextile',
      timing: at('2028-02-29'),
      recurrence: { ...rule, frequency: 'yearly' },
    },
  ]
  const feed = all.map((facts, n) => ({
    id: `event-${n}`,
    series: seriesOf(facts),
    changedAt: NOW,
  }))
  const found = await eventsIn(new Blob([icalendarOf(feed, 'Carnet', NOW)]), NOW)
  expect(found).toMatchObject(
    all.map(({ title, recurrence }) => ({
      title,
      note: '',
      reminder: 15,
      recurring: recurrence !== null,
      ...(recurrence && {
        frequency: recurrence.frequency,
        schedulerEndDate: recurrence.until === '' ? 0 : utc(`${recurrence.until}T00:00`),
      }),
    })),
  )
  expect(found.map(({ start }) => start)).toEqual(
    all.map(({ timing }) => utc(`${timing.day}T${timing.allDay ? '00' : '20'}:00`)),
  )
})
