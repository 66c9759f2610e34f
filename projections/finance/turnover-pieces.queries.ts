import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { BillDoc } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import { amountsIn, countedIn } from './transactions.ts'
import type { turnoverReads } from './turnover.queries.ts'

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

/** Fields of a bill that `invoicedIn` reads. */
const INVOICED = [
  'type',
  'listedNetMinor',
  'listedGrossMinor',
  'euroNetMinor',
  'euroVatMinor',
] as const

/** Bills and credit notes of some days, the latest first. */
export async function invoicedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, from, to }: Asked,
): Promise<readonly TurnoverPiece[]> {
  const where = {
    owner,
    profileId,
    ...countedIn(currency),
    listDate: { $gte: from, $lte: to },
    state: { $in: STATES_OF.issued },
  }
  const { items } = await read.bills.find({
    filter: { where },
    sort: [['listDate', -1]],
    fields: ['listDate', 'clientName', 'ref', ...INVOICED],
  })
  return items.map((bill) => ({
    id: bill._id,
    day: bill.listDate,
    client: bill.clientName,
    ref: bill.ref,
    ...invoicedIn(currency, bill),
    billId: bill._id,
  }))
}

function invoicedIn(currency: Currency, bill: Pick<BillDoc, (typeof INVOICED)[number]>) {
  if (currency !== 'EUR')
    return {
      netMinor: bill.listedNetMinor,
      vatMinor: bill.listedGrossMinor - bill.listedNetMinor,
    }
  const sign = bill.type === 'creditNote' ? -1 : 1
  return { netMinor: sign * bill.euroNetMinor, vatMinor: sign * bill.euroVatMinor }
}

/** Payments of clients, and refunds, by the day they were paid, the latest first. */
export async function receivedPieces(
  read: Read<typeof turnoverReads>,
  { owner, profileId, currency, from, to }: Asked,
): Promise<readonly TurnoverPiece[]> {
  const where = {
    owner,
    profileId,
    ...countedIn(currency),
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
          netMinor: sign * amountsIn(currency, doc).netMinor,
          vatMinor: sign * amountsIn(currency, doc).vatMinor,
          billId: doc.externalId,
        }
  })
}
