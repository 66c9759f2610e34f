/** Days are midnights UTC, as on the wire. @unit milliseconds */
export const DAY_MS = 86_400_000

/** Monday is 0. */
export const weekdayOf = (day: number): number => (new Date(day).getUTCDay() + 6) % 7
/** The Monday of a day's week. */
export const mondayOf = (day: number): number => day - weekdayOf(day) * DAY_MS

/** Number of a week. @source ISO 8601: week 1 holds the year's first Thursday */
export function weekNumber(day: number): number {
  const thursday = mondayOf(day) + 3 * DAY_MS
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday - first) / (7 * DAY_MS))
}
