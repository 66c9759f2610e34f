import type { Currency } from '#domain/kernel/money.ts'
import type { Doc, Filter } from '#domain/kernel/read-store.ts'
import { type Day, monthOf } from '#domain/kernel/time.ts'
import { bills } from '../billing/bills.ts'
import type { Projection } from '../kernel/projection.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { type TransactionDoc, transactions } from './transactions.ts'

/**
 * A month's turnover, without VAT, the VAT beside it, what was given back taken off. `receipts` is what clients paid, by
 * day of payment; `collected` what of it is in the bank, by the day it was; `invoiced` what was billed, by day of issue,
 * credit notes taken off.
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

/** What the turnover is read from; a read that must see its own writes waits for them. */
export const turnoverReads = [bills, transactions]

const PAGE = 1000

async function each<D extends Doc>(
  readModels: ReadModels,
  projection: Projection<D>,
  filter: Filter,
  sortedBy: string,
  see: (doc: D) => void,
): Promise<void> {
  const collection = await readModels.of(projection)
  let cursor: string | undefined
  do {
    const page = await collection.find({
      filter,
      sort: [[sortedBy, 1]],
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const doc of page.items) see(doc)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** Incomes, and what was given back of them. */
const counts = (doc: TransactionDoc, currency: Currency): boolean =>
  !doc.reversed && doc.currency === currency && (doc.operation === 'in' || doc.kind === 'refund')
const signOf = ({ operation }: TransactionDoc): 1 | -1 => (operation === 'in' ? 1 : -1)

/** The twelve months of a year, in one currency: amounts in others are not added to it. */
export async function turnoverOf(
  readModels: ReadModels,
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
  await each(readModels, transactions, { where: { owner, profileId, paymentDay: days } }, 'paymentDay', (doc) => {
    const month = doc.paymentDay === '' ? undefined : months[monthOf(doc.paymentDay) - 1]
    if (!month || !counts(doc, currency)) return
    month.receiptsMinor += signOf(doc) * doc.netMinor
    month.receiptsVatMinor += signOf(doc) * doc.vatMinor
    // What is given back leaves the bank on its own day.
    if (doc.operation === 'in') return
    month.collectedMinor -= doc.netMinor
    month.collectedVatMinor -= doc.vatMinor
  })
  const collectedOn = new Map<string, Day>()
  await each(readModels, bills, { where: { owner, profileId, collectedDay: days } }, 'collectedDay', (doc) => {
    collectedOn.set(doc._id, doc.collectedDay)
  })
  const billIds = [...collectedOn.keys()]
  for (let from = 0; from < billIds.length; from += PAGE) {
    const externalId = { $in: billIds.slice(from, from + PAGE) }
    await each(readModels, transactions, { where: { owner, profileId, externalId } }, 'listDay', (doc) => {
      const month = months[monthOf(collectedOn.get(doc.externalId) ?? '') - 1]
      if (!month || doc.operation !== 'in' || !counts(doc, currency)) return
      month.collectedMinor += doc.netMinor
      month.collectedVatMinor += doc.vatMinor
    })
  }
  // A deposit that was billed is turnover when it is; nothing bills it twice, for this product's final bills carry no deposit yet.
  await each(readModels, bills, { where: { owner, profileId, listDate: days } }, 'listDate', (doc) => {
    const month = months[monthOf(doc.listDate) - 1]
    if (!month || doc.ref === '' || doc.currency !== currency) return
    const sign = doc.type === 'creditNote' ? -1 : 1
    month.invoicedMinor += sign * doc.netMinor
    month.invoicedVatMinor += sign * doc.vatMinor
  })
  return months
}
