import { contributionDay, contributionsOf } from '#domain/finance/contributions.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import {
  openPeriods,
  type Period,
  type RunInputs,
  unitOf,
} from '#domain/schedules/schedule-runs.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import type { transactions } from '#projections/finance/transactions.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { contributionChargeOf, type Contributor } from './contribution-charge.queries.ts'
import type { scheduleRuns, schedules } from './schedules.ts'

/** A micro-entrepreneur's month or quarter. @unit receipts, total: whole euros */
export type ContributionPeriod = {
  readonly from: Day
  readonly to: Day
  /** The last day for its declaration and payment. */
  readonly due: Day
  readonly receipts: number
  readonly total: number
  /** Instant of its declaration; 0 while there is none. */
  readonly declaredAt: number
}

type Asked = Contributor & {
  /** Day since which declared periods count, wherever the others begin. */
  readonly oldest: Day
  /** Days of the periods, both included. */
  readonly from: Day
  readonly to: Day
  /**
   * First day from which those without receipts are to be declared too; `from` or a later one.
   * Money received before the business began is declared all the same.
   */
  readonly begin: Day
}

/** Months or quarters that share a day with `from` to `to`. */
function unitsBetween(from: Day, to: Day, count: number): readonly Period[] {
  const units: Period[] = []
  for (let day = from; day <= to; ) {
    const unit = unitOf(day, count)
    units.push(unit)
    day = addDays(unit.to, 1)
  }
  return units
}

/**
 * Periods of a business whose contributions follow its receipts, the earliest first; none for
 * another. Declared ones are as they were declared.
 */
export async function contributionPeriods(
  read: Read<{
    schedules: typeof schedules
    scheduleRuns: typeof scheduleRuns
    transactions: typeof transactions
  }>,
  { oldest, from, to, begin, ...contributor }: Asked,
): Promise<readonly ContributionPeriod[]> {
  const { owner, profileId } = contributor
  const { charge, terms, months } = await contributionChargeOf(read, contributor)
  if (terms === null) return []
  const since = <R extends RunInputs>(runs: readonly R[], day: Day): readonly (R & Period)[] =>
    runs.flatMap((run) =>
      run.contributions === undefined || run.from === '' || run.to === '' || run.to < day
        ? []
        : [{ ...run, from: run.from, to: run.to }],
    )
  const where = { owner, scheduleId: charge?._id ?? '', result: 'booked' }
  const runs = since((await read.scheduleRuns.find({ filter: { where } })).items, oldest)
  const waiting = since(charge?.schedule.waiting ?? [], from)
  const open = unitsBetween(from, to, months).flatMap((unit) =>
    openPeriods(unit, [...runs, ...waiting]),
  )
  const ahead: readonly Period[] = [...waiting, ...open]
  const received = await receivedBetween(read.transactions, {
    owner,
    profileId,
    currency: 'EUR',
    from: ahead.reduce((first, one) => (one.from < first ? one.from : first), from),
    to: ahead.reduce((last, one) => (one.to > last ? one.to : last), to),
  })
  const inside = ({ from: first, to: last }: Period) =>
    received.filter(({ day }) => first <= day && day <= last)
  const undeclared = [
    ...waiting,
    ...open.filter((one) => one.to >= begin || inside(one).length > 0),
  ]
  const dueOf = (end: Day) => contributionDay(end, months, terms.businessFrom)
  return [
    ...runs.map(({ from: first, to: last, contributions, at }) => ({
      from: first,
      to: last,
      due: dueOf(last),
      receipts: contributions?.receipts ?? 0,
      total: contributions?.total ?? 0,
      declaredAt: at,
    })),
    ...undeclared.map((one) => {
      const counted = contributionsOf(inside(one), terms)
      return {
        from: one.from,
        to: one.to,
        due: dueOf(one.to),
        receipts: counted?.receipts ?? 0,
        total: Math.max(0, counted?.total ?? 0),
        declaredAt: 0,
      }
    }),
  ].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
