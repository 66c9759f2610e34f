import type { VatRow } from '#domain/billing/totals.ts'
import { netMinorOf, vatMinorOf, type BookedPayment, type TransactionEvent } from '#domain/finance/transaction.ts'
import type { Condition, Doc, Filter, Sort } from '#domain/kernel/read-store.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { Stamp } from '../kernel/stamp.ts'
import { foldText } from '../read-store/values.ts'

/** A transaction. A reversed one stays: the books never lose an entry. @unit minor units of `currency` */
export type TransactionDoc = Doc &
  Stamp &
  Omit<BookedPayment, 'day' | 'vat'> & {
    readonly status: 'paid' | 'unpaid'
    readonly reversed: boolean
    readonly netMinor: number
    readonly vatMinor: number
    readonly rates: readonly VatRow[]
    /** Empty when it is not paid. */
    readonly paymentDay: DayOrNone
    readonly expectedDay: DayOrNone
    /** 1 while it is unpaid: lists show unpaid transactions first; 0 once it is paid. */
    readonly unpaidRank: 0 | 1
    /** The day it is listed under: expected while unpaid, of the payment once paid. */
    readonly listDay: Day
    /** Month of `listDay`, as `2026-11`. */
    readonly listMonth: string
    /** The client's name as it is sorted. */
    readonly clientKey: string
    /** Negative for what goes out. */
    readonly listedGrossMinor: number
  }

const listedOn = (day: Day) => ({ listDay: day, listMonth: day.slice(0, 7) })

export const transactions = defineProjection<TransactionEvent, TransactionDoc>({
  name: 'transactions',
  version: 3,
  on: {
    TransactionBooked: (_, { data, meta, stamp }, key) => {
      const { day, vat, ...payment } = data
      return {
        _id: key,
        owner: meta.owner,
        ...stamp,
        ...payment,
        status: 'paid',
        reversed: false,
        netMinor: netMinorOf(data),
        vatMinor: vatMinorOf(data),
        rates: vat,
        paymentDay: day,
        expectedDay: day,
        unpaidRank: 0,
        ...listedOn(day),
        clientKey: foldText(data.client),
        listedGrossMinor: (data.operation === 'in' ? 1 : -1) * data.grossMinor,
      }
    },
    TransactionReversed: (doc, { stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        status: 'unpaid',
        reversed: true,
        paymentDay: '',
        unpaidRank: 1,
        ...listedOn(doc.expectedDay || doc.listDay),
      },
  },
  indexes: [
    { fields: ['owner', 'profileId', 'reversed', 'unpaidRank', 'listDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'listDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'clientKey'] },
    { fields: ['owner', 'profileId', 'reversed', 'reference'] },
    { fields: ['owner', 'profileId', 'reversed', 'kind'] },
    { fields: ['owner', 'profileId', 'reversed', 'status'] },
    { fields: ['owner', 'profileId', 'reversed', 'vatMinor'] },
    { fields: ['owner', 'profileId', 'reversed', 'listedGrossMinor'] },
    { fields: ['owner', 'profileId', 'paymentDay'] },
    { fields: ['owner', 'profileId', 'externalId'] },
  ],
})

/** Kept sums of a profile's transactions, by the month they are listed under: of their payment once they are paid. */
export const TRANSACTIONS_BY_MONTH = {
  by: ['profileId', 'currency', 'operation', 'kind', 'status', 'reversed', 'listMonth'],
  of: ['netMinor', 'vatMinor', 'grossMinor'],
} as const

/**
 * The specification's order: "unpaid first, then paid by payment date descending, then unpaid by expected payment date
 * descending". Read as a comparison of two rows. Unpaid comes before paid; two paid rows go by payment date and two
 * unpaid rows by expected date, the latest first. So there are two groups, and `unpaidRank` is the group.
 */
export const TRANSACTION_ORDER: Sort = [
  ['unpaidRank', -1],
  ['listDay', -1],
]

/** Column of the list → field it sorts by. Each field has an index. */
export const TRANSACTION_SORTS: Readonly<Record<string, string>> = {
  date: 'listDay',
  client: 'clientKey',
  reference: 'reference',
  type: 'kind',
  status: 'status',
  vat: 'vatMinor',
  amountTTC: 'listedGrossMinor',
}

type Range = {
  readonly $gt?: string | number
  readonly $gte?: string | number
  readonly $lt?: string | number
  readonly $lte?: string | number
}
type Wanted = Readonly<Record<string, Condition | Range>>

/** Reversed transactions are left out unless the filter names them. */
export const transactionFilter = (owner: string, profileId: string, wanted: Wanted = {}, text = ''): Filter => ({
  where: { reversed: false, ...wanted, owner, profileId },
  ...(text === '' ? {} : { search: { fields: ['reference', 'client', 'bankReference'], text } }),
})
