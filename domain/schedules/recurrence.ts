import { Temporal } from 'temporal-polyfill'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { Interval } from './intervals.values.ts'

/** Every `count` days, weeks, months or years from its first day on. */
export type Recurrence = {
  readonly interval: Interval
  readonly count: number
  readonly first: Day
  /** The last day that may be one; empty without an end. */
  readonly until: DayOrNone
}

/**
 * The day of a run, counted from 0. A month without the first day's number takes its last day
 * instead.
 */
function dayOfRun({ interval, count, first }: Recurrence, run: number): Temporal.PlainDate {
  const start = Temporal.PlainDate.from(first)
  return interval === 'once' ? start : start.add({ [`${interval}s`]: run * count })
}

/**
 * The day one step before the first: where the period of a first run begins. A single run looks
 * back one month.
 */
export function dayBeforeFirst({ interval, count, first }: Recurrence): Day {
  const [unit, units] =
    interval === 'once' ? (['months', 1] as const) : ([`${interval}s`, count] as const)
  return Temporal.PlainDate.from(first)
    .subtract({ [unit]: units })
    .toString()
}

/** The number of the first run after a day. */
function runAfter(recurrence: Recurrence, after: DayOrNone): number {
  const { interval, count, first } = recurrence
  if (after === '' || after < first) return 0
  if (interval === 'once') return 1
  const unit = `${interval}s` as const
  const since = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(after), {
    largestUnit: unit,
  })
  // Whole units passed; the last run may have been a day later, at the end of a shorter month.
  let run = Math.floor(since[unit] / count)
  while (dayOfRun(recurrence, run).toString() <= after) run++
  return run
}

/**
 * The next days of a recurrence.
 *
 * @param after only later days; empty for all of them
 * @param most how many days at most
 * @param upTo the last day that is looked for; empty without a limit
 */
export function runsAfter(
  recurrence: Recurrence,
  after: DayOrNone,
  most: number,
  upTo: DayOrNone = '',
): readonly Day[] {
  const days: Day[] = []
  for (let run = runAfter(recurrence, after); days.length < most; run++) {
    if (recurrence.interval === 'once' && run > 0) break
    const day = dayOfRun(recurrence, run).toString()
    if ((recurrence.until !== '' && day > recurrence.until) || (upTo !== '' && day > upTo)) break
    days.push(day)
  }
  return days
}
