import { Temporal } from 'temporal-polyfill'
import { addDays, type Day, epochOfDay, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'

/** A time of day on the clock of some place. @unit milliseconds since the clock showed midnight */
export type TimeOfDay = number

/** The most months in the cache: ten years in fifty zones. */
const REMEMBERED = 6_000
const offsets = new Map<string, number | null>()

/** A zone's distance from UTC at an instant. @unit milliseconds */
export const offsetAt = (epochMs: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offsetNanoseconds /
  1e6

/** Whether the zone's rules change its offset within these milliseconds. */
const isSteady = (from: number, to: number, timeZone: string): boolean => {
  const next = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timeZone)
    .getTimeZoneTransition('next')
  return next === null || next.epochMilliseconds > to
}

/** A zone's distance from UTC in a month; null around a change of its clocks, two days included. */
function offsetOfMonth(day: Day, timeZone: string): number | null {
  const key = `${timeZone} ${day.slice(0, 7)}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  if (offsets.size >= REMEMBERED) offsets.clear()
  const first = makeDay(yearOf(day), monthOf(day), 1)
  const from = epochOfDay(addDays(first, -2))
  const offset = isSteady(from, epochOfDay(addDays(first, 33)), timeZone)
    ? offsetAt(from, timeZone)
    : null
  offsets.set(key, offset)
  return offset
}

/**
 * The instant at which a zone's clocks show a time. In spring an hour is skipped: its times come an
 * hour later. In autumn an hour is shown twice: its times are those of the first.
 *
 * @returns epoch milliseconds
 */
export function instantOf(day: Day, time: TimeOfDay, timeZone: string): number {
  const offset = offsetOfMonth(day, timeZone)
  if (offset !== null) return epochOfDay(day) + time - offset
  return Temporal.PlainDate.from(day)
    .toPlainDateTime()
    .add({ milliseconds: time })
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The day and the time that a zone's clocks show at an instant. */
export function clockOf(
  epochMs: number,
  timeZone: string,
): { readonly day: Day; readonly time: TimeOfDay } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const { hour, minute, second, millisecond } = shown
  return {
    day: shown.toPlainDate().toString(),
    time: ((hour * 60 + minute) * 60 + second) * 1000 + millisecond,
  }
}

/**
 * A change of a zone's clocks. @unit at: epoch milliseconds; before and after: milliseconds from
 * UTC
 */
type OffsetChange = { readonly at: number; readonly before: number; readonly after: number }

/**
 * The changes of a zone's clocks within a period, in order. @unit from and to: epoch milliseconds
 */
export function offsetChanges(from: number, to: number, timeZone: string): readonly OffsetChange[] {
  const found: OffsetChange[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds > to) return found
    const [before, after] = [at.offsetNanoseconds / 1e6, next.offsetNanoseconds / 1e6]
    if (before !== after) found.push({ at: next.epochMilliseconds, before, after })
    at = next
  }
}

/** Whether a text names a time zone that the process knows. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
