import { divideRounded } from '#domain/kernel/money.ts'
import { addDays, type Day, daysBetween } from '#domain/kernel/time.ts'

/**
 * Fixed indemnity for recovery, once a late bill, between professionals. @unit cents of the euro
 * @source Commercial code, article D441-5
 */
export const RECOVERY_INDEMNITY_MINOR = 4000
/** Days of the year in the formula. No text fixes it; 365 is what is used. */
const YEAR_DAYS = 365

/** A payment or a credit note: it reduces what is owed. */
export type Settlement = { readonly day: Day; readonly minor: number }

export type Penalty = {
  /** First day it runs: the day after the due date. */
  readonly from: Day
  readonly daysLate: number
  /** Amount that is owed, or was owed until the day of its settlement. */
  readonly baseMinor: number
  /** No VAT is due on it. */
  readonly interestMinor: number
  readonly indemnityMinor: number
  readonly totalMinor: number
}

/**
 * Late penalty: what is unpaid, VAT included × yearly rate × days ÷ 365, from the day after the due
 * date, without reminder. Each payment ends the penalty on its part; the sum is rounded once.
 *
 * @unit rate: hundredths of a percent
 * @source Commercial code, article L441-10 II
 */
export function latePenalty(input: {
  grossMinor: number
  rate: number
  dueDate: Day
  settlements: readonly Settlement[]
  until: Day
  professional: boolean
}): Penalty {
  const { dueDate, until, rate } = input
  let owed = input.grossMinor
  let since = dueDate
  let minorDays = 0n
  let lateBase = 0
  const run = (to: Day) => {
    const days = daysBetween(since, to)
    if (days <= 0 || owed <= 0) return
    minorDays += BigInt(owed) * BigInt(days)
    lateBase = owed
    since = to
  }
  for (const settlement of [...input.settlements].sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )) {
    run(settlement.day < until ? settlement.day : until)
    owed -= settlement.minor
  }
  if (owed > 0) run(until)
  const daysLate = minorDays > 0n ? daysBetween(dueDate, since) : 0
  const interestMinor = Number(divideRounded(minorDays * BigInt(rate), BigInt(10_000 * YEAR_DAYS)))
  const indemnityMinor = daysLate > 0 && input.professional ? RECOVERY_INDEMNITY_MINOR : 0
  return {
    from: addDays(dueDate, 1),
    daysLate,
    baseMinor: lateBase,
    interestMinor,
    indemnityMinor,
    totalMinor: interestMinor + indemnityMinor,
  }
}
