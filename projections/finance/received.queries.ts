import type { ReceivedAsked } from '#commands/facts.ts'
import type { ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import { TURNOVER_TYPES } from '#domain/finance/transaction.values.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { type TransactionDoc, transactionFilter } from './transactions.ts'

const TURNOVER: ReadonlySet<string> = new Set(TURNOVER_TYPES)

/** Payments of clients by their day, and refunds as negative ones. */
export async function receivedBetween(
  transactions: ReadModel<TransactionDoc>,
  { owner, profileId, currency, from, to }: ReceivedAsked,
): Promise<readonly ReceivedOn[]> {
  const { items } = await transactions.find({
    filter: transactionFilter(owner, profileId, { currency, paymentDay: { $gte: from, $lte: to } }),
    sort: [['paymentDay', 1]],
  })
  return items.flatMap(
    ({ operation, kind, paymentDay, netMinor, grossMinor }): readonly ReceivedOn[] => {
      if (operation === 'in' && TURNOVER.has(kind))
        return [{ day: paymentDay, netMinor, grossMinor }]
      if (operation === 'out' && kind === 'refund')
        return [{ day: paymentDay, netMinor: -netMinor, grossMinor: -grossMinor }]
      return []
    },
  )
}
