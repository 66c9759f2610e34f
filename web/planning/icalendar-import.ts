import ICAL from 'ical.js'
import type { FREQUENCIES } from '#contract/planning/planning.values.ts'
import { instantAt, timeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS, MINUTE_MS } from '#contract/kernel/time.values.ts'

/**
 * Limits of a file, so that no file keeps the page busy. @unit bytes; components; steps of all its
 * rules
 */
const LARGEST_FILE = 1_000_000
const MOST_EVENTS = 1_000
const MOST_STEPS = 20_000
const MOST_EXCEPTIONS = 400
/** Changes of its clocks that a zone may describe. */
const MOST_CHANGES = 400
/** Limits of the product. @unit interval: days to years; epoch milliseconds */
const LONGEST_INTERVAL = 999
const LAST = Date.UTC(2200, 11, 31)
const LONGEST_MS = 366 * DAY_MS

/** Why an event comes without something: shown beside it. */
type ImportNote = 'rule' | 'past'

/** An event as it will be added. @unit start, end and without: epoch milliseconds */
export type ImportedEvent = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly start: number
  readonly end: number
  readonly allDay: boolean
  readonly timeZone?: string
  readonly recurring: boolean
  readonly frequency?: (typeof FREQUENCIES)[number]
  readonly interval?: number
  readonly days?: string
  readonly months?: string
  readonly schedulerEndDate?: number
  readonly reminder: number
  readonly without: readonly number[]
  readonly note: ImportNote | ''
}

/** The file is no calendar, or too large a one. */
export class UnreadableCalendar extends Error {
  readonly reason: 'size' | 'form' | 'count'
  constructor(reason: 'size' | 'form' | 'count') {
    super(reason)
    this.reason = reason
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * An id that the same event of the same file has each time, so that a second import adds nothing.
 */
async function idOf(uid: string, part: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`icalendar ${uid} ${part}`),
  )
  return [...new Uint8Array(digest).subarray(0, 26)]
    .map((byte, i) => LETTERS[byte % (i === 0 ? 8 : 32)] ?? '0')
    .join('')
}

/** The browser's name of a zone; absent where it has none. */
function ianaName(name: string | undefined): string | undefined {
  if (name === undefined || name === 'floating') return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The zone that a time names; the package keeps it beside what its types tell. */
const nameIn = (time: ICAL.Time): string | undefined =>
  (time as { readonly timezone?: string }).timezone
/**
 * The zone that a time names without the file describing it; the user's where the browser does not
 * know it.
 */
const namedZone = (time: ICAL.Time): string => ianaName(nameIn(time)) ?? timeZone()
const isDescribed = ({ zone }: ICAL.Time): boolean => zone.tzid !== 'floating'
const dayOf = ({ year, month, day }: ICAL.Time): number => Date.UTC(year, month - 1, day)

function instantOf(time: ICAL.Time): number {
  if (time.isDate) return dayOf(time)
  return isDescribed(time)
    ? time.toUnixTime() * 1000
    : instantAt(dayOf(time), time.hour * 60 + time.minute, namedZone(time))
}

/**
 * IANA name of a time's zone; absent for what the browser does not know: the user's own zone is
 * taken.
 */
function zoneOf(time: ICAL.Time): { readonly timeZone?: string } {
  const name = isDescribed(time) ? time.zone.tzid : nameIn(time)
  const zone = time.isDate || name === 'UTC' || name === 'Z' ? undefined : ianaName(name)
  return zone === undefined ? {} : { timeZone: zone }
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const weekdayOf = (time: ICAL.Time): string => WEEKDAYS[(time.dayOfWeek() + 5) % 7] ?? ''
const asNumbers = (list: unknown): readonly number[] =>
  Array.isArray(list) ? list.map(Number) : []
const asTexts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : [])

type Rule = Pick<ImportedEvent, 'frequency' | 'interval' | 'days' | 'months' | 'schedulerEndDate'>

type RuleDays = Omit<Rule, 'interval' | 'schedulerEndDate'>
type DayParts = ReturnType<typeof dayPartsOf>

/** The parts of a rule that name days. `others` are names of parts without words in the product. */
function dayPartsOf({ freq, parts }: ICAL.Recur) {
  const { BYDAY, BYMONTH, BYMONTHDAY, ...others }: Readonly<Record<string, unknown>> = parts
  return {
    freq,
    byDay: asTexts(BYDAY),
    months: asNumbers(BYMONTH),
    dates: asNumbers(BYMONTHDAY),
    others: Object.keys(others),
    setPositions: asNumbers(others['BYSETPOS']),
  }
}

/** The last of the days from the 28th to the start's: that of the longest month of the rule. */
const isLastOfSome = ({ others, setPositions, dates }: DayParts, start: ICAL.Time): boolean =>
  others.join() === 'BYSETPOS' &&
  setPositions.join() === '-1' &&
  dates.length > 1 &&
  dates.every((date, i) => date === 28 + i) &&
  dates.at(-1) === start.day

/** The last day of the month, where the start is that of the longest month of the rule. */
const isLastDay = ({ freq, others, months, dates }: DayParts, start: ICAL.Time): boolean =>
  others.length === 0 &&
  dates.join() === '-1' &&
  (start.day === 31 ||
    (start.month === 2 && start.day === 29 && (freq === 'YEARLY' || months.join() === '2')))

/** Whether a rule names the start's own day of the month, or none. */
const isOwnDate = (parts: DayParts, start: ICAL.Time): boolean =>
  parts.dates.length === 0 ||
  (parts.dates.length === 1 && parts.dates[0] === start.day) ||
  isLastOfSome(parts, start) ||
  isLastDay(parts, start)

/** Whether a rule names the start's own weekday of the month: the second Sunday. */
function isOwnWeekday({ freq, byDay, months, dates }: DayParts, start: ICAL.Time): boolean {
  const nth = Math.ceil(start.day / 7)
  const weekday = weekdayOf(start)
  const own = [`${nth}${weekday}`, `+${nth}${weekday}`, ...(nth > 4 ? [`-1${weekday}`] : [])]
  // The second Sunday of May each year is that of each month which is a May.
  const isOfMonth = freq === 'MONTHLY' || months.length > 0
  return byDay.length === 1 && dates.length === 0 && isOfMonth && own.includes(byDay[0] ?? '')
}

/** Days and weekdays that repeat without a date of the month. */
function weekdaysOf({ freq, byDay, months, dates }: DayParts): RuleDays | null {
  const days = byDay.map((day) => WEEKDAYS.indexOf(day) + 1)
  return days.includes(0) || dates.length > 0
    ? null
    : {
        months: months.join(';'),
        frequency: freq === 'DAILY' ? 'daily' : 'weekly',
        days: days.join(';'),
      }
}

/** The start's own day of the month, by date or by weekday. */
function monthDaysOf(parts: DayParts, start: ICAL.Time): RuleDays | null {
  const { freq, byDay } = parts
  const months = parts.months.join(';')
  if (parts.months.length > 0 && !parts.months.includes(start.month)) return null
  if (byDay.length > 0)
    return isOwnWeekday(parts, start) ? { months, frequency: 'monthlyByWeekday' } : null
  if (!isOwnDate(parts, start)) return null
  return freq === 'MONTHLY'
    ? { months, frequency: 'monthlyByDate' }
    : { months: parts.months.length > 1 ? months : '', frequency: 'yearly' }
}

/** Days of a rule, in the product's words; null where it has none for them. */
function daysOf(rule: ICAL.Recur, start: ICAL.Time): RuleDays | null {
  const parts = dayPartsOf(rule)
  if (parts.others.length > 0 && !isLastOfSome(parts, start)) return null
  switch (parts.freq) {
    case 'DAILY':
    case 'WEEKLY':
      return weekdaysOf(parts)
    case 'MONTHLY':
    case 'YEARLY':
      return monthDaysOf(parts, start)
    default:
      return null
  }
}

/** Steps that the rules of a file may still take. */
type Budget = { steps: number }

/** The rule in the product's words; null where it has none for it. */
function ruleOf(rule: ICAL.Recur, start: ICAL.Time, budget: Budget): Rule | null {
  const { interval } = rule
  const days = daysOf(rule, start)
  if (days === null || !Number.isInteger(interval) || interval < 1 || interval > LONGEST_INTERVAL)
    return null
  // An interval counts years here; the product's rule would count months.
  if (rule.freq === 'YEARLY' && days.frequency === 'monthlyByWeekday' && interval > 1) return null
  const last = lastDayOf(rule, start, budget)
  if (last === null || (last !== 0 && last < dayOf(start))) return null
  return { ...days, interval, schedulerEndDate: last > LAST ? 0 : last }
}

/** Whether an event begins on one of the days and in one of the months of its rule. */
function givesStart({ parts }: ICAL.Recur, start: ICAL.Time): boolean {
  const named: Readonly<Record<string, unknown>> = parts
  const [days, months] = [asTexts(named['BYDAY']), asNumbers(named['BYMONTH'])]
  const isOwnDay = days.length === 0 || days.some((day) => day.endsWith(weekdayOf(start)))
  return isOwnDay && (months.length === 0 || months.includes(start.month))
}

/**
 * The last day of a rule: its end, or its last counted occurrence. 0 for none, null beyond the
 * budget.
 */
function lastDayOf(rule: ICAL.Recur, start: ICAL.Time, budget: Budget): number | null {
  const { until } = rule
  if (until) {
    // An end is told in UTC: its day is that of the clock which the event follows.
    if (until.isDate || start.isDate || !isDescribed(until)) return dayOf(until)
    return isDescribed(start)
      ? dayOf(until.convertToZone(start.zone))
      : wallClock(instantOf(until), namedZone(start)).day
  }
  if (!rule.count) return 0
  // A rule that does not give its own start may give no day at all. A walk of it would have no end.
  if (rule.count > budget.steps || !givesStart(rule, start)) return null
  budget.steps -= rule.count
  const dates = rule.iterator(start)
  let last = start
  for (let step = 0; step < rule.count; step++) {
    const next = dates.next()
    if (!next) break
    last = next
  }
  return dayOf(last)
}

/** Minutes of the first alarm ahead of the start; 0 for none. */
function reminderOf(component: ICAL.Component): number {
  for (const alarm of component.getAllSubcomponents('valarm')) {
    const trigger: unknown = alarm.getFirstPropertyValue('trigger')
    if (trigger instanceof ICAL.Duration && trigger.toSeconds() < 0)
      return Math.min(40_320, Math.round(-trigger.toSeconds() / 60))
  }
  return 0
}

/**
 * A text without the characters that no text of the product holds: control characters and direction
 * marks.
 */
const lines = (text: unknown, most: number): string =>
  typeof text === 'string'
    ? text
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .replaceAll(/[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
        .trim()
        .slice(0, most)
    : ''
/** Text of one line, as titles are. */
const oneLine = (text: unknown, most: number): string =>
  lines(text, 10 * most)
    .replaceAll(/\s+/g, ' ')
    .slice(0, most)

/**
 * The events of an iCalendar file, in order of their start.
 *
 * @throws UnreadableCalendar
 */
export async function eventsIn(file: Blob, now: number): Promise<readonly ImportedEvent[]> {
  if (file.size > LARGEST_FILE) throw new UnreadableCalendar('size')
  const calendar = parsed(await file.text())
  const components = calendar.getAllSubcomponents('vevent')
  if (components.length > MOST_EVENTS) throw new UnreadableCalendar('count')
  const events = components.flatMap((component) => readable(component))
  const exceptions = new Map<string, ICAL.Time[]>()
  for (const { event } of events)
    if (event.isRecurrenceException())
      exceptions.set(event.uid, [...(exceptions.get(event.uid) ?? []), event.recurrenceId])
  const budget = { steps: MOST_STEPS }
  const found = await Promise.all(
    events.map(({ event, component }) =>
      imported(event, component, exceptions.get(event.uid) ?? [], budget, now),
    ),
  )
  return found.toSorted((a, b) => a.start - b.start)
}

function parsed(text: string): ICAL.Component {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    if (calendar.name !== 'vcalendar') throw new UnreadableCalendar('form')
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      if (!isPlainZone(zone)) calendar.removeSubcomponent(zone)
    return calendar
  } catch {
    throw new UnreadableCalendar('form')
  }
}

/** Whether a zone's clocks are changed once or twice a year: others would be walked for minutes. */
function isPlainZone(zone: ICAL.Component): boolean {
  const changes = [...zone.getAllSubcomponents('standard'), ...zone.getAllSubcomponents('daylight')]
  return (
    zone.getFirstPropertyValue('tzid') !== null &&
    changes.length > 0 &&
    changes.length <= MOST_CHANGES &&
    changes.every((change) => {
      const [rule, ...more] = change
        .getAllProperties('rrule')
        .map((property) => property.getFirstValue())
      if (rule === undefined) return true
      return (
        more.length === 0 &&
        rule instanceof ICAL.Recur &&
        rule.freq === 'YEARLY' &&
        rule.interval === 1
      )
    })
  )
}

type Readable = { readonly event: ICAL.Event; readonly component: ICAL.Component }

/** A component that begins and ends within the product's years; any other is left out. */
function readable(component: ICAL.Component): readonly Readable[] {
  try {
    const event = new ICAL.Event(component, { exceptions: [] })
    // The end is counted from the start day by day.
    const length: unknown = component.getFirstPropertyValue('duration')
    if (length instanceof ICAL.Duration && length.toSeconds() * 1000 > LONGEST_MS) return []
    const [start, end] = [instantOf(event.startDate), instantOf(event.endDate)]
    const isTaken = start >= 0 && end <= LAST && end - start <= LONGEST_MS
    return isTaken || isOldBirthday(event, component) ? [{ event, component }] : []
  } catch {
    return []
  }
}

/** A day that comes back each year, since before the product's years began. */
const isOldBirthday = ({ startDate }: ICAL.Event, component: ICAL.Component): boolean => {
  const rule: unknown = component.getFirstPropertyValue('rrule')
  return (
    startDate.isDate &&
    startDate.year < 1970 &&
    rule instanceof ICAL.Recur &&
    rule.freq === 'YEARLY'
  )
}

/** The same date of a leap year after 1970, for days since before it. */
function inTheseYears(date: ICAL.Time): ICAL.Time {
  const later = date.clone()
  later.year = 1972
  return later
}

async function imported(
  event: ICAL.Event,
  component: ICAL.Component,
  exceptions: readonly ICAL.Time[],
  budget: Budget,
  now: number,
): Promise<ImportedEvent> {
  const startDate = isOldBirthday(event, component)
    ? inTheseYears(event.startDate)
    : event.startDate
  const start = instantOf(startDate)
  const least = startDate.isDate ? DAY_MS : MINUTE_MS
  const recur: unknown = event.isRecurrenceException()
    ? null
    : component.getFirstPropertyValue('rrule')
  const rule = recur instanceof ICAL.Recur ? ruleOf(recur, startDate, budget) : null
  const taken = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues())
    .filter((time): time is ICAL.Time => time instanceof ICAL.Time)
  const own = event.isRecurrenceException() ? String(instantOf(event.recurrenceId)) : ''
  const length = instantOf(event.endDate) - instantOf(event.startDate)
  const end = start + Math.max(least, length)
  const isOver =
    rule === null
      ? end <= now
      : (rule.schedulerEndDate ?? 0) !== 0 && (rule.schedulerEndDate ?? 0) < now
  return {
    id: await idOf(event.uid || `${start} ${event.summary}`, own),
    title: oneLine(event.summary, 200) || '…',
    description: lines(event.description, 5_000),
    start,
    end,
    allDay: startDate.isDate,
    ...zoneOf(startDate),
    recurring: rule !== null,
    ...rule,
    reminder: reminderOf(component),
    without:
      rule === null ? [] : [...taken, ...exceptions].map(instantOf).slice(0, MOST_EXCEPTIONS),
    note: recur instanceof ICAL.Recur && rule === null ? 'rule' : isOver ? 'past' : '',
  }
}
