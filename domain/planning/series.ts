import {
  addDays,
  DAY_MS,
  type Day,
  type DayOrNone,
  dayIn,
  daysBetween,
  epochOfDay,
} from '#domain/kernel/time.ts'
import { clockOf, instantOf, type TimeOfDay } from './local-time.ts'
import { movedBy, nextDay, type Recurrence, recurrenceDays } from './recurrence.ts'

/**
 * When an event takes place. An all-day event has days alone, any other the clock of its time zone.
 * Nine o'clock then stays nine when the clocks are changed, and when its owner travels.
 */
export type Timing =
  | { readonly allDay: true; readonly day: Day; readonly days: number }
  | {
      readonly allDay: false
      readonly day: Day
      readonly time: TimeOfDay
      /** @unit milliseconds */
      readonly length: number
      readonly timeZone: string
    }

/** Facts of one occurrence. */
export type OccurrenceFacts = {
  readonly title: string
  readonly description: string
  readonly timing: Timing
  /** Minutes before the start; 0 for none. */
  readonly reminder: number
  /** A swatch of the palette. */
  readonly color: number
}
export type EventFacts = OccurrenceFacts & { readonly recurrence: Recurrence | null }

/**
 * A stretch of a series with facts of its own. A change of “this and the following” begins the next
 * one.
 */
export type Part = {
  /** Never given twice in a series: occurrences are named by it. */
  readonly no: number
  readonly facts: EventFacts
  /** Occurrences end before this day; empty for the last part. */
  readonly before: DayOrNone
}

/**
 * An occurrence's name in its series: number of the part and regular day. It stays when the
 * occurrence is moved.
 */
export type OccurrenceKey = string
export type Dismissed = {
  readonly key: OccurrenceKey
  readonly start: number
  readonly end: number
}

export type Series = {
  readonly parts: readonly Part[]
  /** Occurrences with facts of their own. */
  readonly moved: readonly { readonly key: OccurrenceKey; readonly facts: OccurrenceFacts }[]
  readonly removed: readonly OccurrenceKey[]
  readonly dismissed: readonly Dismissed[]
}

export const seriesOf = (facts: EventFacts): Series => ({
  parts: [{ no: 0, facts, before: '' }],
  moved: [],
  removed: [],
  dismissed: [],
})

/**
 * @unit start and end: epoch milliseconds. An all-day event has the UTC midnights of its first day
 * and of the day after its last.
 */
export type Occurrence = {
  readonly key: OccurrenceKey
  readonly part: Part
  readonly facts: OccurrenceFacts
  readonly start: number
  readonly end: number
  readonly dismissed: boolean
}

const keyOf = (part: Part, day: Day): OccurrenceKey => `${part.no}/${day}`
export const partOfKey = (key: OccurrenceKey): number => Number(key.slice(0, key.indexOf('/')))
export const dayOfKey = (key: OccurrenceKey): Day => key.slice(key.indexOf('/') + 1)

export const isRecurring = ({ parts, moved }: Series): boolean =>
  parts.length > 1 || moved.length > 0 || parts.some(({ facts }) => facts.recurrence !== null)

/** The instants between which a timing lies. */
export function spanOf(timing: Timing): { readonly start: number; readonly end: number } {
  if (timing.allDay) {
    const start = epochOfDay(timing.day)
    return { start, end: start + timing.days * DAY_MS }
  }
  const start = instantOf(timing.day, timing.time, timing.timeZone)
  return { start, end: start + timing.length }
}

/** All-day: longer than nothing, and a whole number of days or a second less. */
const isAllDay = (length: number): boolean =>
  length > 0 && (length % DAY_MS === 0 || length % DAY_MS >= 86_399_000)

/**
 * The timing of two instants.
 *
 * @param timeZone where the clock shows its time; for an all-day event, where its days are counted
 */
export function timingOf(start: number, end: number, timeZone: string): Timing {
  const length = end - start
  if (!isAllDay(length)) return { allDay: false, ...clockOf(start, timeZone), length, timeZone }
  // UTC midnight is that day; other instants are read in the user's zone.
  const day = start % DAY_MS === 0 ? dayIn(start, 'UTC') : dayIn(start, timeZone)
  return { allDay: true, day, days: Math.round(length / DAY_MS) }
}

/** The same timing on another day. */
const onDay = (timing: Timing, day: Day): Timing => ({ ...timing, day })

function occurrence(series: Series, part: Part, day: Day): Occurrence {
  const key = keyOf(part, day)
  const moved = series.moved.find((one) => one.key === key)
  const { recurrence: _, ...regular } = part.facts
  const facts = moved?.facts ?? { ...regular, timing: onDay(regular.timing, day) }
  return {
    key,
    part,
    facts,
    ...spanOf(facts.timing),
    dismissed: series.dismissed.some((one) => one.key === key),
  }
}

/** Regular days of a part within a period, both ends included. */
function daysOf({ facts, before }: Part, from: Day, to: Day): readonly Day[] {
  const { day } = facts.timing
  const last = before !== '' && before <= to ? addDays(before, -1) : to
  if (facts.recurrence === null) return from <= day && day <= last ? [day] : []
  return last < from ? [] : recurrenceDays(facts.recurrence, day, from, last)
}

/** Days that an event reaches beyond its first one. */
const reach = (timing: Timing): number =>
  timing.allDay ? timing.days - 1 : Math.ceil((timing.time + timing.length) / DAY_MS)

const byStart = (a: Occurrence, b: Occurrence): number =>
  a.start - b.start || (a.key < b.key ? -1 : 1)

/**
 * The occurrences that touch a period, in order; dismissed ones too, removed ones not.
 *
 * @unit from and to: epoch milliseconds; `to` is not part of the period
 */
export function occurrencesBetween(
  series: Series,
  from: number,
  to: number,
): readonly Occurrence[] {
  // A day on each side more, since days of other zones begin up to fourteen hours earlier or twelve
  // later.
  const first = addDays(dayIn(from, 'UTC'), -1)
  const last = addDays(dayIn(to, 'UTC'), 1)
  const movedKeys = new Set(series.moved.map(({ key }) => key))
  const removed = new Set(series.removed)
  const found: Occurrence[] = []
  for (const part of series.parts)
    for (const day of daysOf(part, addDays(first, -reach(part.facts.timing)), last))
      if (!movedKeys.has(keyOf(part, day))) found.push(occurrence(series, part, day))
  for (const { key } of series.moved) {
    const part = series.parts.find(({ no }) => no === partOfKey(key))
    if (part !== undefined) found.push(occurrence(series, part, dayOfKey(key)))
  }
  return found
    .filter(
      ({ key, start, end }) =>
        !removed.has(key) && start < to && (end > from || (end === start && start >= from)),
    )
    .sort(byStart)
}

/** The occurrence that begins at an instant. */
export const occurrenceAt = (series: Series, start: number): Occurrence | undefined =>
  occurrencesBetween(series, start, start + 1).find((one) => one.start === start)

/** The first occurrence of all; undefined when each one was removed. */
export function firstOccurrence(series: Series): Occurrence | undefined {
  const [start = ''] = series.parts.map(({ facts }) => facts.timing.day).sort()
  return start === '' ? undefined : nextOccurrence(series, epochOfDay(addDays(start, -2)))
}

const WEEK_MS = 7 * DAY_MS

/**
 * The first occurrence that begins at an instant or later, and is neither removed nor dismissed.
 */
export function nextOccurrence(series: Series, from: number): Occurrence | undefined {
  let at = from
  // Each round looks one week at a time from the next regular day on; removed days make it look
  // further.
  for (let round = 0; round < 400; round++) {
    const found = occurrencesBetween(series, at, at + WEEK_MS).find(
      (one) => one.start >= from && !one.dismissed,
    )
    if (found !== undefined) return found
    const later = upcomingDay(series, at + WEEK_MS)
    if (later === undefined) return undefined
    at = later
  }
  return undefined
}

/** The instant by which the next regular or moved occurrence may begin. */
function upcomingDay(series: Series, from: number): number | undefined {
  const day = addDays(dayIn(from, 'UTC'), -1)
  const regular = series.parts.flatMap(({ facts, before }) => {
    const { timing, recurrence } = facts
    const next =
      recurrence === null
        ? timing.day >= day
          ? timing.day
          : ''
        : nextDay(recurrence, timing.day, day)
    return next === '' || (before !== '' && next >= before) ? [] : [epochOfDay(next) - DAY_MS]
  })
  const moved = series.moved
    .map(({ facts }) => spanOf(facts.timing).start)
    .filter((start) => start >= from)
  const all = [...regular, ...moved]
  return all.length === 0 ? undefined : Math.max(from, Math.min(...all))
}

/** When the last occurrence is over; null for a series without an end. */
export function endOf(series: Series): number | null {
  const ends: number[] = series.moved.map(({ facts }) => spanOf(facts.timing).end)
  for (const { facts, before } of series.parts) {
    const { timing, recurrence } = facts
    const until =
      recurrence === null ? timing.day : before === '' ? recurrence.until : addDays(before, -1)
    if (until === '') return null
    ends.push(spanOf(onDay(timing, until)).end)
  }
  return Math.max(...ends)
}

/** Facts of an occurrence that a user changed, without those that only a series has. */
export type Changes = Partial<EventFacts>

/** A rule's days move along with its first day, unless the user gave the rule. */
function changed(facts: EventFacts, changes: Changes, days: number): EventFacts {
  const recurrence =
    changes.recurrence === undefined && facts.recurrence !== null && days !== 0
      ? movedBy(facts.recurrence, days)
      : (changes.recurrence ?? (changes.recurrence === null ? null : facts.recurrence))
  return { ...facts, ...changes, recurrence }
}

/** The parts of a series that go on after a day, of which the first begins on it. */
export const beginningOn = (parts: readonly Part[], begins: Day): readonly Part[] =>
  parts
    .filter(({ before }) => before === '' || before > begins)
    .map((part, i) =>
      i === 0
        ? { ...part, facts: { ...part.facts, timing: onDay(part.facts.timing, begins) } }
        : part,
    )

/** The parts of a series that ends on a day; empty for one that goes on. */
const endingOn = (parts: readonly Part[], until: DayOrNone): readonly Part[] => {
  const remaining = parts.filter(
    ({ facts }, i) => i === 0 || until === '' || facts.timing.day <= until,
  )
  return remaining.map((part, i) =>
    i < remaining.length - 1 || part.facts.recurrence === null
      ? part
      : { ...part, facts: { ...part.facts, recurrence: { ...part.facts.recurrence, until } } },
  )
}

/**
 * Another first day or end of a whole series, whose days stay those of its rules; absent without a
 * change.
 */
export type Bounds = { readonly begins?: Day; readonly until?: DayOrNone }

/**
 * Every occurrence is changed.
 *
 * @param days by which the changed occurrence is moved
 */
export function withAllChanged(
  series: Series,
  changes: Changes,
  days: number,
  { begins, until }: Bounds = {},
): Series {
  const { timing, recurrence, ...rest } = changes
  const moveTiming = (of: Timing): Timing =>
    timing === undefined ? onDay(of, addDays(of.day, days)) : onDay(timing, addDays(of.day, days))
  const keyed = (key: OccurrenceKey): OccurrenceKey =>
    `${partOfKey(key)}/${addDays(dayOfKey(key), days)}`
  const [begin] = series.parts
  // A rule that the user gave holds for the whole series, which is one part again.
  const parts =
    recurrence === undefined || begin === undefined ? series.parts : [{ ...begin, before: '' }]
  const nos = new Set(parts.map(({ no }) => no))
  const isPartRemaining = ({ key }: { readonly key: OccurrenceKey }) => nos.has(partOfKey(key))
  const after = parts.map(({ no, facts, before }): Part => {
    const own: Changes = {
      ...rest,
      timing: moveTiming(facts.timing),
      ...(recurrence !== undefined && { recurrence }),
    }
    return {
      no,
      facts: changed(facts, own, days),
      before: before === '' ? '' : addDays(before, days),
    }
  })
  const ended = until === undefined ? after : endingOn(after, until)
  return {
    parts: begins === undefined ? ended : beginningOn(ended, begins),
    // An occurrence that was moved by itself stays where it is.
    moved:
      recurrence === null
        ? []
        : series.moved
            .filter(isPartRemaining)
            .map(({ key, facts }) => ({ key: keyed(key), facts: { ...facts, ...rest } })),
    removed: series.removed.filter((key) => nos.has(partOfKey(key))).map(keyed),
    dismissed: series.dismissed
      .filter(isPartRemaining)
      .map((one) => ({ ...one, key: keyed(one.key) })),
  }
}

/** One occurrence is changed. */
export function withOneChanged(series: Series, key: OccurrenceKey, facts: OccurrenceFacts): Series {
  return { ...series, moved: [...series.moved.filter((one) => one.key !== key), { key, facts }] }
}

/** An occurrence and all later ones are gone. */
export function endedBefore(series: Series, key: OccurrenceKey): Series {
  const [no, day] = [partOfKey(key), dayOfKey(key)]
  const stays = (one: OccurrenceKey) =>
    partOfKey(one) < no || (partOfKey(one) === no && dayOfKey(one) < day)
  return {
    parts: series.parts
      .filter((part) => part.no < no || (part.no === no && part.facts.timing.day < day))
      .map((part) => (part.no === no ? { ...part, before: day } : part)),
    moved: series.moved.filter((one) => stays(one.key)),
    removed: series.removed.filter(stays),
    dismissed: series.dismissed.filter((one) => stays(one.key)),
  }
}

/** An occurrence and all later ones are changed: a new part begins with it. */
export function withFollowingChanged(
  series: Series,
  key: OccurrenceKey,
  changes: Changes,
  regular: Timing,
): Series {
  const part = series.parts.find(({ no }) => no === partOfKey(key))
  if (part === undefined) return series
  const timing = changes.timing ?? regular
  const days = daysBetween(dayOfKey(key), timing.day)
  const facts = changed(part.facts, { ...changes, timing }, days)
  const before = endedBefore(series, key)
  const no = Math.max(...series.parts.map((one) => one.no)) + 1
  return { ...before, parts: [...before.parts, { no, facts, before: '' }] }
}
