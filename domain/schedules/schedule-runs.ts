import { unreachable } from '#domain/kernel/errors.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import { addDays, type Day, type DayOrNone, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'
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
export const nextRuns = (
  { facts, ranUntil }: Pick<Progress, 'facts' | 'ranUntil'>,
  most: number,
): readonly Day[] => runsAfter(facts.recurrence, ranUntil, most)

/** The next run of an active schedule; empty when there is none. */
export const nextRun = (schedule: Pick<Progress, 'facts' | 'ranUntil' | 'active'>): DayOrNone =>
  schedule.active ? (nextRuns(schedule, 1)[0] ?? '') : ''

type Period = { readonly from: Day; readonly to: Day }

/**
 * The run that declares a period: the schedule's day of the next month, or its first day.
 *
 * @throws CONTRIBUTIONS_NO_PERIOD for days that are no month or quarter of the schedule
 */
export function declaringDay(
  { facts, countedUntil }: Pick<Progress, 'facts' | 'countedUntil'>,
  { from, to }: Period,
): Day {
  const first = addDays(to, 1)
  const last = contributionDay(to, facts.recurrence.count)
  const due = runsAfter(facts.recurrence, addDays(first, -1), 1, last)[0] ?? first
  const period = contributionPeriod(facts, due, countedUntil)
  if (
    facts.amountType !== 'contributions' ||
    period.from !== from ||
    period.to !== to ||
    !isWhole(facts, to)
  )
    throw scheduleRefusal('CONTRIBUTIONS_NO_PERIOD', { from, until: to })
  return due
}
/** A quarter ends with the third month of one. */
const isWhole = ({ recurrence: { count } }: ScheduleFacts, to: Day): boolean =>
  monthOf(to) % count === 0

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

/** A run before it is proposed or posted. @throws as `countReceipts` does */
export function inputsOf(
  schedule: Pick<Progress, 'facts' | 'countedUntil'>,
  {
    runId,
    due,
    received,
  }: Pick<RunInputs, 'runId' | 'due'> & { readonly received: readonly ReceivedOn[] },
): RunInputs {
  const { facts } = schedule
  const run = { runId, due, payOn: payOnOf(facts, due) }
  const period = periodOf(schedule, due)
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
