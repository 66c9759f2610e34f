import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { collectedOf } from '#projections/billing/billed.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type turnoverReads, turnoverSign } from './turnover.queries.ts'

/**
 * One payment or bill of turnover; what is given back is negative. @unit minor units, `netMinor`
 * without VAT
 */
export type TurnoverPiece = {
  readonly id: string
  readonly day: Day
  readonly client: string
  readonly ref: string
  readonly netMinor: number
  readonly vatMinor: number
  readonly billId: string
}
type Asked = {
  readonly owner: string
  readonly profileId: string
  readonly currency: Currency
  /** Both included. */
  readonly from: Day
  readonly to: Day
}

const latestFirst = (a: TurnoverPiece, b: TurnoverPiece) =>
  a.day === b.day ? 0 : a.day < b.day ? 1 : -1

/** Bills and credit notes of some days, the latest first. */
export async function invoicedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, from, to }: Asked,
): Promise<readonly TurnoverPiece[]> {
  const where = {
    owner,
    profileId,
    currency,
    listDate: { $gte: from, $lte: to },
    state: { $in: STATES_OF.issued },
  }
  const { items } = await read.bills.find({
    filter: { where },
    sort: [['listDate', -1]],
    fields: ['listDate', 'clientName', 'ref', 'listedNetMinor', 'listedGrossMinor'],
  })
  return items.map((bill) => ({
    id: bill._id,
    day: bill.listDate,
    client: bill.clientName,
    ref: bill.ref,
    netMinor: bill.listedNetMinor,
    vatMinor: bill.listedGrossMinor - bill.listedNetMinor,
    billId: bill._id,
  }))
}

/** Payments of clients, and refunds, by the day they were paid, the latest first. */
export async function receivedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, from, to }: Asked,
): Promise<readonly TurnoverPiece[]> {
  const where = {
    owner,
    profileId,
    currency,
    reversed: false,
    paymentDay: { $gte: from, $lte: to },
  }
  const { items } = await read.transactions.find({ filter: { where }, sort: [['paymentDay', -1]] })
  return items.flatMap((doc) => {
    const sign = turnoverSign(doc)
    return sign === 0
      ? []
      : {
          id: doc._id,
          day: doc.paymentDay,
          client: doc.client || doc.label,
          ref: doc.reference,
          netMinor: sign * doc.netMinor,
          vatMinor: sign * doc.vatMinor,
          billId: doc.externalId,
        }
  })
}

/** Payments that reached the bank on some days, and refunds that left it, the latest first. */
export async function collectedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, from, to }: Asked,
): Promise<readonly TurnoverPiece[]> {
  const days = { $gte: from, $lte: to }
  const banked = await read.bills.find({
    filter: { where: { owner, profileId, collectedDay: days } },
    fields: [],
  })
  const externalId = { $in: banked.items.map(({ _id }) => _id) }
  const own = { owner, profileId, currency, reversed: false }
  const [paid, refunded] = await Promise.all([
    read.transactions.find({ filter: { where: { ...own, operation: 'in', externalId } } }),
    read.transactions.find({ filter: { where: { ...own, kind: 'refund', paymentDay: days } } }),
  ])
  const collected = await collectedOf(read.bills, owner, externalId.$in)
  const pieceOf = (doc: (typeof paid.items)[number], day: Day): TurnoverPiece => ({
    id: doc._id,
    day,
    client: doc.client,
    ref: doc.reference,
    netMinor: doc.operation === 'in' ? doc.netMinor : -doc.netMinor,
    vatMinor: doc.operation === 'in' ? doc.vatMinor : -doc.vatMinor,
    billId: doc.externalId,
  })
  return [
    ...paid.items.flatMap((doc) => {
      const day = collected.get(doc.externalId)
      return day === undefined ? [] : pieceOf(doc, day)
    }),
    ...refunded.items.flatMap((doc) => (doc.paymentDay === '' ? [] : pieceOf(doc, doc.paymentDay))),
  ].sort(latestFirst)
}
