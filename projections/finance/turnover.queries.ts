import { TURNOVER_TYPES } from '#domain/finance/transaction.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { bills, BILLS_BY_MONTH, isIssued } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { transactions, TRANSACTIONS_BY_MONTH } from './transactions.ts'

/**
 * A month's turnover without VAT, its VAT, and refunds taken off. `receipts`: client payments by
 * day of payment. `collected`: payments of bills by the day in the bank, and collected sales by
 * hand by day of payment. `invoiced`: bills by day of issue, less credit notes.
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

const TURNOVER: ReadonlySet<string> = new Set(TURNOVER_TYPES)
/** 1 for a client's payment, -1 for a refund, 0 for what is no turnover. */
export const turnoverSign = ({
  operation,
  kind,
}: {
  readonly operation: 'in' | 'out'
  readonly kind: string
}) => (operation === 'in' ? (TURNOVER.has(kind) ? 1 : 0) : kind === 'refund' ? -1 : 0)

type MonthRange = { readonly $gte: string; readonly $lte: string } | { readonly $gt: '' }

/** Turnover by month, `2026-11`, in one currency; amounts in other currencies are left out. */
export async function turnoverMonths(
  read: Read<typeof turnoverReads>,
  owner: string,
  profileId: string,
  currency: Currency,
  listMonth: MonthRange = { $gt: '' },
): Promise<ReadonlyMap<string, TurnoverSums>> {
  const where = { owner, profileId, currency, listMonth }
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
    month.receiptsMinor += sign * sums.netMinor
    month.receiptsVatMinor += sign * sums.vatMinor
  }
  // A deposit counts as turnover when it is billed. The bill that deducts it counts with what is
  // left.
  for (const { key, sums } of listed) {
    if (!isIssued(key.state)) continue
    const sign = key.type === 'creditNote' ? -1 : 1
    const month = monthOf(key.listMonth)
    month.invoicedMinor += sign * sums.netMinor
    month.invoicedVatMinor += sign * sums.vatMinor
  }
  return months
}

/** The twelve months of a year, in one currency; amounts in other currencies are left out. */
export async function turnoverOf(
  read: Read<typeof turnoverReads>,
  owner: string,
  profileId: string,
  year: number,
  currency: Currency,
): Promise<readonly MonthTurnover[]> {
  const range = { $gte: `${year}-01`, $lte: `${year}-12` }
  const inYear = (field: string) => ({ where: { owner, profileId, currency, [field]: range } })
  const [billed, banked, paid] = await Promise.all([
    turnoverMonths(read, owner, profileId, currency, range),
    read.bills.sum(inYear('collectedMonth'), BY_COLLECTED_MONTH),
    read.transactions.sum(inYear('listMonth'), TRANSACTIONS_BY_MONTH),
  ])
  const months = Array.from({ length: 12 }, (_, i): MonthTurnover => {
    const sums = billed.get(`${year}-${String(i + 1).padStart(2, '0')}`) ?? noTurnover()
    return { month: i + 1, ...sums, collectedMinor: 0, collectedVatMinor: 0 }
  })
  const monthOf = (key: string): MonthTurnover | undefined => months[Number(key.slice(5)) - 1]
  // A bill knows the day on which its payment reached the bank. A refund leaves it on its own day.
  for (const { key, sums } of paid) {
    const month = monthOf(key.listMonth)
    const sign = turnoverSign(key)
    if (!month || key.status !== 'paid' || key.reversed || (sign === 1 && !key.cashed)) continue
    month.collectedMinor += sign * sums.netMinor
    month.collectedVatMinor += sign * sums.vatMinor
  }
  for (const { key, sums } of banked) {
    const month = monthOf(key.collectedMonth)
    if (!month) continue
    month.collectedMinor += sums.paidMinor - sums.paidVatMinor
    month.collectedVatMinor += sums.paidVatMinor
  }
  return months
}
