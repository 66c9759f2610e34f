import { type Day, makeDay, monthEnd } from '#domain/kernel/time.ts'
import { noTurnover, type TurnoverSums } from './turnover.queries.ts'

type PeriodKind = 'month' | 'quarter' | 'year'

/**
 * Turnover of a period, and of the same period a year before. `number`: of the month or the
 * quarter; 0 for a year.
 */
type TurnoverPeriod = {
  readonly year: number
  readonly number: number
  readonly from: Day
  readonly to: Day
  readonly sums: TurnoverSums
  readonly before: TurnoverSums
}

const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const

/** The years that have turnover, the latest first. */
const yearsOf = (months: ReadonlyMap<string, unknown>): readonly number[] =>
  [...new Set(Array.from(months.keys(), (month) => Number(month.slice(0, 4))))].sort(
    (a, b) => b - a,
  )

/** A year by month or quarter; by year, every year from the first to the last, the oldest first. */
export function turnoverPeriods(
  months: ReadonlyMap<string, TurnoverSums>,
  by: PeriodKind,
  year: number,
): readonly TurnoverPeriod[] {
  const length = MONTHS_OF[by]
  const sumOf = (of: number, first: number): TurnoverSums => {
    const sum = noTurnover()
    for (let month = first; month < first + length; month++)
      for (const [field, minor] of Object.entries(
        months.get(makeDay(of, month, 1).slice(0, 7)) ?? {},
      ))
        sum[field as keyof TurnoverSums] += minor // entries forget the key type
    return sum
  }
  const period = (of: number, first: number): TurnoverPeriod => ({
    year: of,
    number: by === 'year' ? 0 : Math.ceil(first / length),
    from: makeDay(of, first, 1),
    to: monthEnd(of, first + length - 1),
    sums: sumOf(of, first),
    before: sumOf(of - 1, first),
  })
  if (by !== 'year')
    return Array.from({ length: 12 / length }, (_, i) => period(year, i * length + 1))
  const years = yearsOf(months)
  const [last = year, first = year] = [years[0], years.at(-1)]
  return Array.from({ length: last - first + 1 }, (_, i) => period(first + i, 1))
}
