import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#web/kernel/words/weeks.ts'

/**
 * The days that an occurrence touches, as midnights UTC: of its own days, or of the user's clock.
 */
export function daysOf({
  start,
  end,
  allDay,
}: Pick<EventOccurrence, 'start' | 'end' | 'allDay'>): readonly number[] {
  const first = allDay ? start : wallClock(start).day
  const last = allDay ? end - DAY_MS : wallClock(Math.max(start, end - 1)).day
  return Array.from(
    { length: Math.round((last - first) / DAY_MS) + 1 },
    (_, n) => first + n * DAY_MS,
  )
}

/** The occurrences of each day that has some, in their order. */
export function byDay(
  events: readonly EventOccurrence[],
): ReadonlyMap<number, readonly EventOccurrence[]> {
  const days = new Map<number, EventOccurrence[]>()
  for (const one of events)
    for (const day of daysOf(one)) {
      const own = days.get(day)
      if (own) own.push(one)
      else days.set(day, [one])
    }
  return days
}

/** An occurrence's name on screen: its event, and its start. */
export const keyOf = ({ id, start }: Pick<EventOccurrence, 'id' | 'start'>): string =>
  `${id}@${start}`
