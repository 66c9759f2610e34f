import type { Currency } from '#domain/kernel/money.ts'
import { type Day, monthOf } from '#domain/kernel/time.ts'
import { bills } from '../billing/bills.ts'
import { eachFound, type Read } from '../kernel/read-models.ts'
import { type TransactionDoc, transactions } from './transactions.ts'

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

/** The most bills whose transactions are asked for at once. */
const BILLS_AT_ONCE = 1000

/** Income, and its refunds. */
const counts = (doc: TransactionDoc, currency: Currency): boolean =>
  !doc.reversed && doc.currency === currency && (doc.operation === 'in' || doc.kind === 'refund')

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
  const days = { $gte: `${year}-01-01`, $lte: `${year}-12-31` }
  const cashed = { where: { owner, profileId, paymentDay: days } }
  await eachFound(read.transactions, { filter: cashed, sort: [['paymentDay', 1]] }, (doc) => {
    const month = doc.paymentDay === '' ? undefined : months[monthOf(doc.paymentDay) - 1]
    if (!month || !counts(doc, currency)) return
    const sign = doc.operation === 'in' ? 1 : -1
    month.receiptsMinor += sign * doc.netMinor
    month.receiptsVatMinor += sign * doc.vatMinor
    // A refund leaves the bank on its own day.
    if (doc.operation === 'in') return
    month.collectedMinor -= doc.netMinor
    month.collectedVatMinor -= doc.vatMinor
  })
  const collectedOn = new Map<string, Day>()
  const banked = { where: { owner, profileId, collectedDay: days } }
  await eachFound(read.bills, { filter: banked, sort: [['collectedDay', 1]] }, (doc) => {
    collectedOn.set(doc._id, doc.collectedDay)
  })
  const billIds = [...collectedOn.keys()]
  for (let from = 0; from < billIds.length; from += BILLS_AT_ONCE) {
    const of = { where: { owner, profileId, externalId: { $in: billIds.slice(from, from + BILLS_AT_ONCE) } } }
    await eachFound(read.transactions, { filter: of, sort: [['listDay', 1]] }, (doc) => {
      const month = months[monthOf(collectedOn.get(doc.externalId) ?? '') - 1]
      if (!month || doc.operation !== 'in' || !counts(doc, currency)) return
      month.collectedMinor += doc.netMinor
      month.collectedVatMinor += doc.vatMinor
    })
  }
  // A deposit counts as turnover when it is billed. It is not counted twice: final bills of this product carry no
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
