import { type BillEvent, billEvents } from '#domain/billing/bill-facts.ts'
import type { BookingEvent } from '#domain/billing/booking.ts'
import { claimOf } from '#domain/billing/deposit.ts'
import { idOf } from '#domain/kernel/event.ts'
import { addDays, epochOfDay } from '#domain/kernel/time.ts'
import { ignored } from '../kernel/projection.ts'
import { defineTodoList, NOT_DUE, type Todo } from '../kernel/todo-list.ts'

/**
 * Bills that are frozen and have no number yet, and credit notes that their original does not know
 * yet.
 */
export type UnfinishedIssuance = Todo & { readonly creditNote: boolean }
export const unfinishedIssuances = defineTodoList<BillEvent, UnfinishedIssuance>({
  name: 'unfinished-issuances',
  version: 2,
  keyOf: { BillCredited: ({ data }) => data.creditNoteId },
  on: {
    BillIssuanceStarted: (_, { data }) => ({ creditNote: data.creditNoteOf !== null }),
    BillIssuanceAbandoned: () => null,
    // A credit note is finished only once its original knows it.
    BillIssued: (row) => (row?.creditNote ? row : null),
    BillCredited: () => null,
    ...ignored(
      ...billEvents.drafting,
      ...billEvents.payments,
      ...billEvents.refunds,
      ...billEvents.settlements,
      ...billEvents.collection,
      ...billEvents.reservations,
      ...billEvents.client,
      ...billEvents.due,
    ),
  },
})

/**
 * Issued bills and the moment they fall due; the row is removed once the bill has fallen due.
 *
 * @unit lateFrom: epoch milliseconds; owedMinor: minor units of the bill's currency
 */
export type BillDue = Todo & {
  readonly lateFrom: number
  readonly owedMinor: number
  readonly issued: boolean
  /** Whether it was late already when it was issued, as an old bill that is recorded afterwards. */
  readonly isOld: boolean
}
const owing = (row: BillDue, change: number): BillDue => {
  const owedMinor = row.owedMinor + change
  return { ...row, owedMinor, dueAt: row.issued && owedMinor > 0 ? row.lateFrom : NOT_DUE }
}
export const billsDue = defineTodoList<BillEvent, BillDue>({
  name: 'bills-due',
  version: 3,
  on: {
    BillIssuanceStarted: (_, { data: { frozen } }) =>
      frozen.type === 'creditNote'
        ? null
        : {
            dueAt: NOT_DUE,
            lateFrom: epochOfDay(addDays(frozen.dueDate, 1)),
            owedMinor: claimOf(frozen).grossMinor,
            issued: false,
            isOld: false,
          },
    BillIssuanceAbandoned: () => null,
    BillIssued: (row, { meta }) =>
      row && owing({ ...row, issued: true, isOld: meta.occurredAt >= row.lateFrom }, 0),
    BillPaid: (row, { data }) => row && owing(row, -data.amountMinor),
    BillPaymentReversed: (row, { data }) => row && owing(row, data.amountMinor),
    BillCredited: (row, { data }) => row && owing(row, -data.grossMinor),
    BillSettled: (row, { data }) => row && owing(row, -data.amountMinor),
    BillSettlementReversed: (row, { data }) => row && owing(row, data.amountMinor),
    BillFellDue: () => null,
    ...ignored(
      ...billEvents.drafting,
      ...billEvents.refunds,
      ...billEvents.collection,
      ...billEvents.reservations,
      ...billEvents.client,
    ),
  },
})

/**
 * Payments, refunds and their reversals that are not in the books yet. One row per payment or
 * refund.
 */
export type UnbookedPayment = Todo & {
  readonly billId: string
  readonly wanted: 'booked' | 'reversed'
}
export const unbookedPayments = defineTodoList<BillEvent | BookingEvent, UnbookedPayment>({
  name: 'unbooked-payments',
  version: 3,
  keyOf: {
    BillPaid: ({ data }) => data.paymentId,
    BillPaymentReversed: ({ data }) => data.paymentId,
    BillRefunded: ({ data }) => data.refundId,
    BillRefundReversed: ({ data }) => data.refundId,
  },
  on: {
    BillPaid: (_, { stream }) => ({ billId: idOf(stream), wanted: 'booked' }),
    BillPaymentReversed: (_, { stream }) => ({ billId: idOf(stream), wanted: 'reversed' }),
    BillRefunded: (_, { stream }) => ({ billId: idOf(stream), wanted: 'booked' }),
    BillRefundReversed: (_, { stream }) => ({ billId: idOf(stream), wanted: 'reversed' }),
    BillPaymentBooked: (row) => (row?.wanted === 'booked' ? null : row),
    BillPaymentUnbooked: (row) => (row?.wanted === 'reversed' ? null : row),
    ...ignored(
      ...billEvents.drafting,
      ...billEvents.issuing,
      ...billEvents.settlements,
      ...billEvents.collection,
      ...billEvents.reservations,
      ...billEvents.client,
      ...billEvents.credit,
      ...billEvents.due,
    ),
  },
})
