import {
  addDays,
  type Day,
  makeDay,
  monthEnd,
  monthOf,
  weekday,
  yearOf,
} from '#domain/kernel/time.ts'
import {
  type DatedVatTerms,
  offeredOn,
  type VatExigibility,
  type VatPeriodicity,
  type VatTerms,
  vatTermsOn,
} from '#domain/profile/vat-regime.values.ts'

/** The days that one return tells of, both included. */
export type VatPeriod = {
  readonly from: Day
  readonly to: Day
  readonly periodicity: VatPeriodicity
}

/** @source impots.gouv.fr: between the 15th and the 24th of the next month, by the business */
export const LAST_DAY_OF_RETURN = 24

/**
 * The last day for a period's return, and for its payment.
 *
 * @source impots.gouv.fr: of a year, the second working day after 1 May
 */
export function returnDayOf({ to, periodicity }: VatPeriod): Day {
  const next = addDays(to, 1)
  if (periodicity !== 'annual') return makeDay(yearOf(next), monthOf(next), LAST_DAY_OF_RETURN)
  const after = [2, 3, 4, 5, 6]
    .map((day) => makeDay(yearOf(next), 5, day))
    .filter((day) => weekday(day) < 6)
  return after[1] ?? makeDay(yearOf(next), 5, 4)
}

type Charged = Exclude<VatTerms, { readonly regime: 'franchise' }>

/** The terms of a day. Days before the first terms are under them too. */
const termsOn = (history: readonly DatedVatTerms[], day: Day): VatTerms | null =>
  (vatTermsOn(history, day) ?? history[0])?.terms ?? null

/** When the VAT of what was sold on a day falls due; on receipts where nothing else was chosen. */
export function exigibilityOn(history: readonly DatedVatTerms[], day: Day): VatExigibility {
  const terms = termsOn(history, day)
  return terms !== null && terms.regime !== 'franchise' ? terms.exigibility : 'receipts'
}

/**
 * Rhythm of returns. A choice that the law has ended becomes quarterly.
 *
 * @source LF 2025 art. 38: from 2027 on, quarterly up to a turnover of 1 M€
 */
function periodicityOn({ regime, periodicity }: Charged, day: Day): VatPeriodicity {
  const chosen = periodicity || (regime === 'simplified' ? 'annual' : 'monthly')
  return offeredOn(chosen, day) ? chosen : 'quarterly'
}

/** The month, quarter or year of a day. */
function unitOf(periodicity: VatPeriodicity, day: Day): VatPeriod {
  const [year, month] = [yearOf(day), monthOf(day)]
  const length = { monthly: 1, quarterly: 3, annual: 12 }[periodicity]
  const first = month - ((month - 1) % length)
  const last = first + length - 1
  return {
    from: makeDay(year, first, 1),
    to: monthEnd(year, last),
    periodicity,
  }
}

/**
 * The period that a day is declared in; null under the franchise, and without terms. Other terms
 * within a month, quarter or year cut it where they begin.
 */
function vatPeriodOf(history: readonly DatedVatTerms[], day: Day): VatPeriod | null {
  const terms = termsOn(history, day)
  if (terms === null || terms.regime === 'franchise') return null
  const unit = unitOf(periodicityOn(terms, day), day)
  const isOther = (entry: DatedVatTerms) =>
    entry.terms.regime === 'franchise' || periodicityOn(entry.terms, day) !== unit.periodicity
  const next = history.find((entry) => entry.from > day && entry.from <= unit.to && isOther(entry))
  // The latest of the other terms before the day ended where the next ones began.
  const before = history.findLastIndex(
    (entry, i) => i > 0 && entry.from <= day && isOther(history[i - 1] ?? entry),
  )
  const begun = before === -1 ? '' : (history[before]?.from ?? '')
  return {
    from: begun > unit.from ? begun : unit.from,
    to: next === undefined ? unit.to : addDays(next.from, -1),
    periodicity: unit.periodicity,
  }
}

/**
 * The periods that share a day with `from` to `to`, the earliest first; those declared are as they
 * were then.
 */
export function vatPeriodsBetween(
  history: readonly DatedVatTerms[],
  { from, to }: Pick<VatPeriod, 'from' | 'to'>,
  declared: readonly VatPeriod[] = [],
): readonly VatPeriod[] {
  const periods: VatPeriod[] = []
  for (let day = from; day <= to; ) {
    const sealed = declared.find((period) => period.from <= day && day <= period.to)
    const period = sealed ?? cut(vatPeriodOf(history, day), day, declared)
    if (period !== null) periods.push(period)
    day = addDays(period?.to ?? lastWithout(history, declared, day, to), 1)
  }
  return periods
}

/** Without the days that were declared by themselves. */
function cut(period: VatPeriod | null, day: Day, declared: readonly VatPeriod[]): VatPeriod | null {
  if (period === null) return null
  const before = declared.findLast(({ to }) => to < day && to >= period.from)
  const after = declared.find(({ from }) => from > day && from <= period.to)
  return {
    ...period,
    from: before === undefined ? period.from : addDays(before.to, 1),
    to: after === undefined ? period.to : addDays(after.from, -1),
  }
}

/** The last day without a return, from a day without one on. */
function lastWithout(
  history: readonly DatedVatTerms[],
  declared: readonly VatPeriod[],
  day: Day,
  to: Day,
): Day {
  const next = [
    ...history.filter(({ terms }) => terms.regime !== 'franchise').map(({ from }) => from),
    ...declared.map(({ from }) => from),
  ].filter((from) => from > day)
  return next.reduce((last, from) => (from <= last ? addDays(from, -1) : last), to)
}
