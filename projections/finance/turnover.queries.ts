import { turnoverSign } from '#domain/finance/transaction.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { bills, BILLS_BY_MONTH, isIssued } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { amountsIn, countedIn, transactions, TRANSACTIONS_BY_MONTH } from './transactions.ts'

/**
 * A month's turnover. `receipts`: client payments by day of payment, refunds taken off. `invoiced`:
 * bills by day of issue, less credit notes.
 *
 * @unit minor units; without VAT, which is apart
 */
export type MonthTurnover = TurnoverSums & { readonly month: number }

/** The read models of the turnover. */
export const turnoverReads = { bills, transactions }

/** Receipts and bills of a month, refunds and credit notes taken off. @unit minor units */
export type TurnoverSums = {
  receiptsMinor: number
  receiptsVatMinor: number
  invoicedMinor: number
  invoicedVatMinor: number
}
export const noTurnover = (): TurnoverSums => ({
  receiptsMinor: 0,
  receiptsVatMinor: 0,
  invoicedMinor: 0,
  invoicedVatMinor: 0,
})

type MonthRange = { readonly $gte: string; readonly $lte: string } | { readonly $gt: '' }

/**
 * Turnover by month, `2026-11`. In euros all currencies count: payments with what they came to,
 * bills at their rate.
 */
export async function turnoverMonths(
  read: Read<typeof turnoverReads>,
  owner: string,
  profileId: string,
  currency: Currency,
  listMonth: MonthRange = { $gt: '' },
): Promise<ReadonlyMap<string, TurnoverSums>> {
  const where = { owner, profileId, ...countedIn(currency), listMonth }
  const months = new Map<string, TurnoverSums>()
  const monthOf = (key: string): TurnoverSums => {
    const month = months.get(key) ?? noTurnover()
    months.set(key, month)
    return month
  }
  const [cashed, listed] = await Promise.all([
    read.transactions.sum({ where }, TRANSACTIONS_BY_MONTH),
    read.bills.sum({ where }, BILLS_BY_MONTH),
  ])
  for (const { key, sums } of cashed) {
    const sign = turnoverSign(key)
    if (key.status !== 'paid' || key.reversed || sign === 0) continue
    const month = monthOf(key.listMonth)
    const { netMinor, vatMinor } = amountsIn(currency, sums)
    month.receiptsMinor += sign * netMinor
    month.receiptsVatMinor += sign * vatMinor
  }
  // A deposit counts as turnover when it is billed. The bill that deducts it counts with what is
  // left.
  for (const { key, sums } of listed) {
    if (!isIssued(key.state)) continue
    const sign = key.type === 'creditNote' ? -1 : 1
    const month = monthOf(key.listMonth)
    month.invoicedMinor += sign * (currency === 'EUR' ? sums.euroNetMinor : sums.netMinor)
    month.invoicedVatMinor += sign * (currency === 'EUR' ? sums.euroVatMinor : sums.vatMinor)
  }
  return months
}

/** The twelve months of a year. */
export async function turnoverOf(
  read: Read<typeof turnoverReads>,
  owner: string,
  profileId: string,
  year: number,
  currency: Currency,
): Promise<readonly MonthTurnover[]> {
  const range = { $gte: `${year}-01`, $lte: `${year}-12` }
  const months = await turnoverMonths(read, owner, profileId, currency, range)
  return Array.from({ length: 12 }, (_, i) => ({
    month: i + 1,
    ...(months.get(`${year}-${String(i + 1).padStart(2, '0')}`) ?? noTurnover()),
  }))
}
