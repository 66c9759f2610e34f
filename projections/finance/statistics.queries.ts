import type { Currency } from '#domain/kernel/money.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { amountsIn, countedIn, type TransactionDoc, TRANSACTIONS_BY_MONTH } from './transactions.ts'

/** @unit minor units */
export type TransactionSum = {
  count: number
  netMinor: number
  vatMinor: number
  grossMinor: number
}
export type InAndOut = { readonly in: TransactionSum; readonly out: TransactionSum }
export type YearSums = { readonly year: InAndOut; readonly months: readonly InAndOut[] }

const none = (): InAndOut => ({
  in: { count: 0, netMinor: 0, vatMinor: 0, grossMinor: 0 },
  out: { count: 0, netMinor: 0, vatMinor: 0, grossMinor: 0 },
})

/** Sums of payments that were not reversed, by year of payment; in euros, of all currencies. */
export async function transactionStatistics(
  transactions: ReadModel<TransactionDoc>,
  owner: string,
  profileId: string,
  currency: Currency,
  year?: number,
): Promise<ReadonlyMap<number, YearSums>> {
  const listMonth = year === undefined ? { $gt: '' } : { $gte: `${year}-01`, $lte: `${year}-12` }
  const filter = {
    where: { owner, profileId, ...countedIn(currency), status: 'paid', reversed: false, listMonth },
  }
  const years = new Map<number, { year: InAndOut; months: InAndOut[] }>()
  const groups = await transactions.sum(filter, TRANSACTIONS_BY_MONTH)
  for (const { key, count, sums } of groups.toSorted((a, b) =>
    a.key.listMonth < b.key.listMonth ? -1 : 1,
  )) {
    const [paidIn, month] = key.listMonth.split('-').map(Number)
    if (paidIn === undefined || month === undefined) continue
    const of = years.get(paidIn) ?? { year: none(), months: Array.from({ length: 12 }, none) }
    years.set(paidIn, of)
    const { netMinor, vatMinor, grossMinor } = amountsIn(currency, sums)
    for (const sum of [of.year[key.operation], of.months[month - 1]?.[key.operation]]) {
      if (!sum) continue
      sum.count += count
      sum.netMinor += netMinor
      sum.vatMinor += vatMinor
      sum.grossMinor += grossMinor
    }
  }
  return years
}
