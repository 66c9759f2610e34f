import type { ReceivedAsked } from '#commands/facts.ts'
import type { ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { amountsIn, countedIn, type TransactionDoc, transactionFilter } from './transactions.ts'

/**
 * Payments of clients by their day, and refunds as negative ones. In euros those in other
 * currencies count with what they came to.
 */
export async function receivedBetween(
  transactions: ReadModel<TransactionDoc>,
  { owner, profileId, currency, from, to }: ReceivedAsked,
): Promise<readonly ReceivedOn[]> {
  const { items } = await transactions.find({
    filter: transactionFilter(owner, profileId, {
      ...countedIn(currency),
      paymentDay: { $gte: from, $lte: to },
    }),
    sort: [['paymentDay', 1]],
  })
  return items.flatMap((doc): readonly ReceivedOn[] => {
    const sign = turnoverSign(doc)
    if (sign === 0) return []
    const { netMinor, vatMinor } = amountsIn(currency, doc)
    const grossMinor = netMinor + vatMinor
    return [{ day: doc.paymentDay, netMinor: sign * netMinor, grossMinor: sign * grossMinor }]
  })
}

/** Receipts of some days that no sum in euros counts yet, the earliest first. */
export async function receiptsWithoutEuros(
  transactions: ReadModel<TransactionDoc>,
  { owner, profileId, from, to }: Omit<ReceivedAsked, 'currency'>,
): Promise<readonly TransactionDoc[]> {
  const { items } = await transactions.find({
    filter: transactionFilter(owner, profileId, {
      waitsForEuros: true,
      paymentDay: { $gte: from, $lte: to },
    }),
    sort: [['paymentDay', 1]],
  })
  return items.filter((doc) => turnoverSign(doc) !== 0)
}
