import ICAL from 'ical.js'
import {
  addDays,
  type Day,
  DAY_MS,
  type DayOrNone,
  daysBetween,
  epochOfDay,
  makeDay,
  MINUTE_MS,
} from '#domain/kernel/time.ts'
import type { ImportSource } from '../calendar-event.ts'
import type { ImportNote, LossReason } from '../import.values.ts'
import { clockOf, type TimeOfDay } from '../local-time.ts'
import { isDayOf, type Recurrence, ruleParts } from '../recurrence.ts'
import { LONGEST_REMINDER } from '../recurrence.values.ts'
import {
  type EventFacts,
  firstOccurrence,
  occurrenceAt,
  type OccurrenceFacts,
  type OccurrenceKey,
  type Part,
  type Series,
  seriesOf,
  spanOf,
  type Timing,
  withFollowingChanged,
} from '../series.ts'
import { fileText } from '#domain/kernel/file-text.ts'
import { componentsIn, propertiesOf, type RawComponent } from './calendar-lines.ts'
import { type Budget, recurrenceIn } from './file-rules.ts'
import { type FileZone, instantIn, knownZone, zonesOf } from './file-zones.ts'

/** Limits of a file, so that no file keeps the server busy. @unit bytes; components; steps */
const LARGEST_CALENDAR = 1_000_000
const MOST_EVENTS = 1_000
const MOST_STEPS = 20_000
const MOST_LOOKS = 60
/** Occurrences of one event that differ from its rule. */
const MOST_EXCEPTIONS = 400
/** Limits of the product. @unit epoch milliseconds */
const LAST = Date.UTC(2200, 11, 31)
const LONGEST_MS = 366 * DAY_MS
const DEFAULT_COLOR = 2

/** A change of one occurrence, or of it and the following; null facts cancel it. */
export type Override = {
  readonly day: Day
  readonly facts: OccurrenceFacts | null
  readonly reach: 'this' | 'following'
}

/**
 * An event of a file. `series` is null where the file cancels the event, or holds single
 * occurrences of it alone: those are its `overrides`.
 */
export type FileEvent = {
  readonly uid: string
  readonly title: string
  readonly series: Series | null
  readonly overrides: readonly Override[]
  readonly source: ImportSource
  readonly notes: readonly ImportNote[]
}
export type LostEvent = { readonly title: string; readonly reason: LossReason }
export type CalendarFile = {
  readonly events: readonly FileEvent[]
  readonly lost: readonly LostEvent[]
}

/** The file is no calendar, or too large a one. */
export type Unreadable = 'size' | 'form' | 'count'

/** A time as the file writes it. @unit at: epoch milliseconds, of a time alone */
type Moment =
  | { readonly day: Day; readonly isDay: true }
  | {
      readonly day: Day
      readonly isDay: false
      readonly time: TimeOfDay
      readonly zone: FileZone
      readonly at: number
      readonly isUtc: boolean
    }

type Calendar = {
  readonly zoneNamed: (name: string, around: Day) => FileZone
  /** The zone of times without one: the calendar's, else the user's. */
  readonly floating: FileZone
  readonly userZone: string
  readonly budget: Budget
}

type Component = {
  readonly of: (name: string) => readonly ICAL.Property[]
  readonly text: (name: string) => string
  readonly raw: RawComponent
  readonly odd: readonly string[]
}

const UTC: FileZone = { timeZone: 'UTC', isKnown: true }

function componentOf(raw: RawComponent): Component {
  const { properties, odd } = propertiesOf(raw)
  const of = (name: string) => properties.filter((property) => property.name === name)
  const text = (name: string) => {
    const value: unknown = of(name)[0]?.getFirstValue()
    return typeof value === 'string' ? value : ''
  }
  return { of, text, raw, odd }
}

function momentOf(time: ICAL.Time, zoneName: string, calendar: Calendar): Moment {
  const day = makeDay(time.year, time.month, time.day)
  if (time.isDate) return { day, isDay: true }
  const clock = ((time.hour * 60 + time.minute) * 60 + time.second) * 1000
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const zone = isUtc ? UTC : zoneName === '' ? calendar.floating : calendar.zoneNamed(zoneName, day)
  return { day, isDay: false, time: clock, zone, at: instantIn(zone, day, clock), isUtc }
}

const zoneNameOf = (property: ICAL.Property): string => {
  const name: unknown = property.getParameter('tzid')
  return typeof name === 'string' ? name : ''
}

/** Times of a property; a period's is its beginning, with its length. */
function momentsOf(property: ICAL.Property, calendar: Calendar) {
  const zone = zoneNameOf(property)
  return property.getValues().flatMap((value: unknown) => {
    if (value instanceof ICAL.Time)
      return [{ moment: momentOf(value, zone, calendar), length: null }]
    if (!(value instanceof ICAL.Period)) return []
    const moment = momentOf(value.start, zone, calendar)
    const end = value.end instanceof ICAL.Time ? momentOf(value.end, zone, calendar) : null
    const length =
      end !== null && !end.isDay && !moment.isDay
        ? end.at - moment.at
        : (value.duration?.toSeconds() ?? 0) * 1000
    return [{ moment, length: length > 0 ? length : null }]
  })
}

function momentIn(component: Component, name: string, calendar: Calendar): Moment | undefined {
  const [property] = component.of(name)
  return property === undefined ? undefined : momentsOf(property, calendar)[0]?.moment
}

/** @source RFC 5545, section 3.3.6: days are those of the clock, hours are exact */
function endAfter(start: Moment, duration: ICAL.Duration): number {
  const sign = duration.isNegative ? -1 : 1
  const days = sign * (duration.weeks * 7 + duration.days)
  const rest = sign * ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000
  const day = addDays(start.day, days)
  return (start.isDay ? epochOfDay(day) : instantIn(start.zone, day, start.time)) + rest
}

const startOf = (moment: Moment): number => (moment.isDay ? epochOfDay(moment.day) : moment.at)

function endOf(component: Component, start: Moment, calendar: Calendar): number {
  const end = momentIn(component, 'dtend', calendar)
  if (end !== undefined) return start.isDay ? epochOfDay(end.day) : startOf(end)
  const duration: unknown = component.of('duration')[0]?.getFirstValue()
  // Longer ones are refused; to add them would be walked day by day.
  if (duration instanceof ICAL.Duration && Math.abs(duration.toSeconds()) * 1000 <= 2 * LONGEST_MS)
    return endAfter(start, duration)
  if (duration instanceof ICAL.Duration) return startOf(start) + duration.toSeconds() * 1000
  return start.isDay ? startOf(start) + DAY_MS : startOf(start)
}

/**
 * The timing of two instants. A whole day from midnight on is one of days; from another hour on it
 * keeps its hour.
 */
function timingFrom(start: Moment, length: number, calendar: Calendar, recurs: boolean): Timing {
  if (start.isDay)
    return { allDay: true, day: start.day, days: Math.max(1, Math.round(length / DAY_MS)) }
  if (start.time === 0 && length > 0 && length % DAY_MS === 0)
    return { allDay: true, day: start.day, days: length / DAY_MS }
  const own = { allDay: false, length: Math.max(MINUTE_MS, length) } as const
  // A single time in UTC is shown by the user's clock. A series in UTC keeps it.
  return (start.isUtc && !recurs) || start.zone.offset !== undefined
    ? { ...own, ...clockOf(start.at, calendar.userZone), timeZone: calendar.userZone }
    : { ...own, day: start.day, time: start.time, timeZone: start.zone.timeZone }
}

/**
 * A text without the characters that no text of the product holds: control characters and direction
 * marks.
 */
const lines = (text: string, most: number): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, most)
/** Text of one line, as titles are. */
const oneLine = (text: string, most: number): string =>
  lines(text, 10 * most)
    .replaceAll(/\s+/g, ' ')
    .slice(0, most)

/** A description, below its place. */
function descriptionOf(component: Component): string {
  const place = oneLine(component.text('location'), 500)
  const description = lines(component.text('description'), 5_000)
  return description.includes(place) ? description : lines(`${place}\n${description}`, 5_000)
}

/** Minutes of the first alarm ahead of the start; 0 for none. */
function reminderOf({ raw }: Component): number {
  for (const alarm of raw.inner.filter(({ name }) => name === 'valarm')) {
    const trigger: unknown = componentOf(alarm).of('trigger')[0]?.getFirstValue()
    if (trigger instanceof ICAL.Duration && trigger.toSeconds() < 0)
      return Math.min(LONGEST_REMINDER, Math.round(-trigger.toSeconds() / 60))
  }
  return 0
}

const titleOf = (component: Component): string => oneLine(component.text('summary'), 200) || '…'

const factsOf = (component: Component, timing: Timing): OccurrenceFacts => ({
  title: titleOf(component),
  description: descriptionOf(component),
  timing,
  reminder: reminderOf(component),
  color: DEFAULT_COLOR,
})

function sourceOf(component: Component, calendar: Calendar): ImportSource {
  const sequence: unknown = component.of('sequence')[0]?.getFirstValue()
  const modified = momentIn(component, 'last-modified', calendar)
  return {
    sequence: typeof sequence === 'number' && sequence > 0 ? Math.min(sequence, 1e9) : 0,
    modifiedAt: modified === undefined ? 0 : Math.max(0, startOf(modified)),
  }
}

const isCancelled = (component: Component): boolean =>
  component.text('status').toUpperCase() === 'CANCELLED'

/** The day of a series that a time of it names, whichever type or zone the time is of. */
function dayIn(moment: Moment, timing: Timing, calendar: Calendar): Day {
  if (moment.isDay) return moment.day
  if (!timing.allDay) return clockOf(moment.at, timing.timeZone).day
  return moment.isUtc ? clockOf(moment.at, calendar.floating.timeZone).day : moment.day
}

/** The last second of a day. @unit milliseconds */
const LAST_SECOND = DAY_MS - 1_000

/** The last day of an UNTIL, on the clock of the series; its occurrence is not after it. */
function lastDayOf(until: Moment, timing: Timing, calendar: Calendar): Day {
  if (timing.allDay)
    // Midnight and the last second are told of the day itself, in whatever zone.
    return until.isDay || until.time === 0 || until.time === LAST_SECOND
      ? until.day
      : dayIn(until, timing, calendar)
  if (until.isDay) return until.day
  const { day } = clockOf(until.at, timing.timeZone)
  return spanOf({ ...timing, day }).start > until.at ? addDays(day, -1) : day
}

function untilOf(rule: string, timing: Timing, calendar: Calendar): DayOrNone {
  const text = ruleParts(rule).get('UNTIL')
  if (text === undefined) return ''
  const [, date = '', clock = '', utc = ''] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(text) ?? []
  const day = makeDay(Number(date.slice(0, 4)), Number(date.slice(4, 6)), Number(date.slice(6, 8)))
  if (clock === '') return lastDayOf({ day, isDay: true }, timing, calendar)
  const time =
    (Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(2, 4)) * 60 + Number(clock.slice(4))) *
    1000
  const zone: FileZone =
    utc === 'Z'
      ? UTC
      : timing.allDay
        ? calendar.floating
        : { timeZone: timing.timeZone, isKnown: true }
  const at = instantIn(zone, day, time)
  return lastDayOf({ day, isDay: false, time, zone, at, isUtc: utc === 'Z' }, timing, calendar)
}

/** Lines of a rule as the file writes them: the parser leaves unknown parts out. */
const rulesOf = ({ raw }: Component, name: string): readonly string[] =>
  raw.lines.flatMap((line) => {
    const [, value] = new RegExp(`^\\s*${name}(?:;[^:]*)?:(.*)$`, 'i').exec(line) ?? []
    return value === undefined ? [] : [value.trim().toUpperCase()]
  })

/** A yearly day since before the product's years: in a leap year of them. */
function inTheseYears(start: Moment, rules: readonly string[]): Moment {
  const isYearly = rules.some((rule) => ruleParts(rule).get('FREQ') === 'YEARLY')
  return start.isDay && isYearly && start.day < '1970-01-01'
    ? { ...start, day: `1972${start.day.slice(4)}` }
    : start
}

const keyOf = (no: number, day: Day): OccurrenceKey => `${no}/${day}`

/** A series with occurrences beside its rule: RDATE, or a start that the rule gives not. */
function withExtra(series: Series, extra: readonly Timing[]): Series {
  const [part] = series.parts
  if (part === undefined) return series
  const { recurrence: _, ...regular } = part.facts
  let after = series
  for (const timing of extra) {
    if (occurrenceAt(after, spanOf(timing).start) !== undefined) continue
    const key = keyOf(part.no, timing.day)
    const facts: OccurrenceFacts = { ...regular, timing }
    const isTaken =
      after.moved.some((one) => one.key === key) ||
      (part.facts.recurrence === null
        ? part.facts.timing.day === timing.day
        : isDayOf(part.facts.recurrence, part.facts.timing.day, timing.day))
    if (isTaken) {
      const no = Math.max(...after.parts.map((one) => one.no)) + 1
      const single: Part = { no, facts: { ...facts, recurrence: null }, before: '' }
      after = { ...after, parts: [...after.parts, single] }
    } else after = { ...after, moved: [...after.moved, { key, facts }] }
  }
  return after
}

/** The part of a series that a day belongs to. */
const partOn = ({ parts }: Series, day: Day): number =>
  (
    parts.findLast(
      ({ facts, before }) =>
        facts.recurrence !== null && facts.timing.day <= day && (before === '' || day < before),
    ) ?? parts[0]
  )?.no ?? 0

/**
 * A series with its changed and cancelled occurrences, each named by its day in the first rule. A
 * change of the following ones begins a new part, whose days may be others.
 */
export function withOverrides(series: Series, overrides: readonly Override[]): Series {
  let after = series
  /** The part that a change of the following ones began, and by how many days it moved them. */
  let begun: { readonly no: number; readonly moved: number } | null = null
  for (const { day, facts, reach } of overrides.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const key =
      begun === null ? keyOf(partOn(after, day), day) : keyOf(begun.no, addDays(day, begun.moved))
    if (facts === null)
      after = {
        ...after,
        moved: after.moved.filter((one) => one.key !== key),
        removed: [...after.removed.filter((one) => one !== key), key],
      }
    else if (reach === 'this')
      after = {
        ...after,
        moved: [...after.moved.filter((one) => one.key !== key), { key, facts }],
        removed: after.removed.filter((one) => one !== key),
      }
    else {
      const { timing, ...rest } = facts
      after = withFollowingChanged(after, key, { ...rest, timing }, timing)
      begun = { no: after.parts.at(-1)?.no ?? 0, moved: daysBetween(day, timing.day) }
    }
  }
  return after
}

type Versions = { readonly component: Component; readonly source: ImportSource }

/** The newest version of one event or occurrence: the higher SEQUENCE, else the later change. */
const newest = (versions: readonly Versions[]): Versions | undefined =>
  versions.toSorted(
    (a, b) => b.source.sequence - a.source.sequence || b.source.modifiedAt - a.source.modifiedAt,
  )[0]

type Reading = { event: FileEvent | null; lost: LossReason | null }

function overrideOf(
  component: Component,
  timing: Timing | null,
  calendar: Calendar,
): (Override & { readonly instant: number }) | null {
  const [property] = component.of('recurrence-id')
  const named = momentIn(component, 'recurrence-id', calendar)
  if (property === undefined || named === undefined) return null
  const start = momentIn(component, 'dtstart', calendar)
  const own: Timing =
    timing ??
    (start === undefined || start.isDay
      ? { allDay: true, day: named.day, days: 1 }
      : { ...timingFrom(start, MINUTE_MS, calendar, true) })
  const range: unknown = property.getParameter('range')
  const facts =
    isCancelled(component) || start === undefined
      ? null
      : factsOf(
          component,
          timingFrom(start, endOf(component, start, calendar) - startOf(start), calendar, true),
        )
  return {
    day: dayIn(named, own, calendar),
    facts,
    reach: range === 'THISANDFUTURE' ? 'following' : 'this',
    instant: startOf(named),
  }
}

/** Notes of what a component holds and the product does not. */
function notesOf(component: Component, timing: Timing | null, start: Moment): ImportNote[] {
  const rules = rulesOf(component, 'RRULE').length + rulesOf(component, 'EXRULE').length
  const isZoneLost = !start.isDay && !start.zone.isKnown && !start.isUtc
  return [
    ...(rules > 1 ? ['rules' as const] : []),
    ...(timing?.allDay === false && isZoneLost ? ['zone' as const] : []),
    ...(component.odd.length > 0 ? ['odd' as const] : []),
  ]
}

function lossOf(start: number, end: number): LossReason | null {
  if (start < 0 || end > LAST) return 'years'
  return end - start > LONGEST_MS ? 'length' : null
}

/** The days that an event has besides its rule, and those that it has not. */
function exceptionsOf(component: Component, timing: Timing, length: number, calendar: Calendar) {
  const extra = component.of('rdate').flatMap((property) =>
    momentsOf(property, calendar).map(({ moment, length: own }): Timing => {
      // A date beside a timed event is at the event's time.
      if (moment.isDay) return { ...timing, day: moment.day }
      return timing.allDay
        ? { ...timing, day: dayIn(moment, timing, calendar) }
        : timingFrom(moment, own ?? length, calendar, true)
    }),
  )
  const excluded = component
    .of('exdate')
    .flatMap((property) => momentsOf(property, calendar).map(({ moment }) => moment))
  // A time names the occurrence that begins then, not another one of its day.
  const isNamed = (own: Timing, moment: Moment): boolean =>
    moment.isDay || own.allDay
      ? dayIn(moment, own, calendar) === own.day
      : spanOf(own).start === moment.at
  const out = excluded.flatMap((moment) => {
    const day = dayIn(moment, timing, calendar)
    return isNamed({ ...timing, day }, moment) ? [day] : []
  })
  // What EXDATE names is out, also where RDATE names it.
  return { extra: extra.filter((own) => !excluded.some((moment) => isNamed(own, moment))), out }
}

function masterSeries(component: Component, calendar: Calendar) {
  const rules = rulesOf(component, 'RRULE')
  const written = momentIn(component, 'dtstart', calendar)
  if (written === undefined) return { lost: 'start' } as const
  const start = inTheseYears(written, rules)
  const length = endOf(component, written, calendar) - startOf(written)
  const lost = lossOf(startOf(start), startOf(start) + length)
  if (lost !== null) return { lost } as const
  const recurs = rules.length > 0 || component.of('rdate').length > 0
  const timing = timingFrom(start, length, calendar, recurs)
  const notes = notesOf(component, timing, start)
  const [rule] = rules
  const recurrence: Recurrence | null =
    rule === undefined
      ? null
      : recurrenceIn(
          rule,
          { first: timing.day, until: untilOf(rule, timing, calendar) },
          calendar.budget,
        )
  if (rule !== undefined && recurrence === null) notes.push('rule')
  const facts: EventFacts = { ...factsOf(component, timing), recurrence }
  const { extra, out } = exceptionsOf(component, timing, length, calendar)
  if (extra.length + out.length > MOST_EXCEPTIONS) notes.push('many')
  const isOwnDay = recurrence === null || isDayOf(recurrence, timing.day, timing.day)
  const all = [...(isOwnDay ? [] : [timing]), ...extra].slice(0, MOST_EXCEPTIONS)
  return { lost: null, timing, notes, series: seriesOf(facts), extra: all, out } as const
}

/** Whether a newer version of an event still has an occurrence on a day. */
function isDayIn(
  { series, extra, out }: Extract<ReturnType<typeof masterSeries>, { lost: null }>,
  day: Day,
): boolean {
  const [part] = series.parts
  if (part === undefined || out.includes(day)) return false
  const { recurrence, timing } = part.facts
  return (
    extra.some((one) => one.day === day) ||
    (recurrence === null ? timing.day === day : isDayOf(recurrence, timing.day, day))
  )
}

/** The event of one UID: its newest version with its occurrences that differ. */
function eventOf(uid: string, components: readonly Component[], calendar: Calendar): Reading {
  const versions = components.map((component) => ({
    component,
    source: sourceOf(component, calendar),
  }))
  const isSingle = ({ component }: Versions) => component.of('recurrence-id').length > 0
  const master = newest(versions.filter((one) => !isSingle(one)))
  const read = master === undefined ? null : masterSeries(master.component, calendar)
  const timing = read === null || read.lost !== null ? null : read.timing
  const byOccurrence = Map.groupBy(
    versions.filter(isSingle).flatMap((one) => {
      const override = overrideOf(one.component, timing, calendar)
      return override === null ? [] : [{ ...one, override }]
    }),
    ({ override }) => override.day,
  )
  const singles = [...byOccurrence.values()].flatMap((some) => {
    const chosen = newest(some)
    return chosen === undefined
      ? []
      : some.filter(({ component }) => component === chosen.component)
  })
  const overrides: Override[] = singles
    .filter(({ source, override }) => {
      const isOlder = master !== undefined && source.sequence < master.source.sequence
      return !isOlder || read === null || read.lost !== null || isDayIn(read, override.day)
    })
    .map(({ override: { day, facts, reach } }) => ({ day, facts, reach }))
    .filter(({ facts }) => {
      if (facts === null) return true
      const { start, end } = spanOf(facts.timing)
      return lossOf(start, end) === null
    })
  const any = master ?? versions[0]
  if (any === undefined) return { event: null, lost: null }
  const sources = [any, ...singles].map(({ source }) => source)
  const event = {
    uid,
    title: titleOf(any.component),
    source: {
      sequence: Math.max(...sources.map(({ sequence }) => sequence)),
      modifiedAt: Math.max(...sources.map(({ modifiedAt }) => modifiedAt)),
    },
  }
  if (master === undefined)
    return { event: { ...event, series: null, overrides, notes: [] }, lost: null }
  if (isCancelled(master.component))
    return { event: { ...event, series: null, overrides: [], notes: [] }, lost: null }
  if (read === null || read.lost !== null) return { event: null, lost: read?.lost ?? 'start' }
  const cancelled = read.out.map((day): Override => ({ day, facts: null, reach: 'this' }))
  const changed = [...cancelled, ...overrides].slice(0, 2 * MOST_EXCEPTIONS)
  const days = new Set(overrides.map(({ day }) => day))
  const series = withExtra(
    withOverrides(read.series, changed),
    read.extra.filter(({ day }) => !days.has(day)),
  )
  const isEmpty = firstOccurrence(series) === undefined
  return {
    event: { ...event, series: isEmpty ? null : series, overrides: [], notes: read.notes },
    lost: null,
  }
}

/** Methods by which an invitation is answered: their events are not the user's. */
const ANSWERS = new Set(['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER'])

/** The events of one calendar of a file. */
function eventsOf(raw: RawComponent, userZone: string, budget: Budget): CalendarFile {
  const own = componentOf(raw)
  const components = raw.inner.filter(({ name }) => name === 'vevent').map(componentOf)
  const method = own.text('method').toUpperCase()
  if (ANSWERS.has(method))
    return {
      events: [],
      lost: components.map((one) => ({ title: titleOf(one), reason: 'answer' })),
    }
  const zoneNamed = zonesOf(
    raw.inner.filter(({ name }) => name === 'vtimezone'),
    userZone,
  )
  const zone = knownZone(own.text('x-wr-timezone'))
  const floating: FileZone = { timeZone: zone ?? userZone, isKnown: true }
  const calendar: Calendar = { zoneNamed, floating, userZone, budget }
  const events: FileEvent[] = []
  const lost: LostEvent[] = []
  const byUid = Map.groupBy(
    components,
    (component) =>
      component.text('uid').trim() ||
      `${component.of('dtstart')[0]?.toICALString() ?? ''} ${component.text('summary')}`,
  )
  for (const [uid, some] of byUid) {
    const [first] = some
    try {
      const reading = eventOf(uid, some, calendar)
      if (reading.event !== null)
        events.push(
          method === 'CANCEL' && reading.event.series !== null
            ? { ...reading.event, series: null, overrides: [] }
            : method === 'CANCEL'
              ? {
                  ...reading.event,
                  overrides: reading.event.overrides.map((one) => ({ ...one, facts: null })),
                }
              : reading.event,
        )
      if (reading.lost !== null && first !== undefined)
        lost.push({ title: titleOf(first), reason: reading.lost })
    } catch {
      // Values that the parser takes and the calendar has not, such as a 13th month.
      if (first !== undefined) lost.push({ title: titleOf(first), reason: 'start' })
    }
  }
  return { events, lost }
}

/**
 * The events of an iCalendar file, of each of its calendars. An odd event loses itself alone.
 *
 * @param userZone the user's time zone, for times that name none
 * @source RFC 5545, RFC 5546
 */
export function readCalendar(bytes: Uint8Array, userZone: string): CalendarFile | Unreadable {
  if (bytes.length > LARGEST_CALENDAR) return 'size'
  const components = componentsIn(fileText(bytes))
  const bare = components.filter(({ name }) => name === 'vevent')
  const calendars = [
    ...components.filter(({ name }) => name === 'vcalendar'),
    ...(bare.length > 0 ? [{ name: 'vcalendar', lines: [], inner: bare }] : []),
  ]
  if (calendars.length === 0) return 'form'
  const count = calendars.flatMap(({ inner }) => inner).filter(({ name }) => name === 'vevent')
  if (count.length > MOST_EVENTS) return 'count'
  const budget = { steps: MOST_STEPS, looks: MOST_LOOKS }
  const read = calendars.map((one) => eventsOf(one, userZone, budget))
  return { events: read.flatMap(({ events }) => events), lost: read.flatMap(({ lost }) => lost) }
}
