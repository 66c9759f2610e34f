/** A month of the calendar; days are midnights UTC, as on the wire. */
export type YearMonth = { readonly year: number; readonly month: number }

export const monthKey = ({ year, month }: YearMonth) => `${year}-${String(month).padStart(2, '0')}`
/** @returns null for text that names no month of this century */
export function parseMonth(text: string): YearMonth | null {
  const match = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(text)
  return match === null ? null : { year: Number(match[1]), month: Number(match[2]) }
}
export const monthOfDay = (day: number): YearMonth => ({
  year: new Date(day).getUTCFullYear(),
  month: new Date(day).getUTCMonth() + 1,
})
export const firstDay = ({ year, month }: YearMonth) => Date.UTC(year, month - 1, 1)
export const lastDay = ({ year, month }: YearMonth) => Date.UTC(year, month, 0)
export const monthsOn = (from: YearMonth, months: number): YearMonth =>
  monthOfDay(Date.UTC(from.year, from.month - 1 + months, 1))
