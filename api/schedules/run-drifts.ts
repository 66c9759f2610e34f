import { driftOf } from '#domain/schedules/schedule-runs.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import { receiptsRecordedSince, type RegisterDoc } from '#projections/finance/registers.ts'
import type { ScheduleRunDoc } from '#projections/schedules/schedules.ts'
import type { TransactionDoc } from '#projections/finance/transactions.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { RunDrift } from './schedule-wire.ts'

/** Difference of each run's amount today, by the run's id: its period's receipts are read once. */
export async function driftsOf(
  read: {
    readonly transactions: ReadModel<TransactionDoc>
    readonly registers: ReadModel<RegisterDoc>
  },
  owner: string,
  facts: ScheduleFacts,
  runs: readonly ScheduleRunDoc[],
): Promise<ReadonlyMap<string, RunDrift>> {
  const counted = runs.filter(
    ({ result, from }) => (result === 'booked' || result === 'waiting') && from !== '',
  )
  const [first] = counted.map(({ from }) => from).toSorted()
  const last = counted
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return new Map()
  const { profileId, currency } = facts
  const received = await receivedBetween(read.transactions, {
    owner,
    profileId,
    currency,
    from: first,
    to: last,
  })
  const drifts = counted.map(async (run) => {
    const driftMinor = driftOf(run, run.proposedMinor, received)
    const { from, to, countedAt: since } = run
    const changes =
      driftMinor === 0
        ? []
        : await receiptsRecordedSince(
            read.registers,
            { owner, profileId, currency },
            { from, to, since },
          )
    return [run._id, { driftMinor, changes }] as const
  })
  return new Map(await Promise.all(drifts))
}
