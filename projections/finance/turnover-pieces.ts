import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { collectedOf } from '../billing/billed.ts'
import type { Read } from '../kernel/read-models.ts'
import type { turnoverReads } from './turnover.ts'

/** One payment or bill of a month's turnover. @unit netMinor: without VAT; what is given back is negative */
export type TurnoverPiece = {
  readonly id: string
  readonly day: Day
  readonly client: string
  readonly ref: string
  readonly netMinor: number
  readonly billId: string
}
type Month = {
  readonly owner: string
  readonly profileId: string
  readonly currency: Currency
  /** `2026-11`. */
  readonly month: string
}

const daysOf = (month: string) => ({ $gte: `${month}-01`, $lte: `${month}-31` })
const latestFirst = (a: TurnoverPiece, b: TurnoverPiece) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1)

/** Bills and credit notes of a month, the latest first. */
export async function invoicedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, month }: Month,
): Promise<readonly TurnoverPiece[]> {
  const where = { owner, profileId, currency, listDate: daysOf(month), state: { $in: STATES_OF.issued } }
  const { items } = await read.bills.find({ filter: { where }, sort: [['listDate', -1]] })
  return items.map((bill) => ({
    id: bill._id,
    day: bill.listDate,
    client: bill.clientName,
    ref: bill.ref,
    netMinor: bill.listedNetMinor,
    billId: bill._id,
  }))
}

/** Payments that reached the bank in a month, and refunds that left it, the latest first. */
export async function collectedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, month }: Month,
): Promise<readonly TurnoverPiece[]> {
  const banked = await read.bills.find({ filter: { where: { owner, profileId, collectedDay: daysOf(month) } } })
  const externalId = { $in: banked.items.map(({ _id }) => _id) }
  const own = { owner, profileId, currency, reversed: false }
  const [paid, refunded] = await Promise.all([
    read.transactions.find({ filter: { where: { ...own, operation: 'in', externalId } } }),
    read.transactions.find({ filter: { where: { ...own, kind: 'refund', paymentDay: daysOf(month) } } }),
  ])
  const days = await collectedOf(read.bills, owner, externalId.$in)
  const pieceOf = (doc: (typeof paid.items)[number], day: Day): TurnoverPiece => ({
    id: doc._id,
    day,
    client: doc.client,
    ref: doc.reference,
    netMinor: doc.operation === 'in' ? doc.netMinor : -doc.netMinor,
    billId: doc.externalId,
  })
  return [
    ...paid.items.flatMap((doc) => {
      const day = days.get(doc.externalId)
      return day === undefined ? [] : pieceOf(doc, day)
    }),
    ...refunded.items.flatMap((doc) => (doc.paymentDay === '' ? [] : pieceOf(doc, doc.paymentDay))),
  ].sort(latestFirst)
}
