import { contributionDay, contributionsOf } from '#domain/finance/contributions.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  makeDay,
  monthEnd,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
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
  /** Days of the periods, both included. */
  readonly from: Day
  readonly to: Day
}

type Span = { readonly from: Day; readonly to: Day }

/** Months or quarters that share a day with `from` to `to`. */
function unitsBetween(from: Day, to: Day, count: number): readonly Span[] {
  const units: Span[] = []
  for (let day = from; day <= to; ) {
    const month = monthOf(day) - ((monthOf(day) - 1) % count)
    const last = month + count - 1
    const unit = {
      from: makeDay(yearOf(day), month, 1),
      to: monthEnd(yearOf(day), last),
    }
    units.push(unit)
    day = addDays(unit.to, 1)
  }
  return units
}

/** A quarter whose first months were declared by month, and its rest. */
function partsOf({ from, to }: Span, declared: readonly DayOrNone[]): readonly Span[] {
  const inside = declared.flatMap((end) => (end !== '' && from <= end && end < to ? [end] : []))
  const ends = [...new Set([...inside.toSorted(), to])]
  return ends.map((end, i) => ({ from: addDays(ends[i - 1] ?? addDays(from, -1), 1), to: end }))
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
  { from, to, ...contributor }: Asked,
): Promise<readonly ContributionPeriod[]> {
  const { owner, profileId } = contributor
  const { charge, terms, months } = await contributionChargeOf(read, contributor)
  if (terms === null) return []
  const units = unitsBetween(from, to, months)
  const [first, last] = [units[0], units.at(-1)]
  if (first === undefined || last === undefined) return []
  const runs = charge
    ? (
        await read.scheduleRuns.find({
          filter: { where: { owner, scheduleId: charge._id, result: 'booked' } },
        })
      ).items.filter((run) => run.contributions !== undefined && run.to >= from)
    : []
  const received = await receivedBetween(read.transactions, {
    owner,
    profileId,
    currency: 'EUR',
    from: first.from,
    to: last.to,
  })
  const ends = [...runs, ...(charge?.schedule.waiting ?? [])].map((run) => run.to)
  // A quarter that was declared stays one after its rhythm became monthly.
  const open = units
    .flatMap((unit) => partsOf(unit, ends))
    .filter((unit) => !runs.some((run) => run.from <= unit.to && unit.from <= run.to))
  const dueOf = (end: Day) => contributionDay(end, months, terms.businessFrom)
  return [
    ...runs.map(({ from: begin, to: end, contributions, at }) => ({
      from: begin,
      to: end,
      due: dueOf(end),
      receipts: contributions?.receipts ?? 0,
      total: contributions?.total ?? 0,
      declaredAt: at,
    })),
    ...open.map((unit) => {
      const inside = received.filter(({ day }) => unit.from <= day && day <= unit.to)
      const counted = contributionsOf(inside, terms)
      return {
        ...unit,
        due: dueOf(unit.to),
        receipts: counted?.receipts ?? 0,
        total: Math.max(0, counted?.total ?? 0),
        declaredAt: 0,
      }
    }),
  ].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
