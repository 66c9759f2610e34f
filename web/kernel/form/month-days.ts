import { DAY_MS } from '#contract/kernel/time.values.ts'

/** Days are midnights in UTC, in epoch milliseconds, as the wire writes them. */
const WEEK = 7

export const addDays = (day: number, count: number) => day + count * DAY_MS

/** The same day of another month, or that month's last day when it is shorter. */
export function addMonths(day: number, count: number): number {
  const at = new Date(day)
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1)
  return Math.min(addDays(first, at.getUTCDate() - 1), endOfMonth(first))
}

export function startOfMonth(day: number): number {
  const at = new Date(day)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}

export function endOfMonth(day: number): number {
  const at = new Date(day)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)
}

/** Days since Monday: 0 on a Monday, 6 on a Sunday. */
const sinceMonday = (day: number) => (new Date(day).getUTCDay() + WEEK - 1) % WEEK
const startOfWeek = (day: number) => addDays(day, -sinceMonday(day))
const endOfWeek = (day: number) => addDays(startOfWeek(day), WEEK - 1)

/** The weeks that a month touches, each from Monday to Sunday. */
export function weeksOf(month: number): readonly (readonly number[])[] {
  const last = endOfMonth(month)
  const weeks: number[][] = []
  for (
    let monday = startOfWeek(startOfMonth(month));
    monday <= last;
    monday = addDays(monday, WEEK)
  )
    weeks.push(Array.from({ length: WEEK }, (_, index) => addDays(monday, index)))
  return weeks
}

/**
 * The day that a key of a calendar leads to; undefined for every other key.
 *
 * @param ahead days that ArrowRight moves by: 1, or -1 where text runs from right to left
 * @source WAI-ARIA Authoring Practices, Date Picker Dialog
 */
export const dayAfterKey = (
  day: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  ahead: 1 | -1,
): number | undefined => {
  const days: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => addDays(day, -ahead),
    ArrowRight: () => addDays(day, ahead),
    ArrowUp: () => addDays(day, -WEEK),
    ArrowDown: () => addDays(day, WEEK),
    Home: () => startOfWeek(day),
    End: () => endOfWeek(day),
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
  }
  return days[key]?.()
}
