import type { Currency } from '#domain/kernel/money.ts'
import { bills, BILLS_BY_MONTH, isIssued } from '../billing/bills.ts'
import type { Read } from '../kernel/read-models.ts'
import { transactions, TRANSACTIONS_BY_MONTH } from './transactions.ts'

/**
 * A month's turnover without VAT, its VAT, and refunds taken off. `receipts`: client payments by day of payment.
 * `collected`: payments by the day they reached the bank. `invoiced`: bills by day of issue, less credit notes.
 *
 * @unit minor units
 */
export type MonthTurnover = {
  readonly month: number
  receiptsMinor: number
  receiptsVatMinor: number
  collectedMinor: number
  collectedVatMinor: number
  invoicedMinor: number
  invoicedVatMinor: number
}

/** The read models of the turnover. */
export const turnoverReads = { bills, transactions }

/** Kept sums of a profile's bills, by the month in which their money reached the bank. */
const BY_COLLECTED_MONTH = {
  by: ['profileId', 'currency', 'collectedMonth'],
  of: ['paidMinor', 'paidVatMinor'],
} as const

/** The twelve months of a year, in one currency; amounts in other currencies are left out. */
export async function turnoverOf(
  read: Read<typeof turnoverReads>,
  owner: string,
  profileId: string,
  year: number,
  currency: Currency,
): Promise<readonly MonthTurnover[]> {
  const months = Array.from(
    { length: 12 },
    (_, i): MonthTurnover => ({
      month: i + 1,
      receiptsMinor: 0,
      receiptsVatMinor: 0,
      collectedMinor: 0,
      collectedVatMinor: 0,
      invoicedMinor: 0,
      invoicedVatMinor: 0,
    }),
  )
  const [first, last] = [`${year}-01`, `${year}-12`]
  const monthOf = (key: string): MonthTurnover | undefined => months[Number(key.slice(5)) - 1]
  const inYear = (field: string) => ({ where: { owner, profileId, currency, [field]: { $gte: first, $lte: last } } })
  const [cashed, banked, listed] = await Promise.all([
    read.transactions.sum(inYear('listMonth'), TRANSACTIONS_BY_MONTH),
    read.bills.sum(inYear('collectedMonth'), BY_COLLECTED_MONTH),
    read.bills.sum(inYear('listMonth'), BILLS_BY_MONTH),
  ])
  for (const { key, sums } of cashed) {
    const month = monthOf(key.listMonth)
    const isRefund = key.kind === 'refund'
    if (!month || key.status !== 'paid' || key.reversed || (key.operation !== 'in' && !isRefund)) continue
    const sign = key.operation === 'in' ? 1 : -1
    month.receiptsMinor += sign * sums.netMinor
    month.receiptsVatMinor += sign * sums.vatMinor
    // A refund leaves the bank on its own day.
    if (key.operation === 'in') continue
    month.collectedMinor -= sums.netMinor
    month.collectedVatMinor -= sums.vatMinor
  }
  for (const { key, sums } of banked) {
    const month = monthOf(key.collectedMonth)
    if (!month) continue
    month.collectedMinor += sums.paidMinor - sums.paidVatMinor
    month.collectedVatMinor += sums.paidVatMinor
  }
  // A deposit counts as turnover when it is billed. It is not counted twice: final bills of this product carry no
  // deposit yet.
  for (const { key, sums } of listed) {
    const month = monthOf(key.listMonth)
    if (!month || !isIssued(key.state)) continue
    const sign = key.type === 'creditNote' ? -1 : 1
    month.invoicedMinor += sign * sums.netMinor
    month.invoicedVatMinor += sign * sums.vatMinor
  }
  return months
}
