import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { type Day, dayOfMonth, DAY_MS, epochOfDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { instantOf, isTimeZone, offsetAt, type TimeOfDay } from '../local-time.ts'
import { WINDOWS_ZONES } from '../windows-zones.values.ts'
import { presentZoneName } from '../zone-names.values.ts'
import { type RawComponent, propertiesOf } from './calendar-lines.ts'

/** Changes of its clocks that a zone may describe: others would be walked for minutes. */
const MOST_CHANGES = 400

/**
 * A zone that a file names. `offset` is that of its description, where no known zone is like it.
 *
 * @unit offset: milliseconds from UTC at a time that its clock shows
 */
export type FileZone = {
  readonly timeZone: string
  readonly isKnown: boolean
  readonly offset?: (day: Day, time: TimeOfDay) => number
}

const ENGINE_ZONES = Intl.supportedValuesOf('timeZone')
const BY_CITY = new Map(
  ENGINE_ZONES.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(), zone]),
)
const BY_WINDOWS_NAME = new Map(
  Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone]),
)

const present = (name: string): string =>
  presentZoneName(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId)

/** `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`, as Outlook shows a zone. */
function zoneByCity(name: string): string | undefined {
  const cities = name
    .replace(/^\s*\((?:UTC|GMT)[^)]*\)/i, '')
    .split(/[,;/]/)
    .map((city) => city.trim().toLowerCase().replaceAll(/\s+/g, '_'))
  return cities.map((city) => BY_CITY.get(city)).find((zone) => zone !== undefined)
}

/** A known zone by any of its names; undefined where a name tells none. */
export function knownZone(written: string): string | undefined {
  const name = written.trim().replaceAll(/^["']+|["']+$/g, '')
  if (name === '') return undefined
  if (isTimeZone(name)) return present(name)
  const windows = BY_WINDOWS_NAME.get(name.toLowerCase().replace(/\s+\d+$/, ''))
  if (windows !== undefined) return present(windows)
  const offset = /^(?:UTC|GMT)\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(name)
  if (offset !== null) {
    const [, sign = '+', hours = '', minutes = '00'] = offset
    const zone = `${sign}${hours.padStart(2, '0')}:${minutes}`
    return isTimeZone(zone) ? zone : undefined
  }
  // Some programs put their own address before the name.
  const segments = name.split('/')
  const tail = [3, 2].map((count) => segments.slice(-count).join('/'))
  const own = tail.find((end) => end !== name && end.includes('/') && isTimeZone(end))
  if (own !== undefined) return present(own)
  const city = zoneByCity(name)
  return city === undefined ? undefined : present(city)
}

/** The clock of a description; undefined where it is none, or a hostile one. */
function describedClock(zone: RawComponent): FileZone['offset'] {
  const changes = zone.inner.filter(({ name }) => name === 'standard' || name === 'daylight')
  if (changes.length === 0 || changes.length > MOST_CHANGES) return undefined
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', 'described')
  for (const change of changes) {
    const inner = new ICAL.Component(change.name)
    const { properties } = propertiesOf(change)
    const rules = properties.filter(({ name }) => name === 'rrule')
    const isPlain = rules.every((property) => {
      const rule: unknown = property.getFirstValue()
      return rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && rule.interval === 1
    })
    if (rules.length > 1 || !isPlain) return undefined
    for (const property of properties) inner.addProperty(property)
    component.addSubcomponent(inner)
  }
  const described = new ICAL.Timezone(component)
  return (day, time) =>
    described.utcOffset(
      new ICAL.Time(
        {
          year: yearOf(day),
          month: monthOf(day),
          day: dayOfMonth(day),
          hour: Math.floor(time / 3_600_000),
          minute: Math.floor(time / 60_000) % 60,
          second: 0,
          isDate: false,
        },
        ICAL.Timezone.localTimezone,
      ),
    ) * 1000
}

/** Twice a month over two years, at noon: clocks are changed on other days. */
const COMPARED_DAYS = Array.from({ length: 52 }, (_, n) => n * 14)

/** A known zone whose clock shows the same times around a day; the user's own before others. */
function likeZone(
  offset: NonNullable<FileZone['offset']>,
  around: Day,
  userZone: string,
): string | undefined {
  const noon = 12 * 3_600_000
  const first = epochOfDay(around)
  const samples = COMPARED_DAYS.map((days) => {
    const day = Temporal.PlainDate.from(around).add({ days }).toString()
    const own = offset(day, noon)
    return { at: first + days * DAY_MS + noon - own, own }
  })
  return [userZone, ...new Set(Object.values(WINDOWS_ZONES))].find((zone) =>
    samples.every(({ at, own }) => offsetAt(at, zone) === own),
  )
}

const textProperty = (zone: RawComponent, ...names: readonly string[]): readonly string[] =>
  propertiesOf(zone).properties.flatMap((property) => {
    const value: unknown = property.getFirstValue()
    return names.includes(property.name) && typeof value === 'string' ? [value] : []
  })

/**
 * The zones of a calendar, by the name that a time gives. A name that is known counts before its
 * description: many files describe less than a year.
 *
 * @param around the first day of an event
 */
export function zonesOf(described: readonly RawComponent[], userZone: string) {
  const found = new Map<string, FileZone>()
  const raw = new Map(
    described.flatMap((zone) => textProperty(zone, 'tzid').map((name) => [name, zone] as const)),
  )
  const read = (tzid: string, around: Day): FileZone => {
    const zone = raw.get(tzid)
    const names = [tzid, ...(zone === undefined ? [] : textProperty(zone, 'x-lic-location'))]
    const name = names.map(knownZone).find((one) => one !== undefined)
    if (name !== undefined) return { timeZone: name, isKnown: true }
    const offset = zone === undefined ? undefined : describedClock(zone)
    if (offset === undefined) return { timeZone: userZone, isKnown: false }
    const like = likeZone(offset, around, userZone)
    return like === undefined
      ? { timeZone: userZone, isKnown: false, offset }
      : { timeZone: present(like), isKnown: true }
  }
  return (name: string, around: Day): FileZone => {
    const before = found.get(name)
    if (before !== undefined) return before
    const zone = read(name, around)
    found.set(name, zone)
    return zone
  }
}

/** The instant of a time on a zone's clock. @returns epoch milliseconds */
export const instantIn = (zone: FileZone, day: Day, time: TimeOfDay): number =>
  zone.offset === undefined
    ? instantOf(day, time, zone.timeZone)
    : epochOfDay(day) + time - zone.offset(day, time)
