import ICAL from 'ical.js'
import type { FREQUENCIES } from '#contract/planning.values.ts'
import { instantAt } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from './period.ts'

/** Limits of a file, so that no file keeps the page busy. @unit bytes; components; steps of a rule */
const LARGEST_FILE = 1_000_000
const MOST_EVENTS = 1_000
const MOST_STEPS = 5_000
const MOST_EXCEPTIONS = 400

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

/** An id that the same event of the same file has each time, so that a second import adds nothing. */
async function idOf(uid: string, part: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`icalendar ${uid} ${part}`))
  return [...new Uint8Array(digest).subarray(0, 26)]
    .map((byte, i) => LETTERS[byte % (i === 0 ? 8 : 32)] ?? '0')
    .join('')
}

/** A time of a zone that the file does not describe is one of the user's clock. */
function instantOf(time: ICAL.Time): number {
  const day = Date.UTC(time.year, time.month - 1, time.day)
  if (time.isDate) return day
  return time.zone.tzid === 'floating' ? instantAt(day, time.hour * 60 + time.minute) : time.toUnixTime() * 1000
}

/** IANA name of a time's zone; absent for what the browser does not know: the user's own zone is taken. */
function zoneOf(time: ICAL.Time): { readonly timeZone?: string } {
  const name = time.zone.tzid
  if (time.isDate || name === 'floating' || name === 'UTC' || name === 'Z') return {}
  try {
    return { timeZone: new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone }
  } catch {
    return {}
  }
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const asNumbers = (list: unknown): readonly number[] => (Array.isArray(list) ? list.map(Number) : [])
const asTexts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : [])

type Rule = Pick<ImportedEvent, 'frequency' | 'interval' | 'days' | 'months' | 'schedulerEndDate'>

/** The rule in the product's words; null where it has none for it. */
function ruleOf(rule: ICAL.Recur, start: ICAL.Time): Rule | null {
  const parts: Readonly<Record<string, unknown>> = rule.parts
  const known = ['BYDAY', 'BYMONTH', 'BYMONTHDAY']
  const named = Object.keys(parts).filter((name) => name.startsWith('BY'))
  if (named.some((name) => !known.includes(name))) return null
  const byDay = asTexts(parts['BYDAY'])
  const plain = byDay.map((day) => WEEKDAYS.indexOf(day) + 1)
  const months = asNumbers(parts['BYMONTH'])
  const dates = asNumbers(parts['BYMONTHDAY'])
  const isOwnDate = dates.length === 0 || (dates.length === 1 && dates[0] === start.day)
  const common = {
    interval: Math.max(1, rule.interval),
    months: months.join(';'),
    schedulerEndDate: lastDayOf(rule, start),
  }
  const days = plain.join(';')
  switch (rule.freq) {
    case 'DAILY':
      return plain.includes(0) || dates.length > 0 ? null : { ...common, frequency: 'daily', days }
    case 'WEEKLY':
      return plain.includes(0) || dates.length > 0 ? null : { ...common, frequency: 'weekly', days }
    case 'MONTHLY': {
      if (byDay.length === 0) return isOwnDate ? { ...common, frequency: 'monthlyByDate' } : null
      const nth = Math.ceil(start.day / 7)
      const weekday = WEEKDAYS[(start.dayOfWeek() + 5) % 7] ?? ''
      const own = [`${nth}${weekday}`, `+${nth}${weekday}`, ...(nth > 4 ? [`-1${weekday}`] : [])]
      return byDay.length === 1 && dates.length === 0 && own.includes(byDay[0] ?? '')
        ? { ...common, frequency: 'monthlyByWeekday' }
        : null
    }
    case 'YEARLY': {
      const isOwnMonth = months.length === 0 || (months.length === 1 && months[0] === start.month)
      return byDay.length === 0 && isOwnDate && isOwnMonth ? { ...common, months: '', frequency: 'yearly' } : null
    }
    default:
      return null
  }
}

/** The last day of a rule: its end, or that of its last counted occurrence; 0 for none. */
function lastDayOf(rule: ICAL.Recur, start: ICAL.Time): number {
  const day = (time: ICAL.Time) => Date.UTC(time.year, time.month - 1, time.day)
  if (rule.until) return day(rule.until)
  if (!rule.count) return 0
  const dates = rule.iterator(start)
  let last = start
  for (let step = 0; step < Math.min(rule.count, MOST_STEPS); step++) {
    const next = dates.next()
    if (!next) break
    last = next
  }
  return day(last)
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

/** What the server refuses in a text: control characters, and those that turn its direction. */
const REFUSED = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu
const withoutRefused = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(REFUSED, '')

/** Text of one line, as titles are. */
const oneLine = (text: unknown, most: number): string =>
  typeof text === 'string' ? withoutRefused(text).replaceAll(/\s+/g, ' ').trim().slice(0, most) : ''

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
  const found = await Promise.all(
    events.map(({ event, component }) => imported(event, component, exceptions.get(event.uid) ?? [], now)),
  )
  return found.toSorted((a, b) => a.start - b.start)
}

function parsed(text: string): ICAL.Component {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    if (calendar.name !== 'vcalendar') throw new UnreadableCalendar('form')
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    return calendar
  } catch {
    throw new UnreadableCalendar('form')
  }
}

type Readable = { readonly event: ICAL.Event; readonly component: ICAL.Component }

/** A component that has a start and an end; what has none is left out. */
function readable(component: ICAL.Component): readonly Readable[] {
  try {
    const event = new ICAL.Event(component, { exceptions: [] })
    return Number.isFinite(instantOf(event.startDate)) && Number.isFinite(instantOf(event.endDate))
      ? [{ event, component }]
      : []
  } catch {
    return []
  }
}

async function imported(
  event: ICAL.Event,
  component: ICAL.Component,
  exceptions: readonly ICAL.Time[],
  now: number,
): Promise<ImportedEvent> {
  const { startDate, endDate } = event
  const start = instantOf(startDate)
  const least = startDate.isDate ? DAY_MS : 60_000
  const recur: unknown = event.isRecurrenceException() ? null : component.getFirstPropertyValue('rrule')
  const rule = recur instanceof ICAL.Recur ? ruleOf(recur, startDate) : null
  const taken = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues())
    .filter((time): time is ICAL.Time => time instanceof ICAL.Time)
  const own = event.isRecurrenceException() ? String(instantOf(event.recurrenceId)) : ''
  const end = Math.max(start + least, instantOf(endDate))
  const isOver = rule === null ? end <= now : (rule.schedulerEndDate ?? 0) !== 0 && (rule.schedulerEndDate ?? 0) < now
  return {
    id: await idOf(event.uid || `${start} ${event.summary}`, own),
    title: oneLine(event.summary, 200) || '…',
    description: typeof event.description === 'string' ? withoutRefused(event.description).trim().slice(0, 5_000) : '',
    start,
    end,
    allDay: startDate.isDate,
    ...zoneOf(startDate),
    recurring: rule !== null,
    ...rule,
    reminder: reminderOf(component),
    without: rule === null ? [] : [...taken, ...exceptions].map(instantOf).slice(0, MOST_EXCEPTIONS),
    note: recur instanceof ICAL.Recur && rule === null ? 'rule' : isOver ? 'past' : '',
  }
}
