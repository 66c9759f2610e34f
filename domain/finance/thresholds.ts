import { multiplyRounded } from '#domain/kernel/money.ts'
import { type Day, type DayOrNone, daysBetween, makeDay, yearOf } from '#domain/kernel/time.ts'

/** Limits of turnover by kind of business, for the days in which they hold. @unit cents */
export type Limits = {
  readonly from: Day
  readonly to: DayOrNone
  readonly trade: 'sales' | 'services'
  /** Above it the exemption from VAT ends with the year. */
  readonly exemption: number
  /** Above it the exemption ends on the day. */
  readonly tolerance: number
  /** Above it in two years one after another the simplified status of micro-entrepreneur ends. */
  readonly micro: number
  /** The article, in French in every language. */
  readonly source: string
}

const LIMITS: readonly Limits[] = [
  {
    from: '2025-01-01',
    to: '2025-12-31',
    trade: 'services',
    exemption: 3_750_000,
    tolerance: 4_125_000,
    micro: 7_770_000,
    source: 'CGI art. 293 B et 102 ter',
  },
  {
    from: '2025-01-01',
    to: '2025-12-31',
    trade: 'sales',
    exemption: 8_500_000,
    tolerance: 9_350_000,
    micro: 18_870_000,
    source: 'CGI art. 293 B et 50-0',
  },
  {
    from: '2026-01-01',
    to: '',
    trade: 'services',
    exemption: 3_750_000,
    tolerance: 4_125_000,
    micro: 8_360_000,
    source: 'CGI art. 293 B (loi 2025-1044) et 102 ter',
  },
  {
    from: '2026-01-01',
    to: '',
    trade: 'sales',
    exemption: 8_500_000,
    tolerance: 9_350_000,
    micro: 20_310_000,
    source: 'CGI art. 293 B (loi 2025-1044) et 50-0',
  },
]

/** The limits of a day; null before the oldest known. */
export const limitsOn = (trade: Limits['trade'], day: Day): Limits | null =>
  LIMITS.find(
    (row) => row.trade === trade && row.from <= day && (row.to === '' || day <= row.to),
  ) ?? null

/** A business's first year counts by its days. @unit cents */
export function proRata(limitMinor: number, year: number, start: DayOrNone): number {
  if (start === '' || yearOf(start) !== year) return limitMinor
  const next = makeDay(year + 1, 1, 1)
  return multiplyRounded(
    limitMinor,
    daysBetween(start, next),
    daysBetween(makeDay(year, 1, 1), next),
  )
}

/** Position of a year's turnover towards the exemption from VAT. `from`: the first day with VAT. */
export type Exemption = {
  readonly state: 'kept' | 'ends-with-year' | 'lost'
  readonly from: DayOrNone
}

/**
 * @param before turnover of the year before, in cents; null for a business's first year
 * @param receipts turnover of the year by day, in the order of the days, in cents
 * @param start the day the business began: its first year counts by its days, but for the tolerance
 * @source CGI art. 293 B. Above the limit in a year: VAT from 1 January of the next. Above the
 * tolerance: VAT from the day on which it is crossed.
 */
export function exemptionOf(
  trade: Limits['trade'],
  year: number,
  before: number | null,
  receipts: readonly { readonly day: Day; readonly netMinor: number }[],
  start: DayOrNone = '',
): Exemption | null {
  const limits = limitsOn(trade, makeDay(year, 1, 1))
  const previous = limitsOn(trade, makeDay(year - 1, 1, 1)) ?? limits
  if (limits === null || previous === null) return null
  if (before !== null && before > proRata(previous.exemption, year - 1, start))
    return { state: 'lost', from: makeDay(year, 1, 1) }
  let sum = 0
  for (const { day, netMinor } of receipts) {
    sum += netMinor
    if (sum > limits.tolerance) return { state: 'lost', from: day }
  }
  return sum > proRata(limits.exemption, year, start)
    ? { state: 'ends-with-year', from: makeDay(year + 1, 1, 1) }
    : { state: 'kept', from: '' }
}
