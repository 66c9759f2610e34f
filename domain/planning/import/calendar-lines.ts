import ICAL from 'ical.js'

/** A component as its file holds it: unfolded lines, without those of its inner components. */
export type RawComponent = {
  readonly name: string
  readonly lines: readonly string[]
  readonly inner: readonly RawComponent[]
}

/** Deeper components are no calendar's. */
const DEEPEST = 8

/** Components that stand in a calendar alone. */
const OF_CALENDAR = new Set(['vevent', 'vtodo', 'vjournal', 'vfreebusy', 'vtimezone'])

type Open = { readonly name: string; readonly lines: string[]; readonly inner: RawComponent[] }

/**
 * The outermost components of a text. Components are told apart by their lines alone: an odd line
 * loses no other component.
 */
export function componentsIn(text: string): readonly RawComponent[] {
  const unfolded = text.replaceAll(/(?:\r\n?|\n)+[ \t]/g, '')
  const found: RawComponent[] = []
  const stack: Open[] = []
  const close = () => {
    const done = stack.pop()
    if (done !== undefined) (stack.at(-1)?.inner ?? found).push(done)
  }
  for (const line of unfolded.split(/\r\n?|\n/)) {
    const begins = /^\s*BEGIN:\s*([\w-]+)\s*$/i.exec(line)?.[1]?.toLowerCase()
    const ends = /^\s*END:\s*([\w-]+)\s*$/i.exec(line)?.[1]?.toLowerCase()
    if (begins !== undefined) {
      // An event within another component is one after an end that is missing.
      if (OF_CALENDAR.has(begins))
        while (stack.length > 0 && stack.at(-1)?.name !== 'vcalendar') close()
      if (stack.length < DEEPEST) stack.push({ name: begins, lines: [], inner: [] })
    } else if (ends !== undefined) {
      const at = stack.findLastIndex(({ name }) => name === ends)
      if (at >= 0) while (stack.length > at) close()
    } else if (line.trim() !== '') stack.at(-1)?.lines.push(line)
  }
  while (stack.length > 0) close()
  return found
}

/** A day that is not told to be one: `DTSTART:20270101`. */
const BARE_DAY = /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;[^:]*)?):((?:\d{8},?)+)$/i
const TYPED = /;VALUE=/i
const withType = (line: string): string =>
  TYPED.test(line) ? line : line.replace(BARE_DAY, '$1;VALUE=DATE:$2')

const parsedLine = (line: string): ICAL.Property | undefined => {
  try {
    const property = ICAL.Property.fromString(line)
    property.getValues()
    return property
  } catch {
    return undefined
  }
}

/** A time whose zone has a colon in its name: `TZID=(UTC+01:00) Paris:20270101T100000`. */
const ODD_ZONE = /^([\w-]+;(?:[^:]*;)?TZID=)"?([^"]*?)"?(;[^:;]*)?:(\d{8}(?:T\d{6}Z?)?(?:,.*)?)$/i

/** A line as a property, once its quotes are as they should be. Undefined where it is none. */
const propertyIn = (line: string): ICAL.Property | undefined =>
  parsedLine(line) ??
  parsedLine(line.replace(ODD_ZONE, '$1"$2"$3:$4')) ??
  parsedLine(line.replaceAll('"', ''))

/** The properties of a component, and the names of lines that are none. */
export function propertiesOf({ lines }: RawComponent) {
  const properties: ICAL.Property[] = []
  const odd: string[] = []
  for (const line of lines) {
    const property = propertyIn(withType(line.trim()))
    if (property === undefined) odd.push(/^[\w-]*/.exec(line.trim())?.[0].toUpperCase() ?? '')
    else properties.push(property)
  }
  return { properties, odd }
}
