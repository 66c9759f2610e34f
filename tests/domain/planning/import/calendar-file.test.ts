import { describe, expect, test } from 'vitest'
import { icalendarOf } from '#domain/planning/icalendar.ts'
import { type FileEvent, readCalendar } from '#domain/planning/import/calendar-file.ts'
import { type EventFacts, occurrencesBetween, seriesOf, timingOf } from '#domain/planning/series.ts'

const ZONE = 'Europe/Paris'
const utc = (text: string) => Date.parse(`${text}Z`)
const bytes = (...lines: readonly string[]) =>
  new TextEncoder().encode(
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
  )
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT']
function read(file: Uint8Array) {
  const found = readCalendar(file, ZONE)
  if (typeof found === 'string') throw new Error(found)
  return found
}
const one = (...lines: readonly string[]): FileEvent | undefined =>
  read(bytes(...event(...lines))).events[0]

const clock = new Intl.DateTimeFormat('sv', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})
/** Occurrences in Paris: `2027-01-04 10:00`, or the day alone. */
const shown = (found: FileEvent | undefined, to = '2030-01-01'): readonly string[] =>
  found?.series
    ? occurrencesBetween(found.series, 0, utc(`${to}T00:00`)).map(({ facts, start }) =>
        facts.timing.allDay ? facts.timing.day : clock.format(start),
      )
    : []
const days = (...lines: readonly string[]) => shown(one(...lines)).map((text) => text.slice(0, 10))
const PARIS = 'DTSTART;TZID=Europe/Paris:'

describe('a time', () => {
  test('OF16: of a zone of Windows is one of its zone, described or not', () => {
    expect(shown(one('DTSTART;TZID=Eastern Standard Time:20270604T100000'))).toEqual([
      '2027-06-04 16:00',
    ])
  })

  test('OF14: of a series in New York follows its clock, not that of the user', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Eastern Standard Time']
    const standard = [
      'BEGIN:STANDARD',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'END:STANDARD',
    ]
    const daylight = [
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'END:DAYLIGHT',
    ]
    for (const name of ['Eastern Standard Time', 'Bureau 7']) {
      const described = [...zone, ...standard, ...daylight, 'END:VTIMEZONE'].map((line) =>
        line.replace('Eastern Standard Time', name),
      )
      const start = [`DTSTART;TZID=${name}:20270304T100000`, 'RRULE:FREQ=WEEKLY;COUNT=5']
      const [found] = read(bytes(...described, ...event(...start))).events
      expect(shown(found).map((text) => text.slice(11))).toEqual([
        '16:00',
        '16:00',
        '15:00',
        '15:00',
        '16:00',
      ])
      expect(found?.notes).toEqual([])
    }
  })

  test.each([
    ['America/New_York', '16:00', []],
    ['/mozilla.org/20050126_1/America/New_York', '16:00', []],
    ['"(UTC-05:00) New York"', '16:00', []],
    ['(UTC-05:00) New York', '16:00', []],
    ['UTC-04:00', '16:00', []],
    ['"Europe/London', '11:00', []],
    ['Nulle part', '10:00', ['zone']],
  ])('under the name %s', (name, time, notes) => {
    const found = one(`DTSTART;TZID=${name}:20270604T100000`)
    expect(shown(found)).toEqual([`2027-06-04 ${time}`])
    expect(found?.notes).toEqual(notes)
  })

  test('of a known zone is its own, however the file describes it', () => {
    const wrong = [
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Paris',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'RRULE:FREQ=HOURLY',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const [found] = read(bytes(...wrong, ...event(`${PARIS}20270131T200000`))).events
    expect(shown(found)).toEqual(['2027-01-31 20:00'])
  })

  test('outside the product’s years is told, but for a birthday, which comes back in them', () => {
    const lost = (...lines: readonly string[]) => read(bytes(...event(...lines))).lost
    expect(lost('DTSTART:19640229T090000Z')).toMatchObject([{ reason: 'years' }])
    expect(lost('DTSTART:99990101T090000Z')).toMatchObject([{ reason: 'years' }])
    expect(lost('DTSTART:20270201T090000Z', 'DURATION:P99999999D')).toMatchObject([
      { reason: 'years' },
    ])
    expect(lost('DTSTART:20270201T090000Z', 'DURATION:P367D')).toMatchObject([{ reason: 'length' }])
    expect(lost('DTSTART:20270201T090000Z', 'DURATION:P366D')).toEqual([])
    expect(lost('DTSTART:hier')).toMatchObject([{ reason: 'start' }])
    expect(days('DTSTART;VALUE=DATE:19640228', 'RRULE:FREQ=YEARLY')[0]).toBe('1972-02-28')
  })

  test('without a zone is in that of its calendar, else in the user’s', () => {
    const floating = event('DTSTART:20270604T100000')
    expect(shown(read(bytes(...floating)).events[0])).toEqual(['2027-06-04 10:00'])
    const [found] = read(bytes('X-WR-TIMEZONE:America/New_York', ...floating)).events
    expect(shown(found)).toEqual(['2027-06-04 16:00'])
  })

  test('OF31: of 24 hours keeps its hour; from midnight on it is a day', () => {
    const day = one(`${PARIS}20270302T090000`, 'DTEND;TZID=Europe/Paris:20270303T090000')
    expect(day?.series?.parts[0]?.facts.timing).toEqual({
      allDay: false,
      day: '2027-03-02',
      time: 9 * 3_600_000,
      length: 86_400_000,
      timeZone: ZONE,
    })
    const whole = one(`${PARIS}20270302T000000`, 'DTEND;TZID=Europe/Paris:20270303T000000')
    expect(whole?.series?.parts[0]?.facts.timing).toEqual({
      allDay: true,
      day: '2027-03-02',
      days: 1,
    })
  })

  test('F43: of a duration lasts as long in the zone of the file', () => {
    const timing = (duration: string) =>
      one('DTSTART;TZID=Asia/Tokyo:20270701T100000', `DURATION:${duration}`)?.series?.parts[0]
        ?.facts.timing
    const times = ['PT1H', 'PT60M', 'PT30M'].map(timing)
    expect(times).toMatchObject([3_600_000, 3_600_000, 1_800_000].map((length) => ({ length })))
    const [first] = read(
      bytes(...event('DTSTART;TZID=Asia/Tokyo:20270701T100000', 'DURATION:PT1H')),
    ).events
    expect(shown(first)).toEqual(['2027-07-01 03:00'])
  })

  test('a day’s duration is one of the clock, an hour’s is exact', () => {
    const length = (duration: string) =>
      one('DTSTART;TZID=America/New_York:20270313T120000', `DURATION:${duration}`)?.series?.parts[0]
        ?.facts.timing
    expect(length('P1D')).toMatchObject({ length: 23 * 3_600_000 })
    expect(length('PT23H')).toMatchObject({ length: 23 * 3_600_000 })
    expect(length('PT24H')).toMatchObject({ length: 24 * 3_600_000 })
  })
})

describe('a changed or cancelled occurrence', () => {
  const WEEKLY = [`${PARIS}20270104T100000`, 'RRULE:FREQ=WEEKLY;COUNT=4']
  const WITHOUT = ['2027-01-04', '2027-01-18', '2027-01-25']

  test.each([
    ['OF04: by a day', 'EXDATE;VALUE=DATE:20270111'],
    ['by a day that is not told to be one', 'EXDATE:20270111'],
    ['in UTC', 'EXDATE:20270111T090000Z'],
    ['in another zone', 'EXDATE;TZID=America/New_York:20270111T040000'],
  ])('%s is out', (_, exdate) => {
    expect(days(...WEEKLY, exdate)).toEqual(WITHOUT)
  })

  test('of another hour is no occurrence', () => {
    expect(days(...WEEKLY, 'EXDATE;TZID=Europe/Paris:20270111T110000')).toHaveLength(4)
  })

  test('OF06: of a day is named by a time of any zone', () => {
    const master = event('DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=WEEKLY;COUNT=4')
    for (const named of [
      'TZID=Europe/Paris:20270111T000000',
      'VALUE=DATE:20270111',
      'X=1:20270110T230000Z',
    ]) {
      const moved = event(`RECURRENCE-ID;${named}`, 'DTSTART;VALUE=DATE:20270112')
      expect(shown(read(bytes(...master, ...moved)).events[0])).toEqual([
        '2027-01-04',
        '2027-01-12',
        '2027-01-18',
        '2027-01-25',
      ])
    }
  })

  test('with the status CANCELLED is out', () => {
    const off = event(
      'RECURRENCE-ID;TZID=Europe/Paris:20270111T100000',
      `${PARIS}20270111T100000`,
      'STATUS:CANCELLED',
    )
    expect(
      shown(read(bytes(...event(...WEEKLY), ...off)).events[0]).map((text) => text.slice(0, 10)),
    ).toEqual(WITHOUT)
  })

  test('and the following ones are moved together', () => {
    const later = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20270118T100000',
      `${PARIS}20270119T150000`,
      'SUMMARY:Après',
    )
    const out = event(...WEEKLY, 'EXDATE;TZID=Europe/Paris:20270125T100000')
    expect(shown(read(bytes(...event(...WEEKLY), ...later)).events[0])).toEqual([
      '2027-01-04 10:00',
      '2027-01-11 10:00',
      '2027-01-19 15:00',
      '2027-01-26 15:00',
    ])
    expect(shown(read(bytes(...out, ...later)).events[0])).toEqual([
      '2027-01-04 10:00',
      '2027-01-11 10:00',
      '2027-01-19 15:00',
    ])
  })

  test('OF08: a cancelled event has no occurrence, by its status or the file’s method', () => {
    const start = `${PARIS}20270304T100000`
    expect(one(start, 'STATUS:CANCELLED')).toMatchObject({ series: null, overrides: [] })
    expect(read(bytes('METHOD:CANCEL', ...event(start))).events).toMatchObject([
      { series: null, overrides: [] },
    ])
    expect(read(bytes('METHOD:REPLY', ...event(start)))).toMatchObject({
      events: [],
      lost: [{ reason: 'answer' }],
    })
  })

  test('OF10: of two versions the one with the higher SEQUENCE counts', () => {
    const first = event('SEQUENCE:0', `${PARIS}20270604T100000`)
    const second = event('SEQUENCE:1', `${PARIS}20270605T100000`)
    for (const file of [bytes(...first, ...second), bytes(...second, ...first)]) {
      const { events } = read(file)
      expect(events).toHaveLength(1)
      expect(shown(events[0])).toEqual(['2027-06-05 10:00'])
    }
  })

  test('of an older version is dropped where the newer one has not its day', () => {
    const older = event(
      'SEQUENCE:1',
      'RECURRENCE-ID;TZID=Europe/Paris:20270111T100000',
      `${PARIS}20270112T100000`,
    )
    const newer = (exdate: string) => event('SEQUENCE:2', ...WEEKLY, exdate)
    expect(
      shown(read(bytes(...newer('EXDATE:20270111T090000Z'), ...older)).events[0]),
    ).toHaveLength(3)
    expect(shown(read(bytes(...newer('COMMENT:x'), ...older)).events[0])).toContain(
      '2027-01-12 10:00',
    )
  })

  test('without its series comes by itself', () => {
    const found = one('RECURRENCE-ID:20270111T090000Z', `${PARIS}20270112T100000`)
    expect(found).toMatchObject({ series: null, overrides: [{ day: '2027-01-11', reach: 'this' }] })
  })
})

describe('a rule', () => {
  test('OF12: ends by the instant of its UNTIL, not by its day', () => {
    const until = (text: string) =>
      days(`${PARIS}20270301T140000`, `RRULE:FREQ=DAILY;UNTIL=${text}`)
    expect(until('20270304T125959Z')).toEqual(['2027-03-01', '2027-03-02', '2027-03-03'])
    expect(until('20270304T130000Z')).toHaveLength(4)
    expect(until('20270304')).toHaveLength(4)
    const late = [
      'DTSTART;TZID=America/New_York:20270131T200000',
      'RRULE:FREQ=DAILY;UNTIL=20270203T010000Z',
    ]
    expect(one(...late)?.series?.parts[0]?.facts.recurrence?.until).toBe('2027-02-02')
  })

  test('of days ends with the day of UNTIL, at whatever hour of it', () => {
    const until = (time: string) =>
      days('DTSTART;VALUE=DATE:20270301', `RRULE:FREQ=DAILY;UNTIL=20270303${time}`)
    expect(until('')).toEqual(['2027-03-01', '2027-03-02', '2027-03-03'])
    expect(until('T235959Z')).toEqual(until(''))
    expect(until('T000000Z')).toEqual(until(''))
    // Midnight of the 4th in Paris: Exchange writes the last day so.
    expect(until('T230000Z')).toEqual([...until(''), '2027-03-04'])
  })

  test('has no date that RDATE and EXDATE both name', () => {
    const rdate = `RDATE;TZID=Europe/Paris:20270108T100000,20270109T100000`
    const both = (exdate: string) =>
      days(`${PARIS}20270104T100000`, rdate, `EXDATE;TZID=Europe/Paris:${exdate}`)
    expect(both('20270108T100000')).toEqual(['2027-01-04', '2027-01-09'])
    expect(both('20270108T110000')).toEqual(['2027-01-04', '2027-01-08', '2027-01-09'])
  })

  test('OF18: has the dates of RDATE besides, each at its own time', () => {
    expect(
      shown(
        one(`${PARIS}20270104T100000`, 'RDATE;TZID=Europe/Paris:20270111T090000,20270125T090000'),
      ),
    ).toEqual(['2027-01-04 10:00', '2027-01-11 09:00', '2027-01-25 09:00'])
    const twice = [
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RDATE;VALUE=PERIOD:20270104T140000Z/PT2H',
      'RDATE;VALUE=DATE:20270106',
    ]
    expect(shown(one(`${PARIS}20270104T100000`, ...twice))).toEqual([
      '2027-01-04 10:00',
      '2027-01-04 15:00',
      '2027-01-06 10:00',
      '2027-01-11 10:00',
    ])
  })

  test.each([
    [
      'OF20',
      '20270131',
      'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4',
      ['01-31', '03-31', '05-31', '07-31'],
    ],
    [
      'a month’s 30th skips February',
      '20270130',
      'FREQ=MONTHLY;COUNT=3',
      ['01-30', '03-30', '04-30'],
    ],
    [
      'OF22',
      '20270105',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=6;BYDAY=TU,SU;WKST=SU',
      ['01-05', '01-17', '01-19', '01-31', '02-02', '02-14'],
    ],
    [
      'the same from Monday on',
      '20270105',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      ['01-05', '01-10', '01-19', '01-24'],
    ],
    ['OF24', '20270226', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['02-26', '03-26', '04-30']],
    ['OF26', '20270110', 'FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2;COUNT=3', ['01-10', '02-14', '03-14']],
    [
      'last working day',
      '20270129',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
      ['01-29', '02-26', '03-31'],
    ],
    [
      '1st and 15th',
      '20270101',
      'FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=4',
      ['01-01', '01-15', '02-01', '02-15'],
    ],
    [
      'last day, begun in February',
      '20270228',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      ['02-28', '03-31', '04-30'],
    ],
    [
      'a fifth weekday is no last one',
      '20270129',
      'FREQ=MONTHLY;BYDAY=5FR;COUNT=3',
      ['01-29', '04-30', '07-30'],
    ],
    ['week 20', '20270517', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=1', ['05-17']],
    [
      'two months of a year',
      '20270110',
      'FREQ=YEARLY;BYMONTH=1,7;COUNT=3',
      ['01-10', '07-10', '01-10'],
    ],
    [
      'Friday the 13th',
      '20270813',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2',
      ['08-13', '10-13'],
    ],
    ['signs and blanks', '20270110', 'FREQ=MONTHLY;BYDAY=+2SU; COUNT=2;', ['01-10', '02-14']],
    [
      'a count of -1 is none',
      '20270104',
      'FREQ=WEEKLY;COUNT=-1;UNTIL=20270112',
      ['01-04', '01-11'],
    ],
    [
      'a start that it does not give comes too',
      '20270105',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      ['01-05', '01-11', '01-18'],
    ],
  ])('%s', (_, start, rule, expected) => {
    const found = one(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`)
    expect(shown(found).map((day) => day.slice(5))).toEqual(expected)
    expect(found?.notes).toEqual([])
  })

  test('of 29 February has leap years alone', () => {
    const found = one('DTSTART;VALUE=DATE:20280229', 'RRULE:FREQ=YEARLY')
    expect(shown(found, '2037-01-01')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29'])
  })

  test.each([
    'RRULE:FREQ=DAILY;INTERVAL=99999999999;COUNT=5',
    'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU;COUNT=5',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2;COUNT=3',
    'RRULE:FREQ=DAILY;COUNT=500000000',
    'RRULE:FREQ=DAILY;UNTIL=20200101T000000Z',
    'RRULE:FREQ=SECONDLY',
    'RRULE:FREQ=WEEKLY;BYHOUR=9,15',
    'RRULE:FREQ=MONTHLY;RSCALE=CHINESE',
  ])('that the product does not follow leaves its first day, and says so: %s', (rule) => {
    const found = one('DTSTART;VALUE=DATE:20270201', rule)
    expect(shown(found)).toEqual(['2027-02-01'])
    expect(found?.notes).toContain('rule')
  })

  test('a second one is told', () => {
    expect(
      one('DTSTART;VALUE=DATE:20270201', 'RRULE:FREQ=WEEKLY', 'RRULE:FREQ=MONTHLY')?.notes,
    ).toEqual(['rules'])
  })
})

describe('a file', () => {
  test('OF28: an odd line loses itself, and no event', () => {
    const good = ['BEGIN:VEVENT', 'UID:good', 'DTSTART:20270604T100000Z', 'END:VEVENT']
    const odd = event('DTSTART:20270605T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20270612T')
    const { events } = read(bytes(...good, ...odd))
    expect(events.map(({ uid, notes }) => [uid, notes])).toEqual([
      ['good', []],
      ['a', ['odd']],
    ])
    expect(shown(events[1])).toHaveLength(2)
  })

  test('an event without its end loses none either', () => {
    const open = ['BEGIN:VEVENT', 'UID:open', 'DTSTART:20270604T100000Z']
    expect(read(bytes(...open, ...event('DTSTART:20270605T100000Z'))).events).toHaveLength(2)
  })

  test('may hold several calendars, or none around its events', () => {
    const calendar = (uid: string) => [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTART:20270604',
      'END:VEVENT',
      'END:VCALENDAR',
    ]
    const text = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))
    expect(read(text([...calendar('a'), ...calendar('b')])).events).toHaveLength(2)
    expect(read(text(event('DTSTART:20270604'))).events).toHaveLength(1)
  })

  test('may part folded lines by empty ones', () => {
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART', '', ' ;VALUE=DATE', ' :20270604']
    const text = [...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n')
    expect(shown(read(new TextEncoder().encode(text)).events[0])).toEqual(['2027-06-04'])
  })

  test('F45: may be of Latin letters, or UTF-16', () => {
    const text = [
      'BEGIN:VCALENDAR',
      ...event('SUMMARY:Réunion', 'DTSTART:20270604'),
      'END:VCALENDAR',
    ].join('\r\n')
    expect(read(Buffer.from(text, 'latin1')).events[0]?.title).toBe('Réunion')
    expect(read(Buffer.from(`\uFEFF${text}`, 'utf16le')).events[0]?.title).toBe('Réunion')
    expect(read(Buffer.from(`\uFEFF${text}`)).events[0]?.title).toBe('Réunion')
  })

  test('texts come without the characters that the product refuses; its place leads the description', () => {
    const found = one(
      'DTSTART:20270604',
      'SUMMARY:\u202EComité \u0007 du\\nlundi',
      'LOCATION:Salle 2',
      'DESCRIPTION:Ordre\\ndu jour\u0000',
    )
    expect(found?.series?.parts[0]?.facts).toMatchObject({
      title: 'Comité du lundi',
      description: 'Salle 2\nOrdre\ndu jour',
    })
  })

  test('the first alarm ahead is its reminder', () => {
    const alarm = (trigger: string) => ['BEGIN:VALARM', `TRIGGER:${trigger}`, 'END:VALARM']
    const found = one('DTSTART:20270604T100000Z', ...alarm('PT5M'), ...alarm('-PT15M'))
    expect(found?.series?.parts[0]?.facts.reminder).toBe(15)
  })

  test.each([
    ['form', Buffer.from('Bonjour')],
    ['form', Buffer.from('BEGIN:VCARD\r\nEND:VCARD\r\n')],
    ['count', Buffer.from(`BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(30_000)}`)],
    ['count', bytes(...Array.from({ length: 1_001 }, () => event('DTSTART:20270604')).flat())],
    ['size', Buffer.alloc(1_000_001, 'x')],
  ])('is refused for its %s', (reason, file) => {
    expect(readCalendar(file, ZONE)).toBe(reason)
  })

  test('of rules that give no day ends soon', () => {
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'
    const many = Array.from({ length: 900 }, (_, n) => [
      'BEGIN:VEVENT',
      `UID:${n}`,
      'DTSTART:20270201',
      rule,
      'END:VEVENT',
    ])
    expect(read(bytes(...many.flat())).events.every(({ notes }) => notes.includes('rule'))).toBe(
      true,
    )
  })

  test('of the product’s own feed is read back as it was written', () => {
    const plain = { description: '', reminder: 15, color: 2 }
    const rule = { interval: 1, weekdays: [], months: [], until: '' } as const
    const at = (day: string, zone = ZONE) =>
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
        title: 'Dernier',
        timing: at('2027-01-29'),
        recurrence: { ...rule, frequency: 'monthlyLastWeekday' },
      },
      {
        ...plain,
        title: 'Ouvré',
        timing: at('2027-01-29'),
        recurrence: { ...rule, frequency: 'monthlyLastWorkday' },
      },
      {
        ...plain,
        title: 'Fin',
        timing: at('2027-01-31'),
        recurrence: { ...rule, frequency: 'monthlyLastDay' },
      },
      {
        ...plain,
        title: 'Dates',
        timing: at('2027-01-15'),
        recurrence: { ...rule, frequency: 'monthlyOnDates', dates: [1, 15] },
      },
      {
        ...plain,
        title: 'Semaine',
        timing: at('2027-01-12'),
        recurrence: { ...rule, frequency: 'weekly', interval: 2, weekdays: [2, 7], weekStart: 7 },
      },
      {
        ...plain,
        title: 'Autre',
        timing: at('2027-01-29'),
        recurrence: { ...rule, frequency: 'custom', rule: 'FREQ=MONTHLY;BYDAY=5FR' },
      },
    ]
    const feed = all.map((facts, n) => ({
      id: `event-${n}`,
      series: seriesOf(facts),
      changedAt: utc('2026-11-20T00:00'),
    }))
    const found = read(
      new TextEncoder().encode(icalendarOf(feed, 'Carnet', utc('2026-11-20T00:00'))),
    ).events
    expect(found.map(({ series }) => series?.parts[0]?.facts)).toMatchObject(
      all.map(({ title, recurrence }) => ({ title, reminder: 15, recurrence })),
    )
    expect(found.map((each) => shown(each, '2031-01-01'))).toEqual(
      feed.map(({ series }) =>
        occurrencesBetween(series, 0, utc('2031-01-01T00:00')).map(({ start }) =>
          clock.format(start),
        ),
      ),
    )
  })

  test('its further dates come in the feed, and back', () => {
    const found = one(
      `${PARIS}20270104T100000`,
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'RDATE;TZID=Europe/Paris:20270106T120000',
    )
    const feed = [{ id: 'x', series: found?.series ?? seriesOf({} as EventFacts), changedAt: 0 }]
    const back = read(
      new TextEncoder().encode(icalendarOf(feed, 'Carnet', utc('2026-11-20T00:00'))),
    ).events
    expect(back.flatMap((each) => shown(each)).toSorted()).toEqual(shown(found))
  })
})
