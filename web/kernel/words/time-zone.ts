import { MINUTE_MS } from '#contract/kernel/time.values.ts'

/** The time zone of this browser, an IANA name. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const here = browserTimeZone()
let chosen: string | null = null
const formats = new Map<string, Intl.DateTimeFormat>()

/** The user's time zone: the account's once it is known, the browser's before. */
export const timeZone = () => chosen ?? here

/** A name that this browser does not know is not taken. */
export function setTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return
  }
  chosen = name
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/**
 * Day (midnight UTC, epoch ms) and minutes since midnight of an instant, in the user's time zone or
 * another.
 */
export function wallClock(
  at: number,
  zone = timeZone(),
): { readonly day: number; readonly minutes: number } {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { day: Date.UTC(year, month - 1, day), minutes: hour * 60 + minute }
}

/**
 * The instant of a day and minutes of a time zone. A time that a clock change skips is moved by its
 * hour.
 */
export function instantAt(day: number, minutes: number, zone = timeZone()): number {
  const wanted = day + minutes * MINUTE_MS
  const shiftAt = (at: number) => {
    const clock = wallClock(at, zone)
    return clock.day + clock.minutes * MINUTE_MS - at
  }
  const first = wanted - shiftAt(wanted)
  return wanted - shiftAt(first)
}
