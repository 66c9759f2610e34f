import type { LineUnit } from './terms.values.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import { type Day, type DayOrNone, monthOf, yearOf } from '#domain/kernel/time.ts'
import { isCreditedInFull } from './bill-balance.ts'
import type { Bill, BillSource, CreditLine } from './bill-facts.ts'
import type { BillType } from './bill-types.values.ts'
import { pricedLines } from './content.ts'
import { unitsPerDay } from '#domain/projects/price-unit.values.ts'
import { lineNet } from './totals.ts'

/**
 * Billed days of a contract: the one definition of the unbilled rest. The rest of a month is its
 * days worked on the contract, less the days of its bills. An invoice carries its lines of days
 * from the moment its issue starts. Drafts, deposits and credit notes carry none. An issued credit
 * note gives days back where its user said that they are to bill again.
 */

export type YearMonth = { readonly year: number; readonly month: number }
/** `2026-11`. */
export const monthKey = ({ year, month }: YearMonth): string =>
  `${year}-${String(month).padStart(2, '0')}`

/** A bill whose period is longer names no month. */
const MOST_MONTHS = 12

/** Days on a bill. Prices: minor units. Quantities: ten-thousandths of a day. */
export type DayBill = {
  readonly billType: BillType
  readonly projectId: string
  readonly source: BillSource | null
  readonly serviceStart: DayOrNone
  readonly serviceEnd: DayOrNone
  /** The day of the service when no period is said. */
  readonly issueDate: DayOrNone
  /** Absent where no hours are sold. */
  readonly hoursPerDay?: number | undefined
  readonly lines: readonly {
    readonly unit: LineUnit
    readonly quantity: number
    readonly unitPriceMinor: number
    readonly netMinor: number
  }[]
  /** Lines of each issued credit note whose days are to bill again. */
  readonly credits: readonly (readonly CreditLine[])[]
  readonly creditedInFull: boolean
}

/** Days on a bill in its present state. */
export const dayBillOf = (bill: Exclude<Bill, { status: 'none' | 'removed' }>): DayBill => {
  const { billType, content, source } = bill
  return {
    billType,
    source,
    projectId: source?.projectId ?? content.projectId,
    serviceStart: content.serviceStart,
    serviceEnd: content.serviceEnd,
    issueDate: bill.status === 'draft' ? content.issueDate : bill.frozen.issueDate,
    hoursPerDay: content.hoursPerDay,
    lines: pricedLines(content),
    credits:
      bill.status === 'issued'
        ? bill.credits.flatMap((c) => (c.ref === '' || c.daysKept ? [] : [c.lines]))
        : [],
    creditedInFull:
      bill.status === 'issued' &&
      isCreditedInFull(bill) &&
      !bill.credits.some(({ daysKept }) => daysKept),
  }
}

/**
 * Days that a bill carries, of a contract's months. @unit ten-thousandths; infinite for all that is
 * left of them
 */
export type CarriedDays = { readonly months: readonly YearMonth[]; readonly days: number }
/** Drift of a month's hours that became days, each rounded. @unit ten-thousandths of a day */
export const ROUNDED_DAYS = 20
const NONE: CarriedDays = { months: [], days: 0 }

/** The months that a bill is about: the one it was made from, else those of its period. */
function monthsOfBill({
  source,
  serviceStart,
  serviceEnd,
  issueDate,
}: DayBill): readonly YearMonth[] {
  if (source) return [{ year: source.year, month: source.month }]
  const from: Day = serviceStart || serviceEnd || issueDate
  const to: Day = serviceEnd || from
  if (from === '' || to < from) return []
  const first = yearOf(from) * 12 + monthOf(from) - 1
  const count = yearOf(to) * 12 + monthOf(to) - first
  return count > MOST_MONTHS
    ? []
    : Array.from({ length: count }, (_, i) => ({
        year: Math.floor((first + i) / 12),
        month: ((first + i) % 12) + 1,
      }))
}

/**
 * Number of a line's unit in a day; null for one that counts no time. Hours count where the
 * contract sells them.
 */
export const unitsOfDay = (unit: LineUnit, hoursPerDay: number | undefined): number | null =>
  unit === 'hour' && hoursPerDay === undefined ? null : unitsPerDay(unit, hoursPerDay ?? 0)

/** Days of one line that credit notes gave back: a lower price gives back none. */
function givenBack(line: DayBill['lines'][number], credits: readonly CreditLine[]): number {
  const credited = credits.reduce((sum, { netMinor }) => sum + netMinor, 0)
  if (credited >= line.netMinor) return line.quantity
  const days = credits.reduce((sum, { quantity, netMinor }) => {
    if (quantity === undefined) return sum + multiplyRounded(line.quantity, netMinor, line.netMinor)
    const isAtPrice =
      lineNet(quantity, line.unitPriceMinor) === netMinor ||
      // The price of a line with a reduction follows from its net amount.
      multiplyRounded(line.netMinor, quantity, line.quantity) === netMinor
    return sum + (isAtPrice ? quantity : 0)
  }, 0)
  return Math.min(line.quantity, days)
}

/**
 * Days that a bill carries once its issue has started, or would carry as a draft. A lump sum made
 * from a month stands for the whole month.
 */
export function carriedBy(bill: DayBill): CarriedDays {
  if (bill.billType !== 'invoice' || bill.projectId === '' || bill.creditedInFull) return NONE
  const ofDays = bill.lines.flatMap((line, index) => {
    const perDay = unitsOfDay(line.unit, bill.hoursPerDay)
    return perDay !== null && line.quantity > 0 ? [{ line, index, perDay }] : []
  })
  if (ofDays.length === 0)
    return bill.source ? { months: monthsOfBill(bill), days: Number.POSITIVE_INFINITY } : NONE
  const credits = bill.credits.flat()
  const days = ofDays.reduce(
    (sum, { line, index, perDay }) =>
      sum +
      Math.round(
        (line.quantity -
          givenBack(
            line,
            credits.filter((credit) => credit.line === index),
          )) /
          perDay,
      ),
    0,
  )
  return days > 0 ? { months: monthsOfBill(bill), days } : NONE
}

/**
 * Days of each month that bills carry, never more than were worked: with the rest they are the days
 * worked. A bill of several months takes the oldest days first, after the bills of one month.
 *
 * @param worked by `monthKey`
 * @unit ten-thousandths of a day
 */
export function billedDays(
  worked: ReadonlyMap<string, number>,
  bills: readonly CarriedDays[],
): ReadonlyMap<string, number> {
  const billed = new Map<string, number>()
  const take = (month: YearMonth, days: number): number => {
    const key = monthKey(month)
    const before = billed.get(key) ?? 0
    const open = (worked.get(key) ?? 0) - before
    const isWhole = Math.abs(open - days) <= ROUNDED_DAYS
    const taken = isWhole ? open : Math.min(days, open)
    billed.set(key, before + taken)
    return isWhole ? 0 : days - taken
  }
  const first = ({ months }: CarriedDays) => (months[0] ? monthKey(months[0]) : '')
  const inOrder = bills.toSorted(
    (a, b) =>
      a.months.length - b.months.length ||
      (first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : a.days - b.days),
  )
  for (const { months, days } of inOrder) months.reduce((rest, month) => take(month, rest), days)
  return billed
}

// The bills that hold a month. One stream per contract and month, so that two bills never carry the
// same days.

/** One attempt to issue a bill. */
export type Holder = { readonly billId: string; readonly issuanceId: string }
/**
 * `seen`: the holders whose days the caller has counted. With any other holder, the days left have
 * to be counted again.
 */
export type BilledMonthCommand = { type: 'Hold'; holder: Holder; seen: readonly Holder[] }
export type BilledMonthEvent = { type: 'MonthBilled'; data: Holder }
/** The last attempt of each bill. */
export type BilledMonth = readonly Holder[]

export const billedMonthRefusal = catalogue({ BILL_MONTH_ALREADY_BILLED: 'conflict' })

export const billedMonthId = ({ projectId, year, month }: BillSource): string =>
  `${projectId}-${monthKey({ year, month })}`

const same = (a: Holder, b: Holder): boolean =>
  a.billId === b.billId && a.issuanceId === b.issuanceId

export const billedMonthDecider: Decider<BilledMonthCommand, BilledMonthEvent, BilledMonth> = {
  category: 'billedMonth',
  initial: [],
  /**
   * @throws BILL_MONTH_ALREADY_BILLED when the caller has not seen a holder · @returns no event
   * when this attempt holds it already
   */
  decide({ holder, seen }, holders) {
    if (holders.some((one) => same(one, holder))) return []
    // A new attempt for the same bill is recorded. A caller that saw the last attempt end counts
    // again.
    if (
      holders.some(
        (one) => one.billId !== holder.billId && !seen.some((earlier) => same(earlier, one)),
      )
    )
      throw billedMonthRefusal('BILL_MONTH_ALREADY_BILLED')
    return [{ type: 'MonthBilled', data: holder }]
  },
  evolve: (holders, event) => [
    ...holders.filter(({ billId }) => billId !== event.data.billId),
    event.data,
  ],
}
