import { unreachable } from '#domain/kernel/errors.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  makeDay,
  monthEnd,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import {
  contributionDay,
  type Contributions,
  contributionsOf,
  type ContributionTerms,
} from '#domain/finance/contributions.ts'
import { dayBeforeFirst, runsAfter } from './recurrence.ts'
import { type ScheduleFacts, scheduleRefusal } from './schedule-facts.ts'

/** Money that clients paid on a day; negative when it was given back. @unit minor units */
export type ReceivedOn = {
  readonly day: Day
  readonly netMinor: number
  readonly grossMinor: number
}

/**
 * Basis of a run. A fixed amount has no period and no base.
 *
 * @unit minor units; rate: hundredths of a percent
 */
export type RunInputs = {
  /** Also the id of its transaction. */
  readonly runId: string
  /** The day that the run is of: one run a day. */
  readonly due: Day
  /** The day that its payment is expected on. */
  readonly payOn: Day
  readonly from: DayOrNone
  readonly to: DayOrNone
  readonly baseMinor: number
  /** Number of payments in the base. */
  readonly receipts: number
  readonly rate: number
  readonly amountMinor: number
  /**
   * By which terms the receipts were counted, so that they can be counted again; absent for a fixed
   * amount.
   */
  readonly by?: Pick<ScheduleFacts, 'base' | 'terms'>
  /** Computation of contributions; absent for other amounts. */
  readonly contributions?: Contributions
}
/**
 * A run that the user decides on. `failed`: the code of the refusal for which it could not be
 * booked.
 */
export type WaitingRun = RunInputs & { readonly failed?: string }

/** Progress of a schedule's runs. */
export type Progress = {
  readonly facts: ScheduleFacts
  readonly active: boolean
  /** Runs up to this day are done, proposed or passed over. */
  readonly ranUntil: DayOrNone
  /** The last day whose turnover a run has counted. */
  readonly countedUntil: DayOrNone
}

/**
 * A schedule with the contribution terms of its profile, where the profile tells them, in place of
 * its own.
 */
export const byTerms = <S extends { readonly facts: ScheduleFacts }>(
  schedule: S,
  terms: ContributionTerms | null | undefined,
): S => (terms ? { ...schedule, facts: { ...schedule.facts, terms } } : schedule)

/** The next runs of a schedule, whether it is active or not. */
export function nextRuns(
  { facts, ranUntil, countedUntil }: Pick<Progress, 'facts' | 'ranUntil' | 'countedUntil'>,
  most: number,
): readonly Day[] {
  const isCounted =
    facts.amountType === 'contributions' && countedUntil !== '' && countedUntil < ranUntil
  // No second run of a month counts the same days, also when the day of the runs has changed.
  const after = isCounted ? later(ranUntil, unitOf(addDays(countedUntil, 1), 1).to) : ranUntil
  return runsAfter(facts.recurrence, after, most)
}
const later = (a: Day, b: Day): Day => (a > b ? a : b)

/** The next run of an active schedule; empty when there is none. */
export const nextRun = (
  schedule: Pick<Progress, 'facts' | 'ranUntil' | 'countedUntil' | 'active'>,
): DayOrNone => (schedule.active ? (nextRuns(schedule, 1)[0] ?? '') : '')

export type Period = { readonly from: Day; readonly to: Day }

export const isOverlapping = (a: Period, b: Period): boolean => a.from <= b.to && b.from <= a.to

/** The month or quarter of a day. */
export function unitOf(day: Day, count: number): Period {
  const month = monthOf(day) - ((monthOf(day) - 1) % count)
  return { from: makeDay(yearOf(day), month, 1), to: monthEnd(yearOf(day), month + count - 1) }
}

/**
 * Days of a month or quarter that no other period takes. Months of a quarter may have been declared
 * before its rhythm changed. The days around them are declared apart.
 */
export function openPeriods({ from, to }: Period, taken: readonly Period[]): readonly Period[] {
  const open: Period[] = []
  let day = from
  for (const one of taken.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (one.to < day || one.from > to) continue
    if (one.from > day) open.push({ from: day, to: addDays(one.from, -1) })
    day = addDays(one.to, 1)
  }
  return day <= to ? [...open, { from: day, to }] : open
}

/**
 * The run that declares a period: the schedule's day of the next month, or its first day.
 *
 * @param taken periods that are declared, or wait to be
 * @throws CONTRIBUTIONS_NO_PERIOD for days that are no month or quarter of the schedule, nor what
 * is left of one
 */
export function declaringDay(
  facts: ScheduleFacts,
  { from, to }: Period,
  taken: readonly Period[],
): Day {
  const { amountType, recurrence } = facts
  const open = openPeriods(unitOf(to, recurrence.count), taken)
  if (amountType !== 'contributions' || !open.some((one) => one.from === from && one.to === to))
    throw scheduleRefusal('CONTRIBUTIONS_NO_PERIOD', { from, until: to })
  const first = addDays(to, 1)
  return runsAfter(recurrence, to, 1, contributionDay(to, recurrence.count))[0] ?? first
}

/**
 * Contributions are of whole calendar months: those before the month of the run. Months of a
 * quarter that were counted before its rhythm changed are not counted again.
 */
function contributionPeriod(
  { recurrence: { count } }: ScheduleFacts,
  due: Day,
  countedUntil: DayOrNone,
): Period {
  const to = addDays(makeDay(yearOf(due), monthOf(due), 1), -1)
  const months = yearOf(due) * 12 + monthOf(due) - 1 - count
  const from = makeDay(Math.floor(months / 12), (months % 12) + 1, 1)
  return { from: from <= countedUntil && countedUntil < to ? addDays(countedUntil, 1) : from, to }
}

/**
 * The days whose turnover a run counts; null for a fixed amount. The day of the run is not over
 * yet: it counts in the next one.
 */
export function periodOf(
  { facts, countedUntil }: Pick<Progress, 'facts' | 'countedUntil'>,
  due: Day,
): Period | null {
  if (facts.amountType === 'fixed') return null
  if (facts.amountType === 'contributions') return contributionPeriod(facts, due, countedUntil)
  switch (facts.periodMode) {
    case 'delta':
      return {
        from:
          countedUntil === ''
            ? dayBeforeFirst({ ...facts.recurrence, first: due })
            : addDays(countedUntil, 1),
        to: addDays(due, -1),
      }
    case 'specificInterval':
      return { from: facts.periodFrom, to: facts.periodTo }
    case 'lastDays':
      return { from: addDays(due, -facts.lastDays), to: addDays(due, -1) }
    default:
      return unreachable(facts.periodMode)
  }
}

const payOnOf = (facts: ScheduleFacts, due: Day): Day =>
  facts.amountType === 'contributions'
    ? contributionDay(
        addDays(makeDay(yearOf(due), monthOf(due), 1), -1),
        facts.recurrence.count,
        facts.terms.businessFrom,
      )
    : addDays(due, facts.paymentDelay)

type Counted = Pick<RunInputs, 'baseMinor' | 'receipts' | 'rate' | 'amountMinor' | 'contributions'>

/**
 * Result of a period's receipts: base, rate and amount.
 *
 * @param percentage of the turnover; contributions have dated rates of their own
 * @throws CONTRIBUTION_RATES_UNKNOWN when receipts are older than the oldest known rates
 */
export function countReceipts(
  facts: Pick<ScheduleFacts, 'amountType' | 'base' | 'terms'>,
  period: Period,
  received: readonly ReceivedOn[],
  percentage: number,
): Counted {
  const counted = countedOrNull(facts, period, received, percentage)
  if (counted === null) throw scheduleRefusal('CONTRIBUTION_RATES_UNKNOWN', { from: period.from })
  return counted
}

/** Null when receipts are older than the oldest known rates. */
function countedOrNull(
  facts: Pick<ScheduleFacts, 'amountType' | 'base' | 'terms'>,
  period: Period,
  received: readonly ReceivedOn[],
  percentage: number,
): Counted | null {
  const inside = received.filter(({ day }) => period.from <= day && day <= period.to)
  const isNet = facts.base === 'caHt' || facts.amountType === 'contributions'
  const baseMinor = inside.reduce(
    (sum, { netMinor, grossMinor }) => sum + (isNet ? netMinor : grossMinor),
    0,
  )
  const receipts = inside.length
  if (facts.amountType === 'contributions') {
    const contributions = contributionsOf(inside, facts.terms)
    if (contributions === null) return null
    return {
      baseMinor,
      receipts,
      rate: 0,
      amountMinor: Math.max(0, contributions.total) * 100,
      contributions,
    }
  }
  const amountMinor = Math.max(0, multiplyRounded(baseMinor, percentage, 10_000))
  return { baseMinor, receipts, rate: percentage, amountMinor }
}

/**
 * The period whose receipts a waiting run counts; null for an amount that does not follow them any
 * more.
 */
export function recountedPeriod(facts: ScheduleFacts, run: WaitingRun): Period | null {
  const { from, to, failed, contributions } = run
  // The user has decided already on what could not be booked.
  if (facts.amountType === 'fixed' || failed !== undefined || from === '' || to === '') return null
  return (contributions !== undefined) === (facts.amountType === 'contributions')
    ? { from, to }
    : null
}

/**
 * A waiting run with the receipts of its period as the books know them now, by the terms of today.
 */
export function recounted(
  facts: ScheduleFacts,
  run: WaitingRun,
  received: readonly ReceivedOn[],
): WaitingRun {
  const period = recountedPeriod(facts, run)
  const counted = period && countedOrNull(facts, period, received, facts.percentage)
  if (!counted) return run
  const { base, terms } = facts
  return { ...run, by: { base, terms }, ...counted }
}

/**
 * A run before it is proposed or posted.
 *
 * @param period the one that its day is of, unless it is given
 * @throws as `countReceipts` does
 */
export function inputsOf(
  schedule: Pick<Progress, 'facts' | 'countedUntil'>,
  {
    runId,
    due,
    received,
    period = periodOf(schedule, due),
  }: Pick<RunInputs, 'runId' | 'due'> & {
    readonly received: readonly ReceivedOn[]
    readonly period?: Period | null
  },
): RunInputs {
  const { facts } = schedule
  const run = { runId, due, payOn: payOnOf(facts, due) }
  if (period === null)
    return {
      ...run,
      from: '',
      to: '',
      baseMinor: 0,
      receipts: 0,
      rate: 0,
      amountMinor: facts.amountMinor,
    }
  const { base, terms } = facts
  return {
    ...run,
    ...period,
    by: { base, terms },
    ...countReceipts(facts, period, received, facts.percentage),
  }
}

/**
 * Difference between a run's amount now and at its making, after changes to the receipts of its
 * period. 0 for a fixed amount.
 *
 * @unit minor units
 */
export function driftOf(
  {
    from,
    to,
    rate,
    by,
    contributions,
  }: Pick<RunInputs, 'from' | 'to' | 'rate' | 'by' | 'contributions'>,
  thenMinor: number,
  received: readonly ReceivedOn[],
): number {
  if (by === undefined || from === '' || to === '') return 0
  const amountType = contributions === undefined ? 'calculated' : 'contributions'
  return countReceipts({ ...by, amountType }, { from, to }, received, rate).amountMinor - thenMinor
}
