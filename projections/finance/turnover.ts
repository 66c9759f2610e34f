import type { Currency } from '#domain/kernel/money.ts'
import { monthOf } from '#domain/kernel/time.ts'
import { bills } from '../billing/bills.ts'
import { eachFound, type Read } from '../kernel/read-models.ts'
import { transactions } from './transactions.ts'

/**
 * A month's turnover, without VAT, the VAT beside it. `receipts` is what was cashed, by day of payment; `invoiced` what
 * was billed, by day of issue, credit notes taken off.
 *
 * @unit minor units
 */
export type MonthTurnover = {
  readonly month: number
  receiptsMinor: number
  receiptsVatMinor: number
  invoicedMinor: number
  invoicedVatMinor: number
}

/** What the turnover is read from. */
export const turnoverReads = { bills, transactions }

/** The twelve months of a year, in one currency: amounts in others are not added to it. */
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
      invoicedMinor: 0,
      invoicedVatMinor: 0,
    }),
  )
  const days = { $gte: `${year}-01-01`, $lte: `${year}-12-31` }
  const cashed = { where: { owner, profileId, paymentDay: days } }
  await eachFound(read.transactions, { filter: cashed, sort: [['paymentDay', 1]] }, (doc) => {
    const month = doc.paymentDay === '' ? undefined : months[monthOf(doc.paymentDay) - 1]
    if (!month || doc.reversed || doc.operation !== 'in' || doc.currency !== currency) return
    month.receiptsMinor += doc.netMinor
    month.receiptsVatMinor += doc.vatMinor
  })
  // A deposit that was billed is turnover when it is; nothing bills it twice, for this product's final bills carry no
  // deposit yet.
  const listed = { where: { owner, profileId, listDate: days } }
  await eachFound(read.bills, { filter: listed, sort: [['listDate', 1]] }, (doc) => {
    const month = months[monthOf(doc.listDate) - 1]
    if (!month || doc.ref === '' || doc.currency !== currency) return
    const sign = doc.type === 'creditNote' ? -1 : 1
    month.invoicedMinor += sign * doc.netMinor
    month.invoicedVatMinor += sign * doc.vatMinor
  })
  return months
}
