import { addDays, type Day, DAY_MS, MINUTE_MS, monthOf, yearOf } from '#domain/kernel/time.ts'
import { clockOf, instantOf, offsetAt, offsetChanges } from './local-time.ts'
import { nextDay, plainRules, ruleText } from './recurrence.ts'
import { dayOfKey, type OccurrenceFacts, partOfKey, type Series, type Timing } from './series.ts'

/** An event for a feed. @unit changedAt: epoch milliseconds */
export type FeedEvent = { readonly id: string; readonly series: Series; readonly changedAt: number }

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
const dateText = (day: Day): string => day.replaceAll('-', '')
const timeText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return pad(Math.floor(seconds / 3600)) + pad(Math.floor(seconds / 60) % 60) + pad(seconds % 60)
}
/** `20261120T100000Z`. */
const utcText = (epochMs: number): string => {
  const { day, time } = clockOf(epochMs, 'UTC')
  return `${dateText(day)}T${timeText(time)}Z`
}
const localText = (day: Day, time: number): string => `${dateText(day)}T${timeText(time)}`

/** @source RFC 5545, section 3.3.11: TEXT; other control characters are not allowed in it */
const textValue = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- those are what is taken away
    .replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

const ENCODER = new TextEncoder()
/** A line has 75 octets at most. @source RFC 5545, section 3.1 */
function folded(line: string): string {
  const parts: string[] = []
  let [part, size] = ['', 0]
  for (const character of line) {
    const own = ENCODER.encode(character).length
    if (size + own > 75) {
      parts.push(part)
      // The space that marks a continuation counts too.
      part = ''
      size = 1
    }
    part += character
    size += own
  }
  return [...parts, part].join('\r\n ')
}

/** `;TZID=Europe/Paris:20261120T110000`, `;VALUE=DATE:20261120`. */
const at = (timing: Timing, day: Day): string =>
  timing.allDay
    ? `;VALUE=DATE:${dateText(day)}`
    : `;TZID=${timing.timeZone}:${localText(day, timing.time)}`

function factLines(
  { title, description, timing, reminder }: OccurrenceFacts,
  day: Day,
): readonly string[] {
  return [
    `SUMMARY:${textValue(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${textValue(description)}`]),
    `DTSTART${at(timing, day)}`,
    timing.allDay
      ? `DTEND;VALUE=DATE:${dateText(addDays(day, timing.days))}`
      : `DURATION:PT${Math.round(timing.length / 1000)}S`,
    ...(reminder === 0
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${textValue(title)}`,
          `TRIGGER:-PT${reminder}M`,
          'END:VALARM',
        ]),
  ]
}

/**
 * An event's stretches as series of their own, and its moved occurrences. Dismissed ones are left
 * out.
 */
function eventLines({ id, series, changedAt }: FeedEvent): readonly string[] {
  const stamps = [`DTSTAMP:${utcText(changedAt)}`, `LAST-MODIFIED:${utcText(changedAt)}`]
  const component = (
    uid: string,
    facts: OccurrenceFacts,
    day: Day,
    more: readonly string[] = [],
  ) => [
    'BEGIN:VEVENT',
    `UID:${uid}@carnet`,
    ...stamps,
    ...factLines(facts, day),
    ...more,
    'END:VEVENT',
  ]
  const hidden = new Set([...series.removed, ...series.dismissed.map(({ key }) => key)])
  return series.parts.flatMap(({ no, facts, before }) => {
    const { timing, recurrence } = facts
    const { day } = timing
    const own = [...hidden].filter((key) => partOfKey(key) === no).map(dayOfKey)
    if (recurrence === null && own.includes(day)) return []
    const ends = [recurrence?.until ?? '', before === '' ? '' : addDays(before, -1)]
      .filter((one) => one !== '')
      .sort()
    const [last] = ends
    const until =
      last === undefined
        ? ''
        : `;UNTIL=${timing.allDay ? dateText(last) : utcText(instantOf(last, timing.time, timing.timeZone))}`
    const moved = series.moved.filter(({ key }) => partOfKey(key) === no && !hidden.has(key))
    if (recurrence === null) return component(`${id}-${no}`, facts, day)
    return plainRules(recurrence, day).flatMap((rule, n) => {
      const first = nextDay({ ...rule, until: last ?? '' }, day, day)
      if (first === '') return []
      const uid = n === 0 ? `${id}-${no}` : `${id}-${no}-${n}`
      const isOfRule = (one: Day) => rule === recurrence || rule.months.includes(monthOf(one))
      return [
        ...component(uid, facts, first, [
          `RRULE:${ruleText(rule, day)}${until}`,
          ...own
            .filter(isOfRule)
            .toSorted()
            .map((one) => `EXDATE${at(timing, one)}`),
        ]),
        ...moved
          .filter(({ key }) => isOfRule(dayOfKey(key)))
          .flatMap((one) =>
            component(uid, one.facts, one.facts.timing.day, [
              `RECURRENCE-ID${at(timing, dayOfKey(one.key))}`,
            ]),
          ),
      ]
    })
  })
}

const offsetText = (ms: number): string => {
  const minutes = Math.abs(Math.round(ms / MINUTE_MS))
  return `${ms < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`
}

/** A zone with each change of its clocks in a period. @unit from and to: epoch milliseconds */
function zoneLines(timeZone: string, from: number, to: number): readonly string[] {
  const first = offsetAt(from, timeZone)
  const begin = clockOf(from, timeZone)
  const observance = (
    kind: 'STANDARD' | 'DAYLIGHT',
    start: string,
    before: number,
    after: number,
  ) => [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${kind}`,
  ]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance('STANDARD', localText(begin.day, begin.time), first, first),
    ...offsetChanges(from, to, timeZone).flatMap(({ at: instant, before, after }) => {
      // The start is told by the clock that is given up.
      const { day, time } = clockOf(instant + before, 'UTC')
      return observance(
        after > before ? 'DAYLIGHT' : 'STANDARD',
        localText(day, time),
        before,
        after,
      )
    }),
    'END:VTIMEZONE',
  ]
}

/** Years after the present one that a zone's changes are told for. */
const ZONE_YEARS = 10

/**
 * Events as an iCalendar document, which other calendar programs read.
 *
 * @param now epoch milliseconds
 * @source RFC 5545; REFRESH-INTERVAL and NAME: RFC 7986
 */
export function icalendarOf(events: readonly FeedEvent[], name: string, now: number): string {
  const timings = events.flatMap(({ series }) =>
    [...series.parts, ...series.moved].map(({ facts }) => facts.timing),
  )
  const zones = new Map<string, Day>()
  for (const timing of timings) {
    if (timing.allDay) continue
    const firstDay = zones.get(timing.timeZone)
    if (firstDay === undefined || timing.day < firstDay) zones.set(timing.timeZone, timing.day)
  }
  const last = Date.UTC(yearOf(clockOf(now, 'UTC').day) + ZONE_YEARS, 0, 1)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carnet//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...zones].flatMap(([zone, day]) =>
      zoneLines(zone, instantOf(day, 0, zone) - 400 * DAY_MS, last),
    ),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
