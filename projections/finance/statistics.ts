import type { Currency } from '#domain/kernel/money.ts'
import { monthOf, yearOf } from '#domain/kernel/time.ts'
import { eachFound, type ReadModel } from '../kernel/read-models.ts'
import type { TransactionDoc } from './transactions.ts'

/** @unit minor units */
export type TransactionSum = { count: number; netMinor: number; vatMinor: number; grossMinor: number }
type InAndOut = { readonly in: TransactionSum; readonly out: TransactionSum }
export type YearSums = { readonly year: InAndOut; readonly months: readonly InAndOut[] }

const none = (): InAndOut => ({
  in: { count: 0, netMinor: 0, vatMinor: 0, grossMinor: 0 },
  out: { count: 0, netMinor: 0, vatMinor: 0, grossMinor: 0 },
})

/** Sums of payments that were not reversed, in one currency, by year of payment. */
export async function transactionStatistics(
  transactions: ReadModel<TransactionDoc>,
  owner: string,
  profileId: string,
  currency: Currency,
  year?: number,
): Promise<ReadonlyMap<number, YearSums>> {
  const paymentDay = year === undefined ? { $gt: '' } : { $gte: `${year}-01-01`, $lte: `${year}-12-31` }
  const years = new Map<number, { year: InAndOut; months: InAndOut[] }>()
  await eachFound(
    transactions,
    { filter: { where: { owner, profileId, paymentDay } }, sort: [['paymentDay', 1]] },
    (doc) => {
      if (doc.paymentDay === '' || doc.reversed || doc.currency !== currency) return
      const of = years.get(yearOf(doc.paymentDay)) ?? { year: none(), months: Array.from({ length: 12 }, none) }
      years.set(yearOf(doc.paymentDay), of)
      for (const sum of [of.year[doc.operation], of.months[monthOf(doc.paymentDay) - 1]?.[doc.operation]]) {
        if (!sum) continue
        sum.count += 1
        sum.netMinor += doc.netMinor
        sum.vatMinor += doc.vatMinor
        sum.grossMinor += doc.grossMinor
      }
    },
  )
  return years
}
