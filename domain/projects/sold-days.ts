import { addDays, type Day, type DayOrNone, makeDay } from '#domain/kernel/time.ts'

/** Days of a contract. @unit soldDays: ten-thousandths, 0 when not agreed; renewalPeriod: days */
export type SoldContract = {
  readonly soldDays: number
  readonly startDate: DayOrNone
  readonly endDate: DayOrNone
  readonly isRenewable: boolean
  readonly renewalPeriod: number
}

/** Working days of a month, `2026-11`. */
export type WorkingDays = (month: string) => readonly Day[]

const monthAfter = (month: string): string =>
  addDays(makeDay(Number(month.slice(0, 4)), Number(month.slice(5)), 28), 4).slice(0, 7)

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): readonly string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

/**
 * The days sold by month. They are spread over the working days from the contract's start to its
 * end. A renewable one ends with its first period. Without an end they are of the first month. The
 * months add up to what was sold.
 *
 * @unit ten-thousandths of a day
 */
export function soldDaysByMonth(
  contract: SoldContract,
  workingDays: WorkingDays,
): ReadonlyMap<string, number> {
  const { soldDays, startDate, endDate, isRenewable, renewalPeriod } = contract
  if (soldDays === 0 || startDate === '') return new Map()
  const end =
    endDate || (isRenewable && renewalPeriod > 0 ? addDays(startDate, renewalPeriod - 1) : '')
  const first = startDate.slice(0, 7)
  if (end === '') return new Map([[first, soldDays]])
  const open = monthsBetween(first, end.slice(0, 7)).map((month) => ({
    month,
    count: workingDays(month).filter((day) => day >= startDate && day <= end).length,
  }))
  const all = open.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return new Map([[first, soldDays]])
  let passed = 0
  let counted = 0
  return new Map(
    open.map(({ month, count }) => {
      passed += count
      const upTo = Math.round((soldDays * passed) / all)
      const part = upTo - counted
      counted = upTo
      return [month, part]
    }),
  )
}

/** Month of a year, `2026-03`. */
export const monthKeyOf = (year: number, month: number): string =>
  makeDay(year, month, 1).slice(0, 7)
