import { addDays, type Day, DAY_MS, epochOfDay, makeDay, yearOf } from '#domain/kernel/time.ts'

/**
 * The ISO week of a day: `2026-W47`. @source ISO 8601: a week is of the year that its Thursday is
 * in
 */
export function weekOfDay(day: Day): string {
  const weekday = (new Date(epochOfDay(day)).getUTCDay() + 6) % 7
  const year = yearOf(addDays(day, 3 - weekday))
  const first = epochOfDay(makeDay(year, 1, 1))
  const week = Math.floor((epochOfDay(addDays(day, 3 - weekday)) - first) / (7 * DAY_MS)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
