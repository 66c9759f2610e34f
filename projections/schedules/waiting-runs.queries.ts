import type { ContributionTerms } from '#domain/finance/contributions.ts'
import {
  byTerms,
  recounted,
  recountedPeriod,
  type WaitingRun,
} from '#domain/schedules/schedule-runs.ts'
import type { LiveSchedule } from '#domain/schedules/schedule.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import type { ScheduleDoc } from './schedules.ts'
import type { TransactionDoc } from '#projections/finance/transactions.ts'

/** Contribution terms of a profile's micro-entrepreneur; null without any. */
export type TermsOfProfile = (profileId: string) => ContributionTerms | null

/**
 * Schedules by the terms of their profile, whose waiting runs count the receipts that the books
 * know now.
 */
export const withRecountedRuns = (
  transactions: ReadModel<TransactionDoc>,
  docs: readonly ScheduleDoc[],
  termsOf: TermsOfProfile,
): Promise<readonly ScheduleDoc[]> =>
  Promise.all(
    docs.map(async (doc): Promise<ScheduleDoc> => {
      const { amountType, profileId } = doc.schedule.facts
      const schedule = byTerms(
        doc.schedule,
        amountType === 'contributions' ? termsOf(profileId) : null,
      )
      return {
        ...doc,
        schedule: { ...schedule, waiting: await recountedRuns(transactions, doc.owner, schedule) },
      }
    }),
  )

/** Receipts of all the waiting runs are read once, and not at all where no amount follows them. */
async function recountedRuns(
  transactions: ReadModel<TransactionDoc>,
  owner: string,
  { facts, waiting }: LiveSchedule,
): Promise<readonly WaitingRun[]> {
  const periods = waiting.flatMap((run) => recountedPeriod(facts, run) ?? [])
  const [first] = periods.map(({ from }) => from).toSorted()
  const last = periods
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return waiting
  const { profileId, currency } = facts
  const received = await receivedBetween(transactions, {
    owner,
    profileId,
    currency,
    from: first,
    to: last,
  })
  return waiting.map((run) => recounted(facts, run, received))
}

/** A profile's schedules with runs that wait for the user, of both kinds. */
export async function schedulesToValidate(
  read: {
    readonly schedules: ReadModel<ScheduleDoc>
    readonly transactions: ReadModel<TransactionDoc>
  },
  owner: string,
  profileId: string,
  termsOf: TermsOfProfile,
): Promise<readonly ScheduleDoc[]> {
  const { items } = await read.schedules.find({
    filter: { where: { owner, profileId, waitingCount: { $gt: 0 } } },
  })
  return withRecountedRuns(read.transactions, items, termsOf)
}
