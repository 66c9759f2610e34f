import { mondayOf } from '#web/kernel/words/weeks.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

export const VIEWS = ['day', 'week', 'month', 'list'] as const
export type View = (typeof VIEWS)[number]

/** The view that an address names; the week when it names none. */
export const viewOf = (word: string): View => VIEWS.find((view) => view === word) ?? 'week'
/** The day that an address names (`2026-11-20`); today when it names none. */
export const dayOf = (word: string, now: number): number => {
  const day = Date.parse(`${word}T00:00:00Z`)
  return Number.isNaN(day) ? now : day
}

/** Days of a view, as epoch milliseconds at midnight UTC; `to` is the day after the last. */
export type Period = { readonly from: number; readonly to: number }

/** The first day of a month, some months after that of a day. */
export const monthOf = (day: number, months: number): number => {
  const date = new Date(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

/** The days that a view shows around a day. A month is shown in whole weeks. */
export function periodOf(view: View, day: number): Period {
  if (view === 'day') return { from: day, to: day + DAY_MS }
  const monday = mondayOf(day)
  if (view === 'week') return { from: monday, to: monday + 7 * DAY_MS }
  if (view === 'list') return { from: day, to: day + 28 * DAY_MS }
  const from = mondayOf(monthOf(day, 0))
  return { from, to: mondayOf(monthOf(day, 1) - DAY_MS) + 7 * DAY_MS }
}

/** A day in the period before or after. */
export function stepped(view: View, day: number, step: 1 | -1): number {
  if (view === 'month') return monthOf(day, step)
  return day + step * DAY_MS * (view === 'day' ? 1 : view === 'week' ? 7 : 28)
}

/** Twelve months as their first days: the last ones, or those that end with the shown one. */
export function lastMonths(shown: number, now: number): readonly number[] {
  const [month, present] = [monthOf(shown, 0), monthOf(now, 0)]
  const last = month > present || month < monthOf(now, -11) ? month : present
  return Array.from({ length: 12 }, (_, n) => monthOf(last, n - 11))
}

/** The days of a period. */
export const daysIn = ({ from, to }: Period): readonly number[] =>
  Array.from({ length: Math.round((to - from) / DAY_MS) }, (_, n) => from + n * DAY_MS)
