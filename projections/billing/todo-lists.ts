import type { BillEvent } from '#domain/billing/bill.ts'
import type { BookingEvent } from '#domain/billing/booking.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { addDays, epochOfDay } from '#domain/kernel/time.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/** Work lists: what is to be done at `dueAt` unless it is done by then. `cause` is the event that asks for it, `correlationId` its conversation. @unit dueAt: epoch milliseconds */
type Pending = Doc & { readonly dueAt: number; readonly cause: string; readonly correlationId: string }

const askedBy = ({ id, meta }: RecordedEvent) => ({ cause: id, correlationId: meta.correlationId })

/** A request finishes what it began at once; what is left after this was left by a crash. */
const GRACE_MS = 10_000
/** Nothing to do for now. */
const NOT_DUE = 253_402_300_799_999

const factOf = (event: RecordedEvent): BillEvent => ({ type: event.type, data: event.data }) as BillEvent // only the types of `handles` come here

/** Bills between their freezing and their number, and credit notes that their original does not know yet. */
export type UnfinishedIssuance = Pending & { readonly creditNote: boolean }
export const unfinishedIssuances: Projection<UnfinishedIssuance> = {
  name: 'unfinished-issuances',
  version: 2,
  handles: ['BillIssuanceStarted', 'BillIssuanceAbandoned', 'BillIssued', 'BillCredited'],
  keyOf: (event) =>
    event.type === 'BillCredited' ? (event.data as { creditNoteId: string }).creditNoteId : idOf(event.stream),
  evolve(doc, event, key) {
    const fact = factOf(event)
    if (fact.type === 'BillIssuanceStarted')
      return {
        _id: key,
        owner: event.meta.owner,
        dueAt: event.meta.occurredAt + GRACE_MS,
        ...askedBy(event),
        creditNote: fact.data.creditNoteOf !== null,
      }
    return fact.type === 'BillIssued' && doc?.creditNote ? doc : null
  },
  indexes: [{ fields: ['dueAt'] }],
}

/** Issued bills and the moment they fall due; the row goes when the bill has fallen due. */
export type BillDue = Pending & { readonly lateFrom: number; readonly owedMinor: number; readonly issued: boolean }
export const billsDue: Projection<BillDue> = {
  name: 'bills-due',
  version: 2,
  handles: [
    'BillIssuanceStarted',
    'BillIssuanceAbandoned',
    'BillIssued',
    'BillPaid',
    'BillPaymentReversed',
    'BillCredited',
    'BillFellDue',
  ],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const fact = factOf(event)
    const owing = (row: BillDue, change: number): BillDue => ({
      ...row,
      ...askedBy(event),
      owedMinor: row.owedMinor + change,
      dueAt: row.issued && row.owedMinor + change > 0 ? row.lateFrom : NOT_DUE,
    })
    if (fact.type === 'BillIssuanceStarted') {
      const { frozen } = fact.data
      if (frozen.type === 'creditNote') return null
      return {
        _id: key,
        owner: event.meta.owner,
        dueAt: NOT_DUE,
        ...askedBy(event),
        lateFrom: epochOfDay(addDays(frozen.dueDate, 1)),
        owedMinor: frozen.totalGrossMinor,
        issued: false,
      }
    }
    if (doc === null) return null
    if (fact.type === 'BillIssued') return owing({ ...doc, issued: true }, 0)
    if (fact.type === 'BillPaid') return owing(doc, -fact.data.amountMinor)
    if (fact.type === 'BillPaymentReversed') return owing(doc, fact.data.amountMinor)
    return fact.type === 'BillCredited' ? owing(doc, -fact.data.grossMinor) : null
  },
  indexes: [{ fields: ['dueAt'] }],
}

/** Payments and refunds, and their reversals, that the books do not have yet. One row a payment or refund. */
export type UnbookedPayment = Pending & { readonly billId: string; readonly wanted: 'booked' | 'reversed' }
export const unbookedPayments: Projection<UnbookedPayment> = {
  name: 'unbooked-payments',
  version: 3,
  handles: [
    'BillPaid',
    'BillPaymentReversed',
    'BillRefunded',
    'BillRefundReversed',
    'BillPaymentBooked',
    'BillPaymentUnbooked',
  ],
  keyOf: (event) => {
    const fact = factOf(event)
    if (fact.type === 'BillPaid' || fact.type === 'BillPaymentReversed') return fact.data.paymentId
    if (fact.type === 'BillRefunded' || fact.type === 'BillRefundReversed') return fact.data.refundId
    return idOf(event.stream)
  },
  evolve(doc, event, key) {
    const row = (wanted: UnbookedPayment['wanted']): UnbookedPayment => ({
      _id: key,
      owner: event.meta.owner,
      dueAt: event.meta.occurredAt + GRACE_MS,
      ...askedBy(event),
      billId: idOf(event.stream),
      wanted,
    })
    const { type } = event as BookingEvent | BillEvent // only the types of `handles` come here
    if (type === 'BillPaid' || type === 'BillRefunded') return row('booked')
    if (type === 'BillPaymentReversed' || type === 'BillRefundReversed') return row('reversed')
    return doc?.wanted === (type === 'BillPaymentBooked' ? 'booked' : 'reversed') ? null : doc
  },
  indexes: [{ fields: ['dueAt'] }],
}
